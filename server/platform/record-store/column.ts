import type { AuthorisedField, Confinement } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { BaseField, BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { RoleId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredField, StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { ValueFamily } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { objectExpression } from './object-places.ts';
import { slotOf } from './places.ts';
import { slotType, type Slot } from './slots.ts';
import { storedForm, type SqlType } from './stored-forms.ts';

/** How a field of one record type is reached in SQL. Only this file writes identifiers and expressions of them. */
export type Column = {
  readonly expression: string;
  readonly family: ValueFamily;
  readonly sqlType: SqlType;
  readonly nullable: boolean;
  /** A typed column that an index can be made on; not so in the overflow. */
  readonly slot: Slot | null;
  /** Stored as [countrycode,number]; compared by what is shown of it. */
  readonly isPhone?: boolean;
};

const fixed = (expression: string, family: ValueFamily, sqlType: SqlType, nullable = true): Column => ({
  expression,
  family,
  sqlType,
  nullable,
  slot: null,
});

export const baseColumns: Readonly<Record<BaseFieldName, Column>> = {
  id: fixed('id', 'number', 'bigint', false),
  tenant: fixed('tenant_id', 'relation', 'bigint', false),
  recordType: fixed('record_type_id', 'relation', 'bigint', false),
  recordNumber: fixed('record_number', 'number', 'bigint', false),
  status: fixed('status_id', 'relation', 'bigint'),
  problemCode: fixed('problem_code_id', 'relation', 'bigint'),
  description: fixed('description', 'text', 'text'),
  issuedByCompanyName: fixed('issued_by_company_name', 'text', 'text'),
  issuedToCompanyName: fixed('issued_to_company_name', 'text', 'text'),
  poNumber: fixed('po_number', 'number', 'bigint'),
  recordDate: fixed('record_date', 'date', 'date'),
  dueDate: fixed('due_date', 'date', 'date'),
  recordCreateDate: fixed('record_create_date', 'date', 'date'),
  validationRequired: fixed('validation_required', 'checkbox', 'boolean', false),
  isProject: fixed('is_project', 'checkbox', 'boolean', false),
  level: fixed('level', 'number', 'bigint', false),
  assignedTo: fixed('assigned_to', 'relation', 'bigint'),
  receivedBy: fixed('received_by', 'relation', 'bigint'),
  approvedBy: fixed('approved_by', 'relation', 'bigint'),
  createdBy: fixed('created_by', 'relation', 'bigint'),
  createdAt: fixed('created_at', 'datetime', 'timestamptz', false),
  receivedAt: fixed('received_at', 'datetime', 'timestamptz'),
  approvedAt: fixed('approved_at', 'datetime', 'timestamptz'),
  updatedAt: fixed('updated_at', 'datetime', 'timestamptz', false),
  targetTransmissionTenant: fixed('target_transmission_tenant_id', 'relation', 'bigint'),
  recordFile: fixed('record_file_id', 'opaque', 'bigint'),
  enabled: fixed('enabled', 'checkbox', 'boolean', false),
};

/** For the role that reads: what it saw nothing of raises no version (decision 092). */
export const seenVersion = 'seen_version(version, unseen)';

/** The time of the last change that the role saw something of; the role is the transaction's. */
export const seenUpdatedAt = fixed(
  'seen_updated_at(updated_at, version, unseen)',
  'datetime',
  'timestamptz',
  false,
);

/** The same for a role by name: an index can be made on it (decision 145). */
export const updatedAtSeenBy = (role: RoleId): Column =>
  fixed(
    `seen_updated_at_by('${Number(role)}', updated_at, version, unseen)`,
    'datetime',
    'timestamptz',
    false,
  );

/** Under which name it is noted that records were ordered by a field; of Updated At each role may have an order of its own. */
export const orderKey = ({ key, seenBy }: Pick<AuthorisedField, 'key' | 'seenBy'>): string =>
  seenBy === undefined ? key : `${key}@${seenBy}`;

/** The role whose order of Updated At the name means, or null. */
export const roleOfOrderKey = (key: string): RoleId | null => {
  const found = /^updatedAt@(\d+)$/.exec(key);
  return found === null ? null : (Number(found[1]) as RoleId);
};

export function additionalColumn(field: StoredField): Column {
  const { family } = valueOf(field.dataType);
  const slot = slotOf(field);
  const form = storedForm(field.dataType);
  return {
    expression: slot ?? (field.dataType === 'object' ? objectExpression(field) : form.inOverflow(field.id)),
    family,
    sqlType: slot === null ? form.sqlType : slotType(slot),
    nullable: true,
    slot,
    ...(field.dataType === 'phone' && { isPhone: true }),
  };
}

/** The column of an authorised field in the records of one type, or null when that type has no such field. */
export function findColumn(field: AuthorisedField, source: StoredRecordType): Column | null {
  if (field.base !== null)
    return field.seenBy === undefined ? baseColumn(field.base) : updatedAtSeenBy(field.seenBy);
  const stored = field.stored.get(source.id);
  return stored === undefined ? null : additionalColumn(stored);
}

export function confinementColumn(confinement: Confinement): Column | null {
  // What confines a role tells it no more of the time than the field would.
  if (confinement.base?.name === 'updatedAt') return seenUpdatedAt;
  if (confinement.base !== null) return baseColumn(confinement.base);
  return confinement.stored === null ? null : additionalColumn(confinement.stored);
}

const baseColumn = (base: BaseField): Column | null => baseColumns[base.name as BaseFieldName] ?? null;

/** A bucket's partition. Addressed by its name: a predicate on the bucket would stop index-only scans. */
export const leafName = (bucket: number): string => `record_${bucket}`;
