import { useQueryClient } from '@tanstack/react-query';
import { updateProfile, type ProfileChange, type UserDetails } from '../api.ts';
import { applyProfile, userDetailsQuery } from '../user-details.ts';

/** What all pages know of the person is up to date before the answer; colleagues' lists ask anew. */
export function useChangeProfile(): (
  change: ProfileChange,
) => Promise<Pick<UserDetails, 'firstName' | 'lastName'>> {
  const client = useQueryClient();
  return async (change) => {
    const saved = await updateProfile(change);
    const before = client.getQueryData<UserDetails>(userDetailsQuery.queryKey);
    if (before !== undefined)
      client.setQueryData(userDetailsQuery.queryKey, applyProfile({ ...before, ...saved }));
    await client.invalidateQueries({ queryKey: ['users'] });
    return saved;
  };
}
