import { useSyncExternalStore } from 'react';
import { getConnection, subscribeToConnection, type Connection } from '../platform/connection.ts';

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, getConnection);
}
