import { useSyncExternalStore } from 'react';
import { isLiveLost, subscribeToLiveLoss } from '../../../platform/socket.ts';

/** Whether others' changes do not arrive, though the grid listens for them. */
export function useIsLiveOff(): boolean {
  return useSyncExternalStore(subscribeToLiveLoss, isLiveLost);
}
