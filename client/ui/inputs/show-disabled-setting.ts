// Where somebody has ticked 'Show disabled values'. Kept in this browser for each person.
import { useSyncExternalStore } from 'react';
import { readOwnSetting, writeOwnSetting } from '../../platform/storage/own-settings.ts';

type Place = 'filters' | 'lists';

const nameOf = (place: Place): string => `show-disabled-values:${place}`;
const isSetting = (value: unknown): value is { readonly on: true } =>
  typeof value === 'object' && value !== null && 'on' in value;

/** All conditions of a filter follow the one that is ticked. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useShowDisabled(place: Place): [boolean, (isOn: boolean) => void] {
  // Read each time: another person may have signed in.
  const isOn = useSyncExternalStore(subscribe, () => readOwnSetting(nameOf(place), isSetting) !== null);
  return [
    isOn,
    (next) => {
      writeOwnSetting(nameOf(place), next ? { on: true } : null);
      for (const listener of listeners) listener();
    },
  ];
}

export const showDisabledValues = 'Show disabled values';
