// What others changed while nothing was heard, told as it would have been heard: the rows at hand are compared with what the
// same questions find now.
import type { RecordChange } from '@rowhouse/domain/realtime/messages.ts';
import { askAll, isAtWork, isUntouched, type QuietRead } from '../../../platform/refetch-quietly.ts';
import { shareById } from '../../../platform/share-by-id.ts';
import type { RecordRow } from '../record-row.ts';

type Page = { readonly records: readonly RecordRow[]; readonly total?: number | null };

/** Null: nothing can be said, for something of one's own came in between or the connection was lost. */
export async function findMissedChanges(read: QuietRead): Promise<readonly RecordChange[] | null> {
  if (isAtWork(read)) return null;
  const answers = await askAll(read);
  if (answers === null || isAtWork(read) || !answers.every(isUntouched)) return null;
  const pages = answers.map(({ query, data }) => ({
    query,
    before: query.state.data as Page,
    now: data as Page,
  }));
  const shown = new Set(pages.flatMap(({ before }) => before.records.map(({ id }) => id)));
  for (const { query, before, now } of pages) {
    const records = withoutVersion(before.records, now.records);
    if (records !== before.records)
      read.client.setQueryData<Page>(query.queryKey, (page) => page && { ...page, records });
  }
  return pages.flatMap(({ before, now }) => [...updated(before, now), ...created(before, now, shown)]);
}

/** What has another version is read and told; what changed without one, as what stands under a record, only takes its place. */
function withoutVersion(before: readonly RecordRow[], now: readonly RecordRow[]): readonly RecordRow[] {
  const byId = new Map(now.map((row) => [row.id, row]));
  const records = before.map((row) => {
    const found = byId.get(row.id);
    return found?.version === row.version ? shareById(row, found) : row;
  });
  return records.every((row, at) => row === before[at]) ? before : records;
}

/** Those that are found no more may have gone, or only stand elsewhere: they are asked for by their ids. */
function updated(before: Page, now: Page): RecordChange[] {
  const byId = new Map(now.records.map((row) => [row.id, row]));
  return before.records.flatMap(({ id, version, enabled }) => {
    const found = byId.get(id);
    const isSame = found === undefined ? enabled === false : found.version <= version;
    return isSame ? [] : [{ id, kind: 'updated' as const, fields: [] }];
  });
}

/**
 * Ids grow: one that is smaller than another at hand came from another page. So did as many as there are not more of in all, but
 * for those that made room.
 */
function created(before: Page, now: Page, shown: ReadonlySet<number>): RecordChange[] {
  const largest = Math.max(0, ...before.records.map(({ id }) => id));
  const found = now.records.filter(({ id }) => id > largest && !shown.has(id));
  const ids = new Set(now.records.map(({ id }) => id));
  const gone = before.records.filter(({ id }) => !ids.has(id)).length;
  const more = before.total == null || now.total == null ? found.length : now.total - before.total + gone;
  return found.slice(0, Math.max(0, more)).map(({ id }) => ({ id, kind: 'created', fields: [] }));
}
