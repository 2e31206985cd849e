import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { nobodyWaits, type FairTurns } from '../../graphql/fair-turns.ts';
import type { MemberContext, RequestFacts } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { aggregateStatement, readAggregates } from '../../platform/record-store/aggregate-query.ts';
import type { Adding, AggregateQuery, Aggregates } from '../../platform/record-store/aggregate-query.ts';
import { allWithin, queryKey } from '../../platform/record-store/count-statements.ts';
import { byOneProcess, readAreMany } from '../../platform/record-store/by-one-process.ts';
import { roleThatDecides } from '../../platform/record-store/record-query.ts';
import { partScans, readShared, sharedStatement } from '../../platform/record-store/shared-scan.ts';
import type { AggregateCache } from './aggregate-cache.ts';

export type AggregateReader = {
  readonly cache: AggregateCache;
  readonly turns: FairTurns;
  /** Nobody who asks about few records waits for these. */
  readonly turnsOfMany: FairTurns;
  /** Whether nobody would miss what several processes of PostgreSQL take for one reading. */
  readonly areCoresFree: (viewer: Viewer) => boolean;
  /** The types of questions that were last found to be about many records. */
  readonly ofMany: Set<string>;
  /** What is being found for somebody, by what it is kept under. */
  readonly running: Map<string, Promise<unknown>>;
  /** After so long the question is given up. */
  readonly budgetMs: number;
};

type Question = {
  readonly query: AggregateQuery;
  readonly context: MemberContext;
  readonly key: string;
  /** What was known of it when it was asked. */
  readonly before: Aggregates | undefined;
};

type Waiting = {
  readonly question: Question;
  readonly resolve: (found: Aggregates) => void;
  readonly reject: (failure: unknown) => void;
};

/** What one request asks at the same moment. */
const waitingByRequest = new WeakMap<RequestFacts, Waiting[]>();

/**
 * From memory while the types have not been written since, which the database says together with its check of the
 * person; else computed, when it is the company's turn, together with what the request asks about the same records.
 */
export function findAggregates(
  query: AggregateQuery,
  context: MemberContext,
  reader: AggregateReader,
): Promise<Aggregates> {
  const statement = aggregateStatement(query, 'whole');
  const { viewer, config, request } = context;
  const whose = `${viewer.tenantId}:${config.versions.structure}:${roleThatDecides(query.records, viewer.roleId)}`;
  const key = `${whose}:${statement.text} ${JSON.stringify(statement.values)}`;
  const question = { query, context, key, before: reader.cache.find(key) };
  return new Promise((resolve, reject) => {
    const waiting = waitingByRequest.get(request) ?? [];
    waiting.push({ question, resolve, reject });
    if (waiting.length > 1) return;
    waitingByRequest.set(request, waiting);
    // The questions of a board come here one after the other, before anything else is done.
    setImmediate(() => {
      waitingByRequest.delete(request);
      void answerAll(waiting, reader);
    });
  });
}

async function answerAll(waiting: readonly Waiting[], reader: AggregateReader): Promise<void> {
  const missing = await Promise.all(
    waiting.map(async ({ question, resolve, reject }) => {
      try {
        const known = await recall(question, question.before);
        if (known !== undefined) resolve(known);
        return known === undefined;
      } catch (failure) {
        reject(failure);
        return false;
      }
    }),
  );
  for (const scan of scansOf(waiting.filter((_, place) => missing[place]))) void answer(scan, reader);
}

async function recall(
  { query, context }: Question,
  known: Aggregates | undefined,
): Promise<Aggregates | undefined> {
  if (known === undefined) return undefined;
  const typeIds = query.records.recordType.sources.map(({ type }) => type.id);
  const { counts } = await context.readTogether([], typeIds);
  return counts.writeVersion === known.version ? known : undefined;
}

/** Only what one person asks of the same records, which each question was found allowed to ask before it came here. */
function scansOf(waiting: readonly Waiting[]): Waiting[][] {
  const bySameRecords = Map.groupBy(waiting, ({ question: { query, context } }) => {
    const { viewer, config } = context;
    const { tenantId, userId, sessionId, roleId } = viewer;
    const person = [tenantId, userId, sessionId, roleId, ...Object.values(config.versions)].join();
    return `${person} ${query.timeZone} ${queryKey(query.records)}`;
  });
  return [...bySameRecords.values()].flatMap((same) =>
    partScans(same.map(({ question }) => question.query)).map((places) =>
      places.map((place) => same[place]!),
    ),
  );
}

