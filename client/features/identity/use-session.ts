import { useSyncExternalStore } from 'react';
import { getSession, subscribeToSession, type Session } from '../../platform/session.ts';

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession);
}
