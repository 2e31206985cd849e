import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { Log } from '../../platform/log.ts';
import type { AggregateQuery } from '../../platform/record-store/aggregate-query.ts';
import { orderKey } from '../../platform/record-store/column.ts';
import { fieldsOfNumbers } from '../../platform/record-store/numbers-of-query.ts';
import { findPair, findRangeWithOrder } from '../../platform/record-store/pair-of-query.ts';
import type { QueryCondition, RecordQuery } from '../../platform/record-store/record-query.ts';
import { mostNotesOfPairs } from '../../platform/record-store/used-pairs.ts';
import { noteFieldUseStatement, notePairUseStatement } from './sql.ts';
import type { FieldUse } from './sql.ts';

type Note = Omit<FieldUse, 'keys' | 'kind'> & {
  readonly kind: FieldUse['kind'] | 'pair';
  readonly keys: Set<string>;
};

const inside = new Set(['contains', 'endsWith']);

/** Whether a part of a text is sought, for which an order is of no use. */
export const isInside = ({ criteria }: Pick<QueryCondition, 'criteria'>): boolean =>
  inside.has(criteria.operator);

/**
 * Which fields are ordered by, compared or searched in, gathered in memory and written down now and then: an index is
 * made for what is used, and a page never waits for this.
 */
export class FieldUseNotes {
  readonly #database: Database;
  readonly #log: Log;
  readonly #notes = new Map<string, Note>();
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  note(tenantId: TenantId, query: RecordQuery): void {
    for (const { type } of query.recordType.sources) {
      this.#addAll({ tenantId, recordTypeId: type.id, isSearch: false }, query.conditions, query.sort);
      this.#addAll({ tenantId, recordTypeId: type.id, isSearch: true }, query.search ?? []);
      const pair = findPair(query, type);
      if (pair !== null)
        this.#add({ tenantId, recordTypeId: type.id, isSearch: false, kind: 'pair' }, [pair]);
    }
  }

  /** Of a question that few records match. */
  noteFew(tenantId: TenantId, query: RecordQuery): void {
    for (const { type } of query.recordType.sources) {
      const pair = findRangeWithOrder(query, type);
      if (pair !== null)
        this.#add({ tenantId, recordTypeId: type.id, isSearch: false, kind: 'pair' }, [pair]);
    }
  }

  /** What numbers over records are computed of. */
  noteNumbers(tenantId: TenantId, query: AggregateQuery): void {
    for (const source of query.records.recordType.sources) {
      const keys = fieldsOfNumbers(query, source);
      if (keys !== null)
        this.#add({ tenantId, recordTypeId: source.type.id, isSearch: false, kind: 'numbers' }, keys);
    }
  }

  #addAll(
    of: Omit<Note, 'kind' | 'keys'>,
    asked: readonly Pick<QueryCondition, 'field' | 'criteria'>[],
    sort: RecordQuery['sort'] = [],
  ): void {
    const keysOf = (conditions: typeof asked) => conditions.map(({ field }) => field.key);
    this.#add({ ...of, kind: 'contains' }, keysOf(asked.filter(isInside)));
    const sorted = sort.map(({ field }) => orderKey(field));
    this.#add({ ...of, kind: 'order' }, [...sorted, ...keysOf(asked.filter((one) => !isInside(one)))]);
  }

  #add(use: Omit<Note, 'keys'>, keys: readonly string[]): void {
    if (keys.length === 0) return;
    const name = JSON.stringify(use);
    const note = this.#notes.get(name) ?? { ...use, keys: new Set<string>() };
    for (const key of keys) if (use.kind !== 'pair' || note.keys.size < mostNotesOfPairs) note.keys.add(key);
    this.#notes.set(name, note);
  }

  /** Until what was noted before is written; a failure loses only these notes. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const notes = [...this.#notes.values()];
    this.#notes.clear();
    for (const note of notes) {
      try {
        await this.#database.withTenant({ tenantId: note.tenantId, userId: null }, (transaction) =>
          transaction.one(statementOf(note)),
        );
      } catch (error) {
        this.#log.warn({ err: error }, 'the use of fields could not be noted');
      }
    }
  }
}

const statementOf = ({ kind, keys, ...of }: Note): Statement =>
  kind === 'pair'
    ? notePairUseStatement({ ...of, pairs: [...keys] })
    : noteFieldUseStatement({ ...of, kind, keys: [...keys] });