async function answer(scan: readonly Waiting[], reader: AggregateReader): Promise<void> {
  try {
    const found = await findInTurn(
      scan.map(({ question }) => question),
      reader,
    );
    scan.forEach(({ resolve }, place) => resolve(found[place]!));
  } catch (failure) {
    const isOfDatabase = databaseErrorCode(failure) !== null && !(failure instanceof Refusal);
    // What is too much together may be found alone, and each learns its own answer.
    if (scan.length > 1 && isOfDatabase) await Promise.all(scan.map((one) => answer([one], reader)));
    else for (const { reject } of scan) reject(failure);
  }
}

/**
 * Of each question in turn. All who have the same board open ask for it at the same moment, after the same change: who comes
 * later waits for the first, and finds in their turn what was found.
 */
async function findInTurn(questions: readonly Question[], reader: AggregateReader): Promise<Aggregates[]> {
  const { running } = reader;
  const others = questions.flatMap(({ key }) => running.get(key) ?? []);
  if (others.length > 0) await Promise.allSettled(others);
  const finding = takeTurn(questions, reader);
  for (const { key } of questions) running.set(key, finding);
  try {
    return await finding;
  } finally {
    for (const { key } of questions) if (running.get(key) === finding) running.delete(key);
  }
}

/** Whoever has left needs no number: it leaves the queue, and what runs for it is cancelled. */
function takeTurn(questions: readonly Question[], reader: AggregateReader): Promise<Aggregates[]> {
  const [{ context, query }] = questions as [Question];
  const turns = reader.ofMany.has(typesOf(query)) ? reader.turnsOfMany : reader.turns;
  return turns.take(
    context.viewer.tenantId,
    async () => {
      const known = await Promise.all(
        questions.map((question) => {
          const other = reader.cache.find(question.key);
          return recall(question, other === question.before ? undefined : other);
        }),
      );
      const missing = [
        ...new Map(questions.filter((_, place) => !known[place]).map((one) => [one.key, one])).values(),
      ];
      const found = await compute(missing, 'whole', reader);
      missing.forEach(({ key }, place) => reader.cache.keep(key, found[place]!));
      const byKey = new Map(missing.map(({ key }, place) => [key, found[place]!]));
      return questions.map(({ key }, place) => known[place] ?? byKey.get(key)!);
    },
    context.request.left,
  );
}

const typesOf = ({ records }: AggregateQuery): string =>
  records.recordType.sources.map(({ type }) => type.id).join();

/** In one statement; what has more decimals than were added is asked for once more, as written. */
async function compute(
  questions: readonly Question[],
  adding: Adding,
  reader: AggregateReader,
): Promise<Aggregates[]> {
  const [first] = questions;
  if (first === undefined) return [];
  const { context } = first;
  const queries = questions.map(({ query }) => query);
  const isAlone = questions.length === 1;
  const statement = isAlone ? aggregateStatement(first.query, adding) : sharedStatement(queries, adding);
  try {
    const { answers } = await context.read(
      allWithin(
        [byOneProcess(first.query.records, reader.areCoresFree(context.viewer)), statement],
        reader.budgetMs,
      ),
      [],
      context.request.left,
    );
    reader.ofMany[readAreMany(answers[1]) ? 'add' : 'delete'](typesOf(first.query));
    const found = isAlone
      ? [readAggregates(answers[2], first.query, adding)]
      : readShared(answers[2], queries, adding);
    const again = questions.filter((_, place) => found[place] === null);
    const written = await compute(again, 'written', reader);
    return found.map((one, place) => one ?? written[again.indexOf(questions[place]!)]!);
  } catch (error) {
    if (context.request.left?.aborted) throw nobodyWaits();
    if (isAlone && databaseErrorCode(error) === '57014') throw tooMany();
    throw error;
  }
}

const tooMany = () =>
  new Refusal(
    'LIMITED',
    'These are too many records to count and sum in time. Narrow the filter, then the numbers come.',
  );
