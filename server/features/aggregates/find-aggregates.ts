import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { nobodyWaits, type FairTurns } from '../../graphql/fair-turns.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { aggregateStatement, readAggregates } from '../../platform/record-store/aggregate-query.ts';
import type { Adding, AggregateQuery, Aggregates } from '../../platform/record-store/aggregate-query.ts';
import { within } from '../../platform/record-store/count-statements.ts';
import type { AggregateCache } from './aggregate-cache.ts';

export type AggregateReader = {
  readonly cache: AggregateCache;
  readonly turns: FairTurns;
  /** After so long the question is given up. */
  readonly budgetMs: number;
};

/**
 * From memory while the types have not been written since, which the database says together with its check of the
 * person; else computed, when it is the company's turn.
 */
export async function findAggregates(
  query: AggregateQuery,
  context: MemberContext,
  reader: AggregateReader,
): Promise<Aggregates> {
  const statement = aggregateStatement(query, 'whole');
  const { viewer, config } = context;
  const key = `${viewer.tenantId}:${config.versions.structure}:${statement.text} ${JSON.stringify(statement.values)}`;
  const recall = async (known: Aggregates | undefined): Promise<Aggregates | undefined> => {
    if (known === undefined) return undefined;
    const typeIds = query.records.recordType.sources.map(({ type }) => type.id);
    const { counts } = await context.readTogether([], typeIds);
    return counts.writeVersion === known.version ? known : undefined;
  };
  // Whoever has left needs no number: it leaves the queue, and what runs for it is cancelled.
  const { left } = context.request;
  const before = reader.cache.find(key);
  return (
    (await recall(before)) ??
    (await reader.turns.take(
      viewer.tenantId,
      async () => {
        // Two charts that ask the same wait for their turns together, and the second finds what the first found.
        const other = reader.cache.find(key);
        const found =
          (await recall(other === before ? undefined : other)) ??
          (await compute(query, 'whole', context, reader));
        reader.cache.keep(key, found);
        return found;
      },
      left,
    ))
  );
}

async function compute(
  query: AggregateQuery,
  adding: Adding,
  context: MemberContext,
  reader: AggregateReader,
): Promise<Aggregates> {
  try {
    const { answers } = await context.read(
      within(aggregateStatement(query, adding), reader.budgetMs),
      [],
      context.request.left,
    );
    const found = readAggregates(answers[1], query, adding);
    return found ?? (await compute(query, 'written', context, reader));
  } catch (error) {
    if (context.request.left?.aborted) throw nobodyWaits();
    if (databaseErrorCode(error) === '57014') throw tooMany();
    throw error;
  }
}

const tooMany = () =>
  new Refusal(
    'LIMITED',
    'These are too many records to count and sum in time. Narrow the filter, then the numbers come.',
  );
