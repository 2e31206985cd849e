import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import { judgeFormulas } from '@rowhouse/domain/formulas/judge-formulas.ts';
import { keepFormula } from '@rowhouse/domain/formulas/write-formula.ts';
import { fieldId, listId, recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredField } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { BuiltList, BuiltObject } from './build-list.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';
import { keepSlot } from '../platform/record-store/places.ts';
import { findFreeSlot, type Slot } from '../platform/record-store/slots.ts';

type ChoiceSpec = string | { readonly name: string; readonly enabled: boolean };
/** One that closes its record is written so: `{ name: 'Done', closes: true }`. */
type StatusSpec = ChoiceSpec | { readonly name: string; readonly closes?: true; readonly isFirst?: true };

export type FieldSpec = {
  readonly name: string;
  readonly dataType: DataType;
  readonly required?: boolean;
  readonly visibility?: boolean;
  readonly enabled?: boolean;
  readonly list?: BuiltList;
  readonly object?: BuiltObject;
  /** The first free one when it is not given; 'overflow' keeps the values out of the typed columns. */
  readonly slot?: Slot | 'overflow';
  /** That of the record type when it is not given. */
  readonly currency?: string;
  /** By which it is computed, as an administrator writes it. */
  readonly formula?: string;
  /** Of a choice of objects: by the names of the fields that it fills those of the properties. */
  readonly fills?: Readonly<Record<string, string>>;
};

export type LineTypeSpec = {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly Pick<
    FieldSpec,
    'name' | 'dataType' | 'required' | 'list' | 'currency' | 'formula' | 'fills'
  >[];
};

export type RecordTypeSpec = {
  readonly name: string;
  /** That of the company when it is not given. */
  readonly currency?: string;
  readonly statuses?: readonly StatusSpec[];
  readonly problemCodes?: readonly ChoiceSpec[];
  readonly fields?: readonly FieldSpec[];
  readonly lines?: LineTypeSpec;
};

export type BuiltField = StoredField & { readonly slot: Slot | null; readonly list: BuiltList | null };
type LineField = {
  readonly id: number;
  readonly list: BuiltList | null;
  readonly dataType: DataType;
  readonly formula: string | null;
};
export type BuiltLineType = { readonly id: number; readonly fields: ReadonlyMap<string, LineField> };

/** Statuses, problem codes and fields by their names. */
export type BuiltRecordType = {
  readonly id: RecordTypeId;
  readonly name: string;
  readonly statuses: ReadonlyMap<string, number>;
  readonly problemCodes: ReadonlyMap<string, number>;
  readonly fields: ReadonlyMap<string, BuiltField>;
  readonly lines: BuiltLineType | null;
};

export async function buildRecordType(site: Site, spec: RecordTypeSpec): Promise<BuiltRecordType> {
  const { connection, tenantId, bucket } = site;
  const [id = 0] = await insertRows(connection, 'record_type', [
    { tenant_id: tenantId, name: spec.name, is_super: false, bucket, currency: spec.currency ?? null },
  ]);
  const choices = async (table: 'record_status' | 'problem_code', specs: readonly StatusSpec[]) => {
    const named = specs.map((choice) => (typeof choice === 'string' ? { name: choice } : choice));
    const rows = named.map((choice, index) => ({
      tenant_id: tenantId,
      record_type_id: id,
      name: choice.name,
      enabled: 'enabled' in choice ? choice.enabled : true,
      ...(table === 'record_status' && { closes: 'closes' in choice, is_first: 'isFirst' in choice }),
      position: index + 1,
    }));
    const ids = await insertRows(connection, table, rows);
    return new Map(named.map(({ name }, index) => [name, ids[index] ?? 0]));
  };
  const statuses = await choices('record_status', spec.statuses ?? []);
  const problemCodes = await choices('problem_code', spec.problemCodes ?? []);
  const fields = await buildFields(site, id, spec.fields ?? []);
  const lines = spec.lines === undefined ? null : await buildLineType(site, id, spec.lines);
  await buildFills(connection, 'field', spec.fields ?? [], fields);
  await buildFills(connection, 'line_item_field', spec.lines?.fields ?? [], lines?.fields ?? new Map());
  return {
    id: recordTypeId(id),
    name: spec.name,
    statuses,
    problemCodes,
    ...(await buildFormulas(connection, spec, fields, lines)),
  };
}

async function buildFills(
  connection: Site['connection'],
  table: 'field' | 'line_item_field',
  specs: readonly Pick<FieldSpec, 'name' | 'list' | 'fills'>[],
  built: ReadonlyMap<string, { readonly id: number }>,
): Promise<void> {
  for (const { name, list, fills } of specs) {
    if (fills === undefined) continue;
    const pairs = Object.entries(fills).map(([field, property]): FieldFill => ({
      fieldId: built.get(field)!.id,
      propertyId: list!.object!.properties.get(property)!,
    }));
    await connection.query(`update ${table} set fills = $1 where id = $2`, [
      JSON.stringify(pairs),
      built.get(name)!.id,
    ]);
  }
}

