// Entries of the audit log as lines that a person reads: what one person did in the same way to several records within
// a while is one line, and several changes of one record are one too.
import type { RecordTypeId, UserId } from '../kernel/ids.ts';

export type ChangedField = { readonly key: string; readonly before: unknown; readonly after: unknown };

/** One entry, as far as the viewer may see it. */
export type SeenChange = {
  readonly atMs: number;
  readonly userId: UserId;
  readonly recordTypeId: RecordTypeId;
  readonly recordId: number;
  readonly action: 'create' | 'update' | 'delete' | 'restore';
  /** Empty unless it is an update. */
  readonly fields: readonly ChangedField[];
};

export type ChangeLine = Omit<SeenChange, 'recordId'> & {
  readonly recordIds: readonly number[];
  /** Before and after are left out where the records differ in them. */
  readonly fields: readonly ChangedField[];
};

const together = 15 * 60_000;

type Gathering = {
  newest: SeenChange;
  oldestMs: number;
  readonly ids: Set<number>;
  readonly fields: Map<string, { before: unknown; after: unknown; isOne: boolean }>;
};

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @param changes the newest first */
export function gatherChanges(changes: readonly SeenChange[]): ChangeLine[] {
  const byRecord = mergeByRecord(changes);
  const gatherings: Gathering[] = [];
  const open = new Map<string, Gathering>();
  for (const change of byRecord) {
    const keys = change.fields.map(({ key }) => key).toSorted();
    const name = [change.userId, change.recordTypeId, change.action, ...keys].join(' ');
    const found = open.get(name);
    if (found !== undefined && found.oldestMs - change.atMs <= together) add(found, change);
    else {
      const made = begin(change);
      open.set(name, made);
      gatherings.push(made);
    }
  }
  return gatherings.map(({ newest: { recordId: _, ...newest }, ids, fields }) => ({
    ...newest,
    recordIds: [...ids],
    fields: [...fields].map(([key, { before, after, isOne }]) => ({
      key,
      before: isOne ? before : undefined,
      after: isOne ? after : undefined,
    })),
  }));
}

const begin = (change: SeenChange): Gathering => ({
  newest: change,
  oldestMs: change.atMs,
  ids: new Set([change.recordId]),
  fields: new Map(change.fields.map(({ key, before, after }) => [key, { before, after, isOne: true }])),
});

function add(gathering: Gathering, change: SeenChange): void {
  gathering.oldestMs = change.atMs;
  gathering.ids.add(change.recordId);
  for (const { key, before, after } of change.fields) {
    const kept = gathering.fields.get(key);
    if (kept !== undefined && !(sameValue(kept.before, before) && sameValue(kept.after, after)))
      kept.isOne = false;
  }
}

/** What a person did to one record within a while as one change: from what it first was to what it became. */
function mergeByRecord(changes: readonly SeenChange[]): SeenChange[] {
  const merged: SeenChange[] = [];
  const open = new Map<string, { at: number; oldestMs: number }>();
  for (const change of changes) {
    const name = `${change.userId} ${change.recordId}`;
    const later = open.get(name);
    const found = later === undefined ? undefined : merged[later.at];
    const isOne =
      later !== undefined &&
      found?.action === 'update' &&
      change.action === 'update' &&
      later.oldestMs - change.atMs <= together;
    if (isOne && found !== undefined) {
      later.oldestMs = change.atMs;
      merged[later.at] = { ...found, fields: mergeFields(change.fields, found.fields) };
    } else {
      open.set(name, { at: merged.length, oldestMs: change.atMs });
      merged.push(change);
    }
  }
  // What was changed and changed back is no news.
  return merged.filter(({ action, fields }) => action !== 'update' || fields.length > 0);
}

function mergeFields(earlier: readonly ChangedField[], later: readonly ChangedField[]): ChangedField[] {
  const fields = new Map(earlier.map((field) => [field.key, field]));
  for (const field of later) {
    const first = fields.get(field.key);
    fields.set(field.key, first === undefined ? field : { ...field, before: first.before });
  }
  return [...fields.values()].filter(({ before, after }) => !sameValue(before, after));
}
