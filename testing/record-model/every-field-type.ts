// A record type with a field of every data type, in a typed column and in the overflow, and records of it that are
// held in memory as well.
import type { BaseField, BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { findFreeSlot } from '@rowhouse/server/platform/record-store/slots.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import type { PlacedValue, RecordPlace } from '@rowhouse/server/platform/record-store/insert-records.ts';
import { insertRecordsStatement } from '@rowhouse/server/platform/record-store/insert-records.ts';
import type { BuiltList, BuiltObject } from '@rowhouse/server/seed/build-list.ts';
import type { FieldSpec, BuiltRecordType } from '@rowhouse/server/seed/build-record-type.ts';
import { aTenant } from '@rowhouse/server/seed/builders.ts';
import { takeRecordIds } from '@rowhouse/server/seed/sql.ts';
import fc from 'fast-check';
import type { Credentials, TestServer } from '../test-server.ts';
import type { ModelField, ModelRecord } from './model-record.ts';
import { isChoice, storedValue } from './value-pools.ts';

const choiceNames = ['beta', 'Alpha', 'gamma', 'ALPHA 2', 'éclair', 'Éa', 'Zeta', 'delta'];
/** So many fill the typed columns of their kind that the next find none. */
const multiselectSlots = 10;

export type EveryFieldType = Awaited<ReturnType<typeof createEveryFieldType>>;

/**
 * Ana manages the tenant and sees all of it. Beside the type stands another with the same fields, where what is in a
 * typed column of the one is in the overflow of the other, and a super type that gathers the two.
 */
export async function createEveryFieldType(
  server: TestServer,
  { count, otherCount = 0, seed }: { count: number; otherCount?: number; seed: number },
) {
  const built = await server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Model', bucket: 5 });
    const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    const { people, north, south } = server;
    for (const person of Object.values(people)) await tenant.withMember(person, role);
    const list = await tenant.withList({ name: 'Choices', values: choiceNames });
    const object = await tenant.withObject({ name: 'Thing', properties: [{ name: 'One' }, { name: 'Two' }] });
    const type = await tenant.withRecordType({
      name: 'Everything',
      statuses: ['Ready', 'done', 'Élan', 'approved'],
      problemCodes: ['late', 'Broken', 'missing'],
      fields: fieldSpecs(list, object, false),
    });
    const other = await tenant.withRecordType({
      name: 'Other',
      statuses: ['Sent', 'paid'],
      problemCodes: ['odd'],
      fields: fieldSpecs(list, object, true),
    });
    const both = await tenant.withSuperRecordType('Both', [type, other]);
    for (const target of [north, south]) await tenant.withTransmission(type, target, {});
    const menuItem = (recordType: BuiltRecordType) => ({
      name: recordType.name,
      route: recordType.name.toLowerCase(),
      recordType,
    });
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [{ name: 'Section', route: 'section', items: [type, other, both].map(menuItem) }],
      },
    ]);
    for (const item of items.values()) {
      await tenant.withActions(role, item, ['view', 'create records', 'soft delete']);
    }
    const relations = {
      user: new Map([
        ['Ana Test', people.ana],
        ['Bob Test', people.bob],
        ['Sue Test', people.sue],
      ]),
      tenant: new Map([
        ['North', north.id],
        ['South', south.id],
      ]),
    };
    const fieldsOf = (built: BuiltRecordType) =>
      modelFields(
        built,
        { list: list.values, object: object.properties },
        {
          ...relations,
          status: built.statuses,
          problemCode: built.problemCodes,
        },
      );
    const insert = (built: BuiltRecordType, many: number) => {
      const site = {
        tenantId: tenant.id,
        type: { id: built.id, fields: [...built.fields.values()] },
        bucket: tenant.bucket,
      };
      return insertRecords(connection, site, built, fieldsOf(built), { count: many, seed });
    };
    const fields = fieldsOf(type);
    const otherFields = fieldsOf(other);
    const records = await insert(type, count);
    const otherRecords = (await insert(other, otherCount)).map((record) => ({
      ...record,
      values: new Map([...record.values].map(([key, value]) => [twinOf(key, otherFields, fields), value])),
    }));
    return { tenant, role, type, other, both, fields, otherFields, records, otherRecords };
  });
  const manager = await server.enter('ana', built.tenant);
  const field = (key: string): ModelField => {
    const found = built.fields.find((one) => one.key === key || one.label === key);
    if (found === undefined) throw new Error(`There is no field ${key}.`);
    return found;
  };
  return { ...built, manager: manager as Credentials, field };
}

/** A super type knows a field by the key that it has in the first of its types. */
function twinOf(key: string, own: readonly ModelField[], first: readonly ModelField[]): string {
  const label = own.find((field) => field.key === key)?.label;
  return first.find((field) => field.label === label)?.key ?? key;
}

