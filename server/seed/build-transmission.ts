import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { CarriedItem, Pair, Translation } from '@rowhouse/domain/transmissions/setup.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import { baseColumns } from '../platform/record-store/column.ts';
import type { BuiltRecordType } from './build-record-type.ts';
import { insertRows } from './sql.ts';

/** One end of a mapping: a company, its record type, and who stands for the mapping there. */
export type MappingEnd = {
  readonly tenantId: number;
  readonly type: BuiltRecordType;
  readonly person: number;
};

export type CarriedSpec = {
  /** Of the source: the name of a base field, or of an additional one; of lines that of a field of lines. */
  readonly from: string;
  readonly into: string;
  readonly dataType: CarriedItem['dataType'];
  readonly currency?: string;
  readonly choices?: readonly string[];
  readonly isLine?: true;
  /** Their choice by the own one. */
  readonly translations?: Readonly<Record<string, string>>;
};

export type ApprovedMappingSpec = {
  readonly trigger: string;
  readonly success: string;
  readonly error: string;
  /** That records begin with in the target. */
  readonly status: string;
  readonly fields: readonly CarriedSpec[];
};

/** A mapping by the status, offered by the one company and approved by the other. */
export async function buildApprovedMapping(
  connection: OwnerConnection,
  source: MappingEnd,
  target: MappingEnd,
  spec: ApprovedMappingSpec,
): Promise<{ readonly id: number; readonly acceptanceId: number; readonly items: readonly CarriedItem[] }> {
  const statusOf = (name: string) => String(require(source.type.statuses.get(name), name));
  const items = spec.fields.map(({ from, dataType, currency, choices, isLine }, index): CarriedItem => ({
    number: index + 1,
    key: keyOf(source.type, from, isLine ?? false),
    name: findBaseField(from)?.label ?? from,
    dataType,
    currency: currency ?? null,
    isLine: isLine ?? false,
    choices: choices ?? null,
  }));
  const settings = {
    kept: 'ids',
    triggerField: 'status',
    triggerValue: statusOf(spec.trigger),
    sourceStatusField: 'status',
    sourceSuccessStatusValue: statusOf(spec.success),
    sourceErrorStatusValue: statusOf(spec.error),
  };
  const [id = 0] = await insertRows(connection, 'transmission_mapping', [
    {
      tenant_id: source.tenantId,
      record_type_id: source.type.id,
      target_tenant_id: target.tenantId,
      settings: JSON.stringify(settings),
      offer: JSON.stringify({ typeName: source.type.name, items }),
      trigger_key: baseColumns.status.expression,
      trigger_value: settings.triggerValue,
      offered_by: source.person,
    },
  ]);
  const taken = {
    targetStatusField: 'status',
    targetStatusValue: String(require(target.type.statuses.get(spec.status), spec.status)),
    pairs: spec.fields.map(({ into, isLine }, index): Pair => ({
      item: index + 1,
      field: keyOf(target.type, into, isLine ?? false),
    })),
    translations: spec.fields.flatMap((field, index) => translationsOf(target.type, field, index + 1)),
  };
  const [acceptanceId = 0] = await insertRows(connection, 'transmission_acceptance', [
    {
      tenant_id: target.tenantId,
      source_tenant_id: source.tenantId,
      mapping_id: id,
      approved_version: 1,
      record_type_id: target.type.id,
      settings: JSON.stringify(taken),
      approved_by: target.person,
    },
  ]);
  return { id, acceptanceId, items };
}

function translationsOf(
  type: BuiltRecordType,
  { into, translations = {} }: CarriedSpec,
  item: number,
): Translation[] {
  return Object.entries(translations).map(([theirs, ours]) => ({
    item,
    theirs,
    ours: String(require(type.fields.get(into)?.list?.values.get(ours), ours)),
  }));
}

function keyOf(type: BuiltRecordType, name: string, isLine: boolean): string {
  if (isLine) return `l${require(type.lines?.fields.get(name), name).id}`;
  return name in baseColumns ? (name as BaseFieldName) : `f${require(type.fields.get(name), name).id}`;
}

function require<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
