import { isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { longestReason, mostEntriesAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { judgePlaces, type JudgedRow } from './judge-places.ts';
import { readFacts } from './read-facts.ts';
import { saySource } from './sql.ts';
import { writeBack } from './write-back.ts';

export const putBackOperations: Pick<OperationTable, 'previewPutBack' | 'putBack'> = {
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
      const put = new Set(chosen.flatMap(({ place }) => place.entries.map(({ id }) => id)));
      const source = { kind: 'PUT_BACK', entries: asked.entries.filter((id) => put.has(id)) } as const;
      await transaction.one(saySource(why === '' ? source : { ...source, reason: why }));
      await writeBack(chosen, facts, context, transaction);
      return { done: true, rows: rows.map(describe) };
    });
  },
};

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
