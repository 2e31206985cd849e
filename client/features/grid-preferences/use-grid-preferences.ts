import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { sayUnlessTold } from '../../platform/say-unless-told.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import {
  getDefault,
  listOfAllRoles,
  listPreferences,
  type DefaultPreference,
  type Preference,
  type PreferenceRole,
} from './api.ts';

const defaultQuery = (recordTypeId: number) =>
  queryOptions({
    queryKey: ['grid-preferences', recordTypeId, 'default'],
    queryFn: ({ signal }) => getDefault(recordTypeId, signal),
  });

/** Nobody is told what a colleague has named anew or deleted: who comes back to the window finds it. */
const listQuery = (recordTypeId: number) =>
  queryOptions({
    queryKey: ['grid-preferences', recordTypeId, 'list'],
    queryFn: ({ signal }) => listPreferences(recordTypeId, signal),
    refetchOnWindowFocus: true,
  });

const ofAllRolesQuery = (recordTypeId: number) =>
  queryOptions({
    queryKey: ['grid-preferences', recordTypeId, 'of all roles'],
    queryFn: ({ signal }) => listOfAllRoles(recordTypeId, signal),
  });

export type PreferenceSet = {
  /** What the grid opens with; null: as it starts. */
  readonly opening: Preference | null;
  readonly standard: DefaultPreference | null;
  readonly own: readonly Preference[];
  /** Of the viewer's role. */
  readonly ofRole: readonly Preference[];
  readonly ofOtherRoles: readonly Preference[];
  /** That the viewer may save for. */
  readonly roles: readonly PreferenceRole[];
};

const none: readonly never[] = [];

/** Who says what a grid opens with: its address, the default, or the preference of this id. */
export type Opener = 'address' | 'default' | number;

/** A grid waits for `isPending` before it asks for its first rows: it asks once, and shows nothing else before. */
export function useGridPreferences(recordTypeId: number, opener: Opener) {
  const standard = useQuery(defaultQuery(recordTypeId));
  const lists = useQuery(listQuery(recordTypeId));
  const roles = lists.data?.roles ?? none;
  const ofAllRoles = useQuery({ ...ofAllRolesQuery(recordTypeId), enabled: roles.length > 0 });
  useFailureToast('Failed to fetch default grid preferences', standard.error);
  useFailureToast('Failed to fetch grid preferences', lists.error ?? ofAllRoles.error);

  const own = lists.data?.own ?? none;
  const ofRole = lists.data?.ofRole ?? none;
  const isOfOwnRole = ({ id }: Preference) => ofRole.some((other) => other.id === id);
  const ofOtherRoles = (ofAllRoles.data ?? none).filter((preference) => !isOfOwnRole(preference));
  const opened = standard.data?.preference ?? null;
  const find = (id: number): Preference | null =>
    [...own, ...ofRole, ...ofOtherRoles].find((preference) => preference.id === id) ??
    (opened?.id === id ? opened : null);
  const isListed = opener === 'address' || opener === 'default';
  const set: PreferenceSet = {
    opening: isListed ? opened : (find(opener) ?? opened),
    standard: standard.data ?? null,
    own,
    ofRole,
    ofOtherRoles,
    roles,
  };
  return {
    set,
    find,
    // One that failed and is asked for again is pending anew, and the grid stands already.
    isPending: opener !== 'address' && (!standard.isFetched || (!isListed && !lists.isFetched)),
  };
}

function useFailureToast(what: string, failure: unknown): void {
  useEffect(() => {
    if (failure !== null)
      void sayUnlessTold(failure, () => snackbars.error(`${what}: ${toSentence(failure)}`));
  }, [what, failure]);
}

/** Carries out a change. Whatever comes of it, what is shown is up to date before the answer. */
export function usePreferenceChange(): <Result>(change: () => Promise<Result>) => Promise<Result> {
  const client = useQueryClient();
  return useCallback(
    (change) => change().finally(() => client.invalidateQueries({ queryKey: ['grid-preferences'] })),
    [client],
  );
}
