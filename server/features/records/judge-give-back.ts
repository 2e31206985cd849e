// What of a bulk change can be taken back in records that were changed since: each value by the evaluator of putting back,
// over the entries that the change made and those that came after them.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { entriesPutBackBy } from '@rowhouse/domain/audit-log/change-source.ts';
import { showAuditMoment } from '@rowhouse/domain/audit-log/show-moment.ts';
import { changedSinceDone } from '@rowhouse/domain/bulk-changes/rules.ts';
import { evaluate, type PlaceEntry } from '@rowhouse/domain/put-back/evaluate.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { auditKeyOf } from '../../platform/record-store/audit-keys.ts';
import { readLaterEntries, selectLaterEntries, type LaterEntry } from './later-entries-sql.ts';

type Asked = {
  readonly recordType: AuthorisedRecordType;
  readonly keys: readonly string[];
  readonly undoneId: number;
  /** Those that have another version than the change left them. */
  readonly later: readonly { readonly id: number; readonly held: string }[];
  /** What each holds now, as JSON text by key. */
  readonly current: ReadonlyMap<number, { readonly held: string | null }>;
};

export type JudgedRecord = {
  /** What it is given back; what stays is what it holds now. */
  readonly held: string;
  /** Whether all of it stays. */
  readonly isLeft: boolean;
  /** Why something stays; null where nothing does. */
  readonly message: string | null;
};

type Held = Readonly<Record<string, unknown>>;
type Pairs = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;

export async function judgeGiveBack(
  { recordType, keys, undoneId, later, current }: Asked,
  context: MemberContext,
  transaction: Transaction,
): Promise<ReadonlyMap<number, JudgedRecord>> {
  if (later.length === 0) return new Map();
  const ids = later.map(({ id }) => id);
  const entries = readLaterEntries(
    await transaction.one(selectLaterEntries(context.viewer.tenantId, ids, undoneId)),
  );
  const byRecord = Map.groupBy(entries, ({ recordId }) => recordId);
  return new Map(
    later.map((record) => {
      const now = JSON.parse(current.get(record.id)?.held ?? '{}') as Held;
      const known = byRecord.get(record.id) ?? [];
      return [
        record.id,
        judgeRecord(record.held, { now, entries: known, keys, undoneId }, recordType, context),
      ];
    }),
  );
}

function judgeRecord(
  held: string,
  {
    now,
    entries,
    keys,
    undoneId,
  }: { now: Held; entries: readonly LaterEntry[]; keys: readonly string[]; undoneId: number },
  recordType: AuthorisedRecordType,
  context: MemberContext,
): JudgedRecord {
  const ticked = new Set(entries.flatMap(({ id, bulkChangeId }) => (bulkChangeId === undoneId ? [id] : [])));
  const before = JSON.parse(held) as Held;
  const given: Record<string, unknown> = { ...now };
  const reasons: string[] = [];
  let isLeft = true;
  for (const key of keys) {
    const field = recordType.fields.get(key);
    const auditKey =
      key === 'enabled' ? key : field === undefined ? null : auditKeyOf(field, recordType.type);
    const changed = entries.flatMap((entry): PlaceEntry[] => {
      const pair = auditKey === null ? undefined : (entry.changes as Pairs)[auditKey];
      return pair === undefined ? [] : [toPlaceEntry(entry, pair, context)];
    });
    // The change found the value there already: it is not of its making.
    if (!changed.some(({ id }) => ticked.has(id))) continue;
    const place = {
      key,
      name: key === 'enabled' ? 'The record' : (field?.name ?? key),
      now: now[key] ?? null,
      entries: changed,
      whyClosed: null,
      // What stood in a record may stand in it again, whatever became of its choices since.
      whyNotValue: () => null,
    };
    const { whyNot } = evaluate(place, ticked);
    if (whyNot !== null) reasons.push(`${place.name}: ${whyNot}`);
    else {
      given[key] = before[key] ?? null;
      isLeft = false;
    }
  }
  // Of a record that the change has made nothing can be given back but its absence: whoever changed it since wants it.
  const isNothingLeft = isLeft && reasons.length === 0;
  if (ticked.size === 0 || isNothingLeft)
    return { held: JSON.stringify(now), isLeft: true, message: changedSinceDone };
  return { held: JSON.stringify(given), isLeft, message: reasons.length === 0 ? null : reasons.join(' ') };
}

function toPlaceEntry(
  { id, userId, at, source }: LaterEntry,
  [before, after]: readonly [unknown, unknown],
  { config, viewer }: MemberContext,
): PlaceEntry {
  const member = userId === null ? undefined : config.members.get(userId);
  return {
    id,
    person: member?.name ?? 'Unknown',
    when: showAuditMoment(at, viewer.timeZone ?? 'UTC'),
    before: { value: before },
    after,
    putsBack: entriesPutBackBy(source ?? null),
  };
}
