// One value outside React that tells who watches it.
import { useSyncExternalStore } from 'react';

export type Observed<Value> = {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly isWatched: () => boolean;
};

export function createObserved<Value>(first: Value): Observed<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    isWatched: () => listeners.size > 0,
  };
}

export const useObserved = <Value>({ subscribe, get }: Pick<Observed<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get);
