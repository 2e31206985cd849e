import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSessionEnd, toSentence } from '../../platform/request-failure.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { getUsers } from './api.ts';
import { choicesKeptMs } from './choices-kept.ts';

/** Specification 6: only users with an email are offered. */
export function useUserOptions(isWanted = true) {
  const query = useQuery({
    queryKey: ['users', 'options'],
    queryFn: async ({ signal }): Promise<Option[]> => {
      const users = await getUsers(signal);
      return users.flatMap(({ id, email, name, firstName, lastName, enabled }) => {
        if (!email) return [];
        const fullName = name ?? [firstName, lastName].filter(Boolean).join(' ');
        return [{ id: String(id), name: fullName || email, enabled, detail: email }];
      });
    },
    enabled: isWanted,
    staleTime: choicesKeptMs,
  });
  const { error } = query;
  useEffect(() => {
    if (error && !isSessionEnd(error)) snackbars.error(`Error getting the users: ${toSentence(error)}`);
  }, [error]);
  return query;
}