function fieldSpecs(list: BuiltList, object: BuiltObject, isOther: boolean): FieldSpec[] {
  const spec = (dataType: DataType, name: string, slot?: 'overflow'): FieldSpec => ({
    name,
    dataType,
    ...(isChoice(dataType) && { list }),
    ...(dataType === 'object' && { object }),
    ...(slot !== undefined && { slot }),
  });
  const [inSlot, inOverflow] = isOther ? ['in the overflow', 'in a slot'] : ['in a slot', 'in the overflow'];
  const hasSlot = (dataType: DataType) => findFreeSlot(dataType, new Set()) !== null;
  const slots = dataTypes
    .filter(hasSlot)
    .map((dataType) => spec(dataType, `additional ${dataType} ${inSlot}`));
  const fillers = Array.from({ length: multiselectSlots - 2 }, (_, index) =>
    spec('multiselect', `filler ${index}`),
  );
  const overflow = dataTypes
    .filter((dataType) => hasSlot(dataType) || !isOther)
    .map((dataType) => {
      const findsNone = valueOf(dataType).family === 'relations' || !hasSlot(dataType);
      return spec(dataType, `additional ${dataType} ${inOverflow}`, findsNone ? undefined : 'overflow');
    });
  const never = isOther
    ? dataTypes
        .filter((dataType) => !hasSlot(dataType))
        .map((dataType) => spec(dataType, `additional ${dataType} in the overflow`))
    : [];
  const specs = [...slots, ...fillers, ...overflow, ...never];
  // In another order, and so in other slots.
  return isOther
    ? specs
        .toReversed()
        .toSorted((one, other) => Number(one.slot === 'overflow') - Number(other.slot === 'overflow'))
    : specs;
}

type Names = ReadonlyMap<string, number>;

const asNames = (ids: Names | undefined): ReadonlyMap<string, string> =>
  new Map([...(ids ?? [])].map(([name, id]) => [String(id), name]));

function modelFields(
  type: BuiltRecordType,
  own: { readonly list: Names; readonly object: Names },
  relations: Readonly<Partial<Record<NonNullable<BaseField['relation']>, Names>>>,
): ModelField[] {
  const never = new Set([
    'recordNumber',
    'validationRequired',
    'isProject',
    'level',
    'createdAt',
    'updatedAt',
  ]);
  const base = baseFields
    .filter((field: BaseField) => field.filterable !== false)
    .map((field: BaseField): ModelField => ({
      key: field.name,
      label: `base ${field.name}`,
      dataType: field.dataType,
      id: 0,
      slot: null,
      isWhole: true,
      nullable: !never.has(field.name),
      names: asNames(field.relation === undefined ? undefined : relations[field.relation]),
    }));
  const additional = [...type.fields.values()]
    .filter(({ name }) => !name.startsWith('filler'))
    .map((field): ModelField => ({
      key: `f${field.id}`,
      label: field.name,
      dataType: field.dataType,
      id: field.id,
      slot: field.slot,
      isWhole: false,
      nullable: true,
      names: asNames(
        isChoice(field.dataType) ? own.list : field.dataType === 'object' ? own.object : undefined,
      ),
    }));
  return [...base, ...additional];
}

const smallNumbers = fc.constantFrom('0', '1', '2', '-1');

function recordOf(fields: readonly ModelField[]) {
  const values = fields.map((field) => {
    const value = field.key === 'level' ? smallNumbers : storedValue(field);
    return field.nullable ? fc.option(value, { freq: 3, nil: null }) : value;
  });
  return fc.record({
    enabled: fc.integer({ min: 0, max: 5 }).map((die) => die > 0),
    values: fc.tuple(...values),
  });
}

async function insertRecords(
  connection: OwnerConnection,
  site: Parameters<typeof insertRecordsStatement>[0],
  type: BuiltRecordType,
  fields: readonly ModelField[],
  { count, seed }: { count: number; seed: number },
): Promise<ModelRecord[]> {
  const made = fc.sample(recordOf(fields), { numRuns: count, seed });
  const ids = await takeRecordIds(connection, count);
  const stored = new Map([...type.fields.values()].map((field) => [`f${field.id}`, field]));
  const places: RecordPlace[] = [
    { base: 'id' },
    { base: 'enabled' },
    ...fields.map(({ key }): RecordPlace => {
      const field = stored.get(key);
      return field === undefined ? { base: key as BaseFieldName } : { field };
    }),
  ];
  const rows = made.map(({ enabled, values }, index): PlacedValue[] => [ids[index] ?? 0, enabled, ...values]);
  for (let start = 0; start < rows.length; start += 500) {
    const { text, values } = insertRecordsStatement(site, places, rows.slice(start, start + 500));
    await connection.query(text, values);
  }
  return made.map(({ enabled, values }, index) => ({
    id: ids[index] ?? 0,
    enabled,
    values: new Map(
      fields.flatMap(({ key }, position) => {
        const value = values[position];
        return value == null ? [] : [[key, value] as const];
      }),
    ),
  }));
}
