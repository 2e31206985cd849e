import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { asksForSecondFactor, RequestFailure } from '../../platform/request-failure.ts';
import {
  listColleagues,
  listMembers,
  resetSecondFactor,
  updateMember,
  type Member,
  type MemberChange,
} from './api.ts';

const membersQuery = queryOptions({
  queryKey: ['users', 'members'],
  queryFn: ({ signal }) => listMembers(signal),
});

const colleaguesQuery = queryOptions({
  queryKey: ['users', 'colleagues'],
  queryFn: ({ signal }) => listColleagues(signal),
});

/** Refused for who does not administer the company. */
export function useMembers() {
  return useQuery(membersQuery);
}

export function useColleagues(enabled: boolean) {
  return useQuery({ ...colleaguesQuery, enabled });
}

export const isNotAdministrator = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'FORBIDDEN' && !asksForSecondFactor(failure);

/**
 * Changes a member as the list shows them now, or as the person saw them: by the version that was shown. Whatever comes of it, the list is up to date before the answer: a
 * conflict is told beside what has become of the member.
 */
export function useChangeMember(): (
  id: number,
  change: Omit<MemberChange, 'id' | 'version'>,
  seen?: number,
) => Promise<void> {
  const client = useQueryClient();
  return async (id, change, seen) => {
    const { queryKey } = membersQuery;
    const current = client.getQueryData<readonly Member[]>(queryKey)?.find((member) => member.id === id);
    try {
      await updateMember({ id, version: seen ?? current?.version ?? 0, ...change });
    } finally {
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
}

/** Whatever comes of it, the list is up to date before the answer. */
export function useResetSecondFactor(): (id: number) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    try {
      await resetSecondFactor(id);
    } finally {
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
}
