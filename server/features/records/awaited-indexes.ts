// A question that takes long for want of an index is not waited for: the index is made at once, and who asked is told how
// far it is until either the rows or the index are there (docs/decisions/124). What no index would help is answered however
// long it takes.
import { indexBeingMade } from '@rowhouse/domain/records/index-being-made.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { orderKey } from '../../platform/record-store/column.ts';
import { readIndexProgress } from '../../platform/record-store/index-progress.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { listIndexesOf, makeAwaited } from '../../platform/record-store/tend-indexes.ts';
import type { IndexLimits, MissingIndex } from '../../platform/record-store/tend-indexes.ts';
import { isInside } from './field-use-notes.ts';
import type { FieldUseNotes } from './field-use-notes.ts';

/** So long rows are waited for, when an index would help. */
const usualPatienceMs = 1200;
/** Of so many buckets a process makes what is waited for at once. */
const mostAtOnce = 3;
/** What could not be made is waited for by nobody for so long. */
const failedForMs = 600_000;
/** So long an answer that nobody waited for is kept: records change, and a page may be some megabytes. */
const usualKeptMs = 10_000;

/** What has an index from the beginning. */
const alwaysIndexed = new Set(['id', 'recordNumber', 'status', 'createdAt']);

type Parts = {
  readonly database: Database;
  readonly log: Log;
  readonly fieldUse: FieldUseNotes;
  readonly patienceMs?: number | undefined;
  readonly keptMs?: number | undefined;
  readonly limits?: Partial<IndexLimits> | undefined;
};

export type Question = {
  readonly tenantId: TenantId;
  readonly query: RecordQuery;
  /** Who asks, and what, with all values: an answer that came too late is kept for whoever has the same key. */
  readonly key: string;
};

type Waiting = {
  readonly indexes: readonly MissingIndex[];
  /** Of the question as it was asked first; null when it failed. */
  answer: Promise<unknown> | null;
  /** Ends what still reads without the index. */
  readonly leaving: AbortController;
};

