// Rows that others have changed are read again where they stand, and marked: it comes after the first screen.
import type { RecordChange } from '@rowhouse/domain/realtime/messages.ts';
import type { QueryClient } from '@tanstack/react-query';
import { mergeChanges } from '@rowhouse/domain/realtime/visible-change.ts';
import { pause, refetchQuietly } from '../../../platform/refetch-quietly.ts';
import { isConnectionLost } from '../../../platform/request-failure.ts';
import { whenHandsRest } from '../../../platform/when-hands-rest.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { findRecords } from '../api.ts';
import { agentOf, findLastChanges, subjectOf } from '../last-changes.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import type { ChangedRows } from '../row-edit/changed-rows.ts';
import { findMissedChanges } from './missed-changes.ts';

export type LiveParts = {
  readonly recordTypeId: number;
  readonly store: GridStore;
  /** The rows at hand, and what they were asked by. */
  readonly getRows: () => { readonly rows: readonly RecordRow[]; readonly asked: object };
  /** One's own changes come by the same way: they are looked at when they have been answered. */
  readonly isSaving: () => boolean;
  readonly changedRows: ChangedRows;
  readonly queryClient: QueryClient;
};

export type Heard = { from: object; changed: ReadonlyMap<number, string>; created: ReadonlySet<number> };

type ReadParts = LiveParts & {
  readonly hear: (from: object, more: (before: Heard) => Partial<Heard>) => void;
  readonly isOver: () => boolean;
};

/** One question takes as many ids; a change of more is read as a whole page. */
const mostAtOnce = 200;

/**
 * @param hasMissed others may have changed more than is told
 * @returns false where what was missed is still to be found
 */
export async function readChanges(
  parts: ReadParts,
  heard: readonly RecordChange[],
  hasMissed: boolean,
): Promise<boolean> {
  const { getRows, hear, queryClient: client, recordTypeId, isSaving: isBusy, isOver } = parts;
  const read = { client, queryKeys: [['records', recordTypeId, 'page']], isBusy, isOver };
  const { asked: from } = getRows();
  const missed = hasMissed ? await findMissedChanges(read) : [];
  // Other rows were asked for after that.
  if (isOver() || getRows().asked !== from) return true;
  const changes = mergeChanges([...heard, ...(missed ?? [])]);
  const shown = new Set(getRows().rows.map(({ id }) => id));
  const ids = changes.flatMap(({ id }) => (shown.has(id) ? [id] : []));
  const own = new Set(changes.flatMap((change) => (change.own ? [change.id] : [])));
  const fresh = changes.flatMap(({ id, kind }) => (kind === 'created' && !shown.has(id) ? [id] : []));
  if (fresh.length > 0) hear(from, ({ created }) => ({ created: new Set([...created, ...fresh]) }));
  if (ids.length > mostAtOnce) await refetchQuietly(read);
  else if (ids.length > 0 && !(await readAgain(parts, ids, own, hasMissed))) return false;
  return missed !== null;
}

/**
 * @param isQuiet nothing is said of it, and nothing marked that the person changed themselves
 * @returns false where they could not be read
 */
async function readAgain(
  { recordTypeId, store, getRows, isSaving, changedRows, hear, isOver }: ReadParts,
  ids: readonly number[],
  own: ReadonlySet<number>,
  isQuiet: boolean,
): Promise<boolean> {
  const { asked: from } = getRows();
  const answer = await findRecords(recordTypeId, ids).catch((failure: unknown) => ({ failure }));
  // One's own answer has the first word of what one changes oneself.
  while (isSaving() && !isOver()) await pause();
  await whenHandsRest();
  if (isOver() || getRows().asked !== from) return true;
  // What is refused now is refused again: what stands is left to whoever asks for it by itself.
  if ('failure' in answer) return !isConnectionLost(answer.failure);
  const found = new Map(answer.map((record) => [record.id, record]));
  const wanted = new Set(ids);
  const all = getRows().rows.flatMap((row): RecordRow[] => {
    if (!wanted.has(row.id)) return [];
    const now = found.get(row.id);
    // What is out of sight now stays where it stands, as a deleted row does, until the rows are asked for anew.
    if (now === undefined) return row.enabled === false ? [] : [{ ...row, enabled: false }];
    return now.version > row.version ? [now] : [];
  });
  const mine = all.filter(({ id }) => own.has(id));
  const changed = all.filter(({ id }) => !own.has(id));
  if (mine.length > 0) changedRows.showQuietly(mine);
  if (changed.length === 0) return true;
  changedRows.show(changed);
  const mark = (marks: ReadonlyMap<number, string>) =>
    hear(from, (before) => ({ changed: new Map([...before.changed, ...marks]) }));
  if (!isQuiet) mark(new Map(changed.map(({ id }) => [id, 'Changed by somebody else'])));
  const who = await findLastChanges(
    recordTypeId,
    changed.map(({ id }) => id),
  );
  if (isOver() || getRows().asked !== from) return true;
  const told = [...who].filter(([, { isOwn }]) => !isQuiet || !isOwn);
  mark(new Map(told.map(([id, by]) => [id, `${subjectOf(by)} changed it ${by.ago}`])));
  if (isQuiet) return true;
  const [first] = changed;
  const names = new Set(changed.map(({ id }) => (who.has(id) ? agentOf(who.get(id)) : null)));
  const [by] = names;
  const single = names.size === 1 && by != null ? by : null;
  store.announce(
    changed.length === 1 && first !== undefined
      ? `Changed by ${single ?? 'somebody else'}: ${rowLabel(first)}`
      : `${changed.length} records were changed by ${single ?? 'others'}`,
  );
  return true;
}
