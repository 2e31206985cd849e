import { isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import type { UndoneRecord } from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { longestReason, mostEntriesAtOnce, mostUndoneAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { JudgedRow } from './asked-place.ts';
import { entriesOf, judgePlaces } from './judge-places.ts';
import { readFacts } from './read-facts.ts';
import { saySource } from './sql.ts';
import { writeBack } from './write-back.ts';

export const putBackOperations: Pick<OperationTable, 'previewPutBack' | 'putBack' | 'undoChanges'> = {
  async previewPutBack({ data: { recordId, entries, timeZone } }, context) {
    const asked = { recordId, entries: requireEntries(entries), isHeld: false };
    const zone = requireZone(timeZone);
    const facts = await readFacts(
      asked,
      context,
      async (statements) => (await context.read(statements)).answers,
    );
    return judgePlaces(facts, null, zone, context).map(describe);
  },

  async putBack({ data: { recordId, entries, keys, reason, timeZone } }, context) {
    const asked = { recordId, entries: requireEntries(entries), isHeld: true };
    const zone = requireZone(timeZone);
    if (keys.length === 0 || new Set(keys).size < keys.length)
      throw invalid('Name what is to be put back, each once.', 'keys');
    const why = (reason ?? '').trim();
    if (why.length > longestReason)
      throw invalid(`A reason has at most ${longestReason} characters.`, 'reason');
    return context.write([], async (transaction) => {
      const facts = await readFacts(asked, context, (statements) => transaction.run(statements));
      const rows = judgePlaces(facts, new Set(keys), zone, context);
      const chosen = rows.filter(({ place }) => keys.includes(place.key));
      const isPossible = chosen.length === keys.length && chosen.every(({ whyNot }) => whyNot === null);
      if (!isPossible) return { done: false, rows: rows.map(describe) };
      const source = { kind: 'PUT_BACK', entries: entriesOf(chosen, facts) } as const;
      await transaction.one(saySource(why === '' ? source : { ...source, reason: why }));
      await writeBack(chosen, facts, context, transaction);
      return { done: true, rows: rows.map(describe) };
    });
  },

  async undoChanges({ data: { records, timeZone } }, context) {
    const zone = requireZone(timeZone);
    if (records.length === 0 || records.length > mostUndoneAtOnce)
      throw invalid(`Between one and ${mostUndoneAtOnce} records can be taken back at once.`, 'records');
    const asked = records.map(({ recordId, entries }) => ({
      recordId,
      entries: requireEntries(entries),
      isHeld: true as const,
    }));
    const undone: UndoneRecord[] = [];
    // One after the other: they are changes of their own, and meet others' in the order of their ids.
    for (const one of asked) undone.push(await undoOne(one, zone, context));
    return undone;
  },
};

type AskedUndo = { readonly recordId: number; readonly entries: readonly number[]; readonly isHeld: true };

async function undoOne(asked: AskedUndo, zone: string, context: MemberContext): Promise<UndoneRecord> {
  const { recordId } = asked;
  try {
    return await context.write([], async (transaction) => {
      const facts = await readFacts(asked, context, (statements) => transaction.run(statements));
      const judged = judgePlaces(facts, null, zone, context);
      // Lines and objects are judged with all of their values: where one stays, the others are judged once more without it.
      const stays = new Map(judged.map(({ place, whyNot }) => [place.key, whyNot]));
      const possible = new Set(judged.flatMap(({ place, whyNot }) => (whyNot === null ? place.key : [])));
      const rows = judgePlaces(facts, possible, zone, context).map((row) => ({
        ...row,
        whyNot: row.whyNot ?? stays.get(row.place.key) ?? null,
      }));
      const chosen = rows.filter(({ whyNot }) => whyNot === null);
      const described = rows.map(describe);
      if (chosen.length === 0)
        return { recordId, outcome: rows.length === 0 ? 'UNCHANGED' : 'REFUSED', rows: described };
      await transaction.one(saySource({ kind: 'UNDO', entries: entriesOf(chosen, facts) }));
      await writeBack(chosen, facts, context, transaction);
      return { recordId, outcome: 'UPDATED', rows: described };
    });
  } catch (failure) {
    if (failure instanceof Refusal && failure.code === 'NOT_FOUND')
      return { recordId, outcome: 'NOT_FOUND', rows: [] };
    throw failure;
  }
}

function requireEntries(entries: readonly number[]): number[] {
  const ids = [...new Set(entries)];
  if (ids.length === 0 || ids.length > mostEntriesAtOnce)
    throw invalid(`Between one and ${mostEntriesAtOnce} entries can be put back at once.`, 'entries');
  return ids;
}

function requireZone(timeZone: string | null | undefined): string {
  if (timeZone != null && !isTimeZone(timeZone)) throw invalid('There is no such time zone.', 'timeZone');
  return timeZone ?? 'UTC';
}

const describe = ({ place, shown, entries, whyNot, because }: JudgedRow) => ({
  key: place.key,
  name: place.name,
  dataType: shown.dataType,
  now: shown.now,
  to: shown.to,
  entries,
  whyNot,
  because,
});