/** As the designer keeps them; a demo of which one is wrong is not made. */
async function buildFormulas(
  connection: Site['connection'],
  spec: RecordTypeSpec,
  fields: Map<string, BuiltField>,
  lines: BuiltLineType | null,
): Promise<Pick<BuiltRecordType, 'fields' | 'lines'>> {
  const specs = [...(spec.fields ?? []), ...(spec.lines?.fields ?? [])];
  if (!specs.some(({ formula }) => formula !== undefined)) return { fields, lines };
  const designed = (key: string, field: Pick<FieldSpec, 'name' | 'dataType' | 'required' | 'formula'>) => ({
    key,
    name: field.name,
    dataType: field.dataType,
    enabled: true,
    required: field.required ?? false,
    formula: field.formula === undefined ? null : { written: field.formula },
  });
  const ofLines = spec.lines?.fields ?? [];
  const judged = judgeFormulas(
    (spec.fields ?? []).map((field) => designed(`f${fields.get(field.name)!.id}`, field)),
    ofLines.length === 0
      ? []
      : [
          {
            name: spec.lines!.name,
            enabled: true,
            fields: ofLines.map((field) => designed(`l${lines!.fields.get(field.name)!.id}`, field)),
          },
        ],
  );
  const kept = new Map<string, string>();
  for (const { key, formula, whyNot } of judged) {
    if (whyNot !== null || formula === null) throw new Error(`${spec.name}: ${whyNot}`);
    kept.set(key, keepFormula(formula));
    const table = key.startsWith('f') ? 'field' : 'line_item_field';
    await connection.query(`update ${table} set formula = $1 where id = $2`, [
      keepFormula(formula),
      Number(key.slice(1)),
    ]);
  }
  return {
    fields: new Map(
      [...fields].map(([name, field]) => [
        name,
        keepSlot({ ...field, formula: kept.get(`f${field.id}`) ?? null }, field.slot),
      ]),
    ),
    lines: lines && {
      ...lines,
      fields: new Map(
        [...lines.fields].map(([name, field]) => [
          name,
          { ...field, formula: kept.get(`l${field.id}`) ?? null },
        ]),
      ),
    },
  };
}

export async function buildSuperRecordType(
  { connection, tenantId, bucket }: Site,
  name: string,
  gathers: readonly BuiltRecordType[],
): Promise<BuiltRecordType> {
  const [id = 0] = await insertRows(connection, 'record_type', [
    { tenant_id: tenantId, name, is_super: true, bucket },
  ]);
  const related = gathers.map((type, index) => ({
    tenant_id: tenantId,
    super_id: id,
    related_id: type.id,
    position: index + 1,
  }));
  await insertRows(connection, 'record_type_related', related);
  const none = new Map<string, never>();
  return { id: recordTypeId(id), name, statuses: none, problemCodes: none, fields: none, lines: null };
}

async function buildFields(
  { connection, tenantId }: Site,
  typeId: number,
  specs: readonly FieldSpec[],
): Promise<Map<string, BuiltField>> {
  const taken = new Set<string>();
  const slots = specs.map((spec) => {
    const slot = spec.slot === 'overflow' ? null : (spec.slot ?? findFreeSlot(spec.dataType, taken));
    if (slot !== null) taken.add(slot);
    return slot;
  });
  const rows = specs.map((spec, index) => ({
    tenant_id: tenantId,
    record_type_id: typeId,
    name: spec.name,
    data_type: spec.dataType,
    required: spec.required ?? false,
    visibility: spec.visibility ?? true,
    enabled: spec.enabled ?? true,
    position: index + 1,
    list_id: spec.list?.id ?? null,
    object_definition_id: spec.object?.id ?? null,
    slot: slots[index] ?? null,
    currency: spec.currency ?? null,
  }));
  const ids = await insertRows(connection, 'field', rows);
  return new Map(
    specs.map((spec, index): [string, BuiltField] => {
      const slot = slots[index] ?? null;
      const field: BuiltField = {
        id: fieldId(ids[index] ?? 0),
        recordTypeId: recordTypeId(typeId),
        name: spec.name,
        dataType: spec.dataType,
        required: spec.required ?? false,
        visibility: spec.visibility ?? true,
        order: index + 1,
        enabled: spec.enabled ?? true,
        listId: spec.list === undefined ? null : listId(spec.list.id),
        listType: null,
        objectDefinitionId: spec.object?.id ?? null,
        slot,
        currency: spec.currency ?? null,
        defaultValue: null,
        help: null,
        section: null,
        formula: null,
        fills: [],
        list: spec.list ?? null,
      };
      return [spec.name, keepSlot(field, slot)];
    }),
  );
}

async function buildLineType(
  { connection, tenantId }: Site,
  typeId: number,
  spec: LineTypeSpec,
): Promise<BuiltLineType> {
  const [id = 0] = await insertRows(connection, 'line_item_type', [
    { tenant_id: tenantId, record_type_id: typeId, name: spec.name, description: spec.description ?? '' },
  ]);
  const rows = spec.fields.map((field, index) => ({
    tenant_id: tenantId,
    line_item_type_id: id,
    name: field.name,
    data_type: field.dataType,
    required: field.required ?? false,
    position: index + 1,
    list_id: field.list?.id ?? null,
    currency: field.currency ?? null,
  }));
  const ids = await insertRows(connection, 'line_item_field', rows);
  const fields = spec.fields.map(({ name, list, dataType }, index): [string, LineField] => [
    name,
    { id: ids[index] ?? 0, list: list ?? null, dataType, formula: null },
  ]);
  return { id, fields: new Map(fields) };
}
