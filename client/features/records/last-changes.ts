// Who last changed records, and when, as far as the viewer may know.
import { sayAgo } from '@rowhouse/domain/kernel/say-ago.ts';
import type { RequestOptions } from '../../platform/graphql/request.ts';
import { findLastRecordChanges } from './api.ts';

export type LastChange = { readonly name: string; /** '2 minutes ago' */ readonly ago: string };

const nobody: ReadonlyMap<number, LastChange> = new Map();

/** By record. It explains what is shown and is no condition of it: what cannot be had is left out. */
export async function findLastChanges(
  recordTypeId: number,
  ids: readonly number[],
  options: RequestOptions = {},
): Promise<ReadonlyMap<number, LastChange>> {
  if (ids.length === 0) return nobody;
  const changes = await findLastRecordChanges({ recordTypeId, ids: [...ids] }, options).catch(() => []);
  return new Map(
    changes.flatMap(({ id, user, secondsAgo }) =>
      user === null ? [] : [[id, { name: user.name, ago: sayAgo(secondsAgo) }] as const],
    ),
  );
}