export class AwaitedIndexes {
  readonly #parts: Parts;
  readonly #patienceMs: number;
  /** Questions that wait, by their keys. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #builds = new Map<string, Promise<boolean>>();
  readonly #failedUntil = new Map<string, number>();
  readonly #stopping = new AbortController();
  readonly #turns: (() => void)[] = [];
  #working = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#patienceMs = parts.patienceMs ?? usualPatienceMs;
  }

  /**
   * The answer, or the refusal that says that an index is being made. Whoever asks again then has the answer that came
   * meanwhile. The signal ends what reads on when the index is there.
   */
  async within<Result>(
    question: Question,
    answerTo: (signal: AbortSignal | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { database } = this.#parts;
    // It has one connection: nothing can be told, and no question answered, while an index is made.
    if (database.kind === 'embedded') return answerTo(undefined);
    const awaited = this.#waiting.get(question.key);
    if (awaited !== undefined) {
      const { answer } = awaited;
      // By the same question it was begun, so it is of the same form.
      if (answer !== null && (await Promise.race([settled(answer), later(this.#patienceMs / 2)]))) {
        if (this.#waiting.get(question.key) === awaited) this.#waiting.delete(question.key);
        return answer as Promise<Result>;
      }
      throw await this.#refuse(question, awaited.indexes);
    }
    const leaving = new AbortController();
    const answer = answerTo(leaving.signal);
    const isThere = answer.then(() => true as const);
    if (await Promise.race([isThere, later(this.#patienceMs)])) return answer;
    const missing = await Promise.race([isThere, this.#findMissing(question)]);
    if (missing === true || missing.length === 0) return answer;
    isThere.catch(() => undefined);
    this.#make(question.key, { indexes: missing, answer, leaving });
    throw await this.#refuse(question, missing);
  }

  stop(): void {
    this.#stopping.abort();
    for (const { leaving } of this.#waiting.values()) leaving.abort();
  }

  async #refuse({ tenantId }: Question, indexes: readonly MissingIndex[]): Promise<Error> {
    const names = indexes.map(({ name }) => name);
    return indexBeingMade(
      await this.#parts.database.asOwnerOf(tenantId, (connection) => readIndexProgress(connection, names)),
    );
  }

  async #findMissing({ tenantId, query }: Question): Promise<readonly MissingIndex[]> {
    const { database, fieldUse, limits, log } = this.#parts;
    try {
      // An index is made for what is written down.
      await fieldUse.flush();
      const typeIds = query.recordType.sources.map(({ type }) => type.id);
      const indexes = await database.asOwnerOf(tenantId, (connection) =>
        listIndexesOf(connection, tenantId, typeIds, limits),
      );
      const missing = typeIds.flatMap((typeId) => {
        const ofType = indexes.filter(({ index }) => index.typeId === typeId);
        const find = ({ key, kind }: Use) =>
          ofType.find(({ index }) => index.fieldKey === key && index.kind === kind);
        return usesOf(query)
          .filter((uses) => uses.every((use) => alwaysIndexed.has(use.key) || find(use) !== undefined))
          .flat()
          .flatMap((use) => {
            const found = find(use);
            return found === undefined || found.isThere ? [] : found.index;
          });
      });
      const now = performance.now();
      return missing.filter(({ name }) => (this.#failedUntil.get(name) ?? 0) <= now);
    } catch (error) {
      log.warn({ err: error }, 'it could not be found which index a question waits for');
      return [];
    }
  }

  #make(key: string, waiting: Waiting): void {
    const { indexes: missing } = waiting;
    this.#waiting.set(key, waiting);
    const forget = (): void => {
      if (this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    };
    void this.#keep(waiting, forget);
    const isNew = missing.filter(({ name }) => !this.#builds.has(name));
    for (const indexes of Map.groupBy(isNew, ({ bucket }) => bucket).values()) {
      const build = this.#build(indexes);
      for (const { name } of indexes) this.#builds.set(name, build);
      void this.#forget(indexes, build);
    }
    void this.#leaveWhenMade(waiting, forget);
  }

  /** What came late is kept for a while, for whoever asks again. */
  async #keep(waiting: Waiting, forget: () => void): Promise<void> {
    if (waiting.answer === null) return;
    if (!(await settled(waiting.answer))) {
      waiting.answer = null;
      return;
    }
    await later(this.#parts.keptMs ?? usualKeptMs);
    forget();
  }

  /** What still reads without the index when it is there is ended. */
  async #leaveWhenMade({ indexes, leaving }: Waiting, forget: () => void): Promise<void> {
    await Promise.all(indexes.map(({ name }) => this.#builds.get(name)));
    leaving.abort();
    forget();
  }

  async #forget(indexes: readonly MissingIndex[], build: Promise<boolean>): Promise<void> {
    const isMade = await build;
    for (const { name } of indexes) {
      this.#builds.delete(name);
      if (!isMade) this.#failedUntil.set(name, performance.now() + failedForMs);
    }
  }

  /** Never fails. */
  async #build(indexes: readonly MissingIndex[]): Promise<boolean> {
    const { database, log, limits } = this.#parts;
    while (this.#working >= mostAtOnce)
      await new Promise<void>((resolve) => {
        this.#turns.push(resolve);
      });
    this.#working += 1;
    try {
      if (this.#stopping.signal.aborted) return false;
      return await makeAwaited(database, log, indexes, { limits, signal: this.#stopping.signal });
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        log.warn({ err: error }, 'an index that is waited for could not be made');
      return false;
    } finally {
      this.#working -= 1;
      this.#turns.shift()?.();
    }
  }
}

type Use = { readonly key: string; readonly kind: MissingIndex['kind'] };

/** What would each help: an index of every one of the uses in a part. Of alternatives one without an index reads everything. */
function usesOf({ conditions, search, sort }: RecordQuery): readonly (readonly Use[])[] {
  const useOf = (condition: (typeof conditions)[number] | NonNullable<typeof search>[number]): Use => ({
    key: condition.field.key,
    kind: isInside(condition) ? 'contains' : 'order',
  });
  const hasAlternatives = conditions.slice(1).some(({ logicOperator }) => logicOperator === 'OR');
  const compared = conditions.map(useOf);
  const [first] = sort;
  return [
    ...(hasAlternatives ? [compared] : compared.map((use) => [use])),
    ...(search === null ? [] : [search.map(useOf)]),
    // An order by names is computed, and read along no index.
    ...(first === undefined || first.ranking !== undefined
      ? []
      : [[{ key: orderKey(first.field), kind: 'order' as const }]]),
  ];
}

/** Whether it has come to a good end. */
const settled = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    () => false,
  );

const later = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false).unref());
