// A long work writes records of a type by the configuration that it began with: it read its columns by it. Each of its
// transactions asks under the company's lock of writers whether that still holds (decision 122).
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type {
  StoredField,
  StoredLineItemField,
  StoredRecordType,
  TenantConfig,
} from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, Database, Transaction } from '../database/database.ts';
import { number, row } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { lockForWriteStatement } from '../membership-state.ts';
import { slotOf, standsBeside } from '../record-store/places.ts';
import { loadTenantConfig } from './load-tenant-config.ts';

const structure = row({ version: number.at('structure_version') });
const readVersion = (answer: Answer | undefined): number => structure.get(answer).version;
const versionStatement = (tenant: TenantId): Statement => ({
  text: `select ${structure.columns} from tenant where id = $1`,
  values: [tenant],
});

type Scope = Parameters<Database['withTenant']>[0];

export type BegunType = {
  /** One transaction of the work. Refuses where the type is another than it began with: what was written before stays. */
  write<Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
};

/** @param changed the sentence of the refusal */
export function createBegunType(
  begun: {
    readonly database: Database;
    readonly config: TenantConfig;
    readonly recordType: StoredRecordType;
  },
  changed: string,
): BegunType {
  const { database, config, recordType } = begun;
  const { tenantId } = config;
  const before = describePlaces(config, recordType.id);
  let known = config.versions.structure;

  /** Null where the company is set up otherwise than was known: then nothing was written. */
  const attempt = <Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>) =>
    database.withTenant(scope, async (transaction) => {
      const [, current] = await transaction.run([
        lockForWriteStatement(tenantId),
        versionStatement(tenantId),
      ]);
      return readVersion(current) === known ? { result: await work(transaction) } : null;
    });

  /** Outside the transaction, for the embedded database has one connection. A role or a menu holds up no import. */
  async function lookAgain(): Promise<void> {
    const now = await loadTenantConfig(database, tenantId);
    if (now?.recordTypes.has(recordType.id) !== true) throw notFound('The record type');
    if (describePlaces(now, recordType.id) !== before) throw new Refusal('CONFLICT', changed);
    known = now.versions.structure;
  }

  return {
    async write(scope, work) {
      for (;;) {
        const done = await attempt(scope, work);
        if (done !== null) return done.result;
        await lookAgain();
      }
    },
  };
}

/** Where the values of the type and of its lines stand, and what decides how they are read and computed. */
function describePlaces(config: TenantConfig, typeId: RecordTypeId): string {
  const decides = (field: StoredField | StoredLineItemField) => [
    field.id,
    field.dataType,
    field.listId,
    field.currency,
    field.required,
    field.formula,
    field.fills,
    field.retypedAt ?? null,
  ];
  const fields = (config.recordTypes.get(typeId)?.fields ?? []).map((field) => [
    ...decides(field),
    slotOf(field),
    field.objectDefinitionId,
    field.enabled,
  ]);
  const ofLines = [...config.lineItemTypes.values()]
    .filter(({ recordTypeId }) => recordTypeId === typeId)
    .flatMap((kind) => kind.fields.map((field) => [...decides(field), standsBeside(field)]));
  const byId = (one: readonly unknown[], other: readonly unknown[]) => Number(one[0]) - Number(other[0]);
  return JSON.stringify([fields.toSorted(byId), ofLines.toSorted(byId)]);
}
