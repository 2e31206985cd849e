import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { noteFieldUseStatement } from './sql.ts';

type Note = { readonly tenantId: TenantId; readonly recordTypeId: RecordTypeId; readonly keys: Set<string> };

/**
 * Which fields are ordered by, compared or searched in, gathered in memory and written down now and then: an index is
 * made for what is used, and a page never waits for this.
 */
export class FieldUseNotes {
  readonly #database: Database;
  readonly #log: Log;
  readonly #notes = new Map<string, Note & { readonly kind: 'order' | 'contains' }>();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  note(tenantId: TenantId, query: RecordQuery): void {
    const inside = new Set(['contains', 'endsWith']);
    const asked = [...query.conditions, ...(query.search ?? [])];
    const contains = asked
      .filter(({ criteria }) => inside.has(criteria.operator))
      .map(({ field }) => field.key);
    const order = [
      ...query.sort.map(({ field }) => field.key),
      ...asked.filter(({ criteria }) => !inside.has(criteria.operator)).map(({ field }) => field.key),
    ];
    for (const { type } of query.recordType.sources) {
      this.#add(tenantId, type.id, 'contains', contains);
      this.#add(tenantId, type.id, 'order', order);
    }
  }

  #add(
    tenantId: TenantId,
    recordTypeId: RecordTypeId,
    kind: 'order' | 'contains',
    keys: readonly string[],
  ): void {
    if (keys.length === 0) return;
    const name = `${tenantId}:${recordTypeId}:${kind}`;
    const note = this.#notes.get(name) ?? { tenantId, recordTypeId, kind, keys: new Set<string>() };
    for (const key of keys) note.keys.add(key);
    this.#notes.set(name, note);
  }

  /** Writes what was gathered since; a failure loses only these notes. */
  async flush(): Promise<void> {
    const notes = [...this.#notes.values()];
    this.#notes.clear();
    for (const { tenantId, recordTypeId, kind, keys } of notes) {
      try {
        await this.#database.withTenant({ tenantId, userId: null }, (transaction) =>
          transaction.one(noteFieldUseStatement(tenantId, recordTypeId, [...keys], kind)),
        );
      } catch (error) {
        this.#log.warn({ err: error }, 'the use of fields could not be noted');
      }
    }
  }
}
