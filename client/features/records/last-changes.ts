// Who last changed records, and when, as far as the viewer may know.
import { sayAgo } from '@rowhouse/domain/kernel/say-ago.ts';
import { getSession } from '../../platform/session.ts';
import type { RequestOptions } from '../../platform/graphql/request.ts';
import { findLastRecordChanges } from './api.ts';

export type LastChange = {
  readonly name: string;
  /** By the viewer, in another window. */
  readonly isOwn: boolean;
  /** '2 minutes ago' */
  readonly ago: string;
};

/** Who changed it, before 'changed' and after 'by'. */
export const subjectOf = (who: LastChange | undefined): string =>
  who === undefined ? 'Somebody else' : who.isOwn ? 'You' : who.name;
export const agentOf = (who: LastChange | undefined): string =>
  who === undefined ? 'somebody else' : who.isOwn ? 'you, in another window' : who.name;

const nobody: ReadonlyMap<number, LastChange> = new Map();

/** By record. It explains what is shown and is no condition of it: what cannot be had is left out. */
export async function findLastChanges(
  recordTypeId: number,
  ids: readonly number[],
  options: RequestOptions = {},
): Promise<ReadonlyMap<number, LastChange>> {
  if (ids.length === 0) return nobody;
  const { personId } = getSession();
  const changes = await findLastRecordChanges({ recordTypeId, ids: [...ids] }, options).catch(() => []);
  return new Map(
    changes.flatMap(({ id, user, secondsAgo }) =>
      user === null
        ? []
        : [[id, { name: user.name, isOwn: user.id === personId, ago: sayAgo(secondsAgo) }] as const],
    ),
  );
}
