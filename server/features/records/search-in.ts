import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { foldCase } from '@rowhouse/domain/kernel/fold-case.ts';
import { showDisabled } from '@rowhouse/domain/kernel/formats.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import type { AskedAt } from '@rowhouse/domain/records/resolve-moments.ts';
import type { Sought } from '@rowhouse/domain/values/sought.ts';
import { readSought } from '@rowhouse/domain/values/sought.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { rememberNames } from './remember-names.ts';

/**
 * Where a text is looked for: in every field that the viewer may see and a grid shows, by what it shows of it. Names become
 * ids here, from memory, so that the database compares whole numbers.
 */
export function searchIn(
  text: string,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  at: AskedAt,
): NonNullable<RecordQuery['search']> {
  const sought = readSought(text);
  return [...recordType.fields.values()].flatMap((field) => {
    if (!isShown(field, recordType)) return [];
    return armsOf(field, sought, recordType, config, at).map((criteria) => ({ field, criteria }));
  });
}

/** What is the same for nearly all records of a type says nothing when it is found. */
const neverSought = new Set(['id', 'tenant', 'level', 'enabled']);

const isShown = ({ key }: AuthorisedField, { type }: AuthorisedRecordType): boolean =>
  !neverSought.has(key) && (key !== 'recordType' || type.isSuper);

function armsOf(
  field: AuthorisedField,
  sought: Sought,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  at: AskedAt,
): readonly FilterCriteria[] {
  const type = valueOf(field.dataType);
  if (type.choosing === null) return type.filter.search(sought, at.timeZone);
  const values = idsOf(field, sought.text, recordType, config);
  return values.length === 0 ? [] : [{ operator: 'isAnyOf', values }];
}

const foldedNames = rememberNames((names) =>
  names.map(({ id, name, enabled }) => ({
    id,
    shown: foldCase(enabled === false ? showDisabled(name) : name),
  })),
);

function idsOf(
  field: AuthorisedField,
  text: string,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
): string[] {
  const wanted = foldCase(text);
  return foldedNames(field, recordType, config)
    .filter(({ shown }) => shown.includes(wanted))
    .map(({ id }) => String(id));
}
