// What tests and the demo are made of: one tenant and everything that it configures, written as the owner, as
// configuration is. Names stand for ids wherever a person would use a name.
//
//   const tenant = await aTenant(connection, { name: 'North' });
//   const orders = await tenant.withRecordType({ name: 'Orders', statuses: ['Open'], fields: [{ name: 'Weight', dataType: 'decimal' }] });
//   await tenant.withRecords(orders, [{ recordNumber: 1, status: 'Open', fields: { Weight: '2.5' } }]);
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Accounts } from '../platform/identity/embedded/accounts.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import { buildList, buildObjectDefinition } from './build-list.ts';
import type { BuiltList, BuiltObject, ListSpec, ListValueSpec, ObjectSpec } from './build-list.ts';
import { addListValues } from './build-list.ts';
import { buildMenu } from './build-menu.ts';
import type { MenuGroupSpec } from './build-menu.ts';
import { buildNumberSeries } from './build-number-series.ts';
import { buildOrderForm } from './build-order-form.ts';
import type { OrderFormSpec } from './build-order-form.ts';
import { buildRecordFile } from './build-record-file.ts';
import type { RecordFileSpec } from './build-record-file.ts';
import { buildRecordType, buildSuperRecordType } from './build-record-type.ts';
import type { BuiltRecordType, RecordTypeSpec } from './build-record-type.ts';
import { buildRecords } from './build-records.ts';
import type { RecordSpec } from './build-records.ts';
import { allowActions, allowFields, buildRole } from './build-role.ts';
import type { FieldAccessSpec, RoleSpec } from './build-role.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { ObjectStorage } from '../platform/object-storage/object-storage.ts';
import { insertRows, settleBucket, sharedBuckets } from './sql.ts';

export type TenantSpec = {
  readonly name: string;
  /** From the name when it is not given. */
  readonly url?: string;
  readonly description?: string;
  readonly mfaRequired?: boolean;
  /** ISO 4217; US dollars when it is not given. */
  readonly currency?: string;
  readonly enabled?: boolean;
  /** Of the shared ones; by the tenant's id when it is not given. */
  readonly bucket?: number;
};

export type PersonSpec = { readonly email: string; readonly firstName?: string; readonly lastName?: string };

/** Takes connections of its own: never call it while one is held, the embedded database has only one. */
export async function aPerson(identity: Accounts, person: PersonSpec, password: string): Promise<UserId> {
  return (await identity.createAccount(person.email, password, person)).userId;
}

export type BuiltTenant = Awaited<ReturnType<typeof aTenant>>;

export async function aTenant(connection: OwnerConnection, spec: TenantSpec) {
  const url = spec.url ?? spec.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const [id = 0] = await insertRows(connection, 'tenant', [
    {
      name: spec.name,
      url,
      description: spec.description ?? null,
      mfa_required: spec.mfaRequired ?? false,
      currency: spec.currency ?? 'USD',
      enabled: spec.enabled ?? true,
      bucket: spec.bucket ?? sharedBuckets - 1,
    },
  ]);
  const bucket = spec.bucket ?? (await settleBucket(connection, id));
  const own = tenantId(id);
  const site = { connection, tenantId: own, bucket };

  return {
    id: own as TenantId,
    name: spec.name,
    url,
    bucket,
    withRole: (role: RoleSpec) => buildRole(site, role),
    async withMember(userId: number, role: number, { enabled = true } = {}): Promise<void> {
      await insertRows(connection, 'membership', [
        { tenant_id: id, user_id: userId, role_id: role, enabled },
      ]);
    },
    withList: (list: ListSpec): Promise<BuiltList> => buildList(site, list),
    withListValues: (list: BuiltList, values: readonly ListValueSpec[]): Promise<void> =>
      addListValues(site, list, values),
    withObject: (object: ObjectSpec): Promise<BuiltObject> => buildObjectDefinition(site, object),
    withRecordType: (type: RecordTypeSpec): Promise<BuiltRecordType> => buildRecordType(site, type),
    withSuperRecordType: (name: string, gathers: readonly BuiltRecordType[]): Promise<BuiltRecordType> =>
      buildSuperRecordType(site, name, gathers),
    /** By the item's name, its id. */
    withMenu: (groups: readonly MenuGroupSpec[]) => buildMenu(site, groups),
    withActions: (role: number, menuItem: number, actions: readonly MenuAction[]): Promise<void> =>
      allowActions(site, role, menuItem, actions),
    withFieldAccess: (
      role: number,
      type: BuiltRecordType,
      lines: readonly FieldAccessSpec[],
    ): Promise<void> => allowFields(site, role, type, lines),
    async withTransmission(type: BuiltRecordType, target: { id: number }, settings: object): Promise<number> {
      const row = {
        tenant_id: id,
        record_type_id: type.id,
        target_tenant_id: target.id,
        settings: JSON.stringify(settings),
      };
      return (await insertRows(connection, 'transmission_mapping', [row]))[0] ?? 0;
    },
    withNumberSeries: (type: BuiltRecordType, startedFrom = 1): Promise<void> =>
      buildNumberSeries(site, type, startedFrom),
    withOrderForm: (type: BuiltRecordType, form: OrderFormSpec): Promise<number> =>
      buildOrderForm(site, type, form),
    withRecordFile: (storage: ObjectStorage, file: RecordFileSpec): Promise<number> =>
      buildRecordFile(site, storage, file),
    /** Of nobody, and shared with those roles. */
    async withDashboard(name: string, roles: readonly number[], widgets: readonly object[]): Promise<number> {
      const row = {
        tenant_id: id,
        name,
        embed_type: 'BUILT_IN',
        role_ids: `{${roles.join(',')}}`,
        widgets: JSON.stringify(widgets),
      };
      return (await insertRows(connection, 'dashboard', [row]))[0] ?? 0;
    },
    /** Answers the records' ids in their order. */
    withRecords: (type: BuiltRecordType, records: readonly RecordSpec[], actor: number | null = null) =>
      buildRecords(site, type, records, actor),
  };
}
