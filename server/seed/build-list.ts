import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';

export type ListValueSpec =
  | string
  | {
      readonly value: string;
      readonly enabled?: boolean;
      /** The person that it stands for, in a list of users. */
      readonly userId?: number;
      /** In a list of objects: by the property's name. */
      readonly properties?: Readonly<Record<string, string>>;
    };

export type ListSpec = {
  readonly name: string;
  readonly description?: string;
  readonly listType?: 'User' | 'Value' | 'Object' | 'Other';
  readonly object?: BuiltObject;
  readonly values?: readonly ListValueSpec[];
};

/** By a value's text, its id; it grows as values are added. */
export type BuiltList = {
  readonly id: number;
  readonly name: string;
  readonly object: BuiltObject | null;
  readonly values: Map<string, number>;
};

export type ObjectSpec = {
  readonly name: string;
  readonly properties: readonly {
    readonly name: string;
    readonly dataType?: DataType;
    readonly required?: boolean;
    readonly displayable?: boolean;
    readonly enabled?: boolean;
    readonly list?: BuiltList;
  }[];
};

/** By a property's name, its id. */
export type BuiltObject = { readonly id: number; readonly properties: ReadonlyMap<string, number> };

export async function buildObjectDefinition(site: Site, spec: ObjectSpec): Promise<BuiltObject> {
  const { connection, tenantId } = site;
  const [id = 0] = await insertRows(connection, 'object_definition', [
    { tenant_id: tenantId, name: spec.name },
  ]);
  const rows = spec.properties.map((property, index) => ({
    tenant_id: tenantId,
    object_definition_id: id,
    name: property.name,
    data_type: property.dataType ?? 'string',
    is_required: property.required ?? false,
    is_displayable: property.displayable ?? false,
    enabled: property.enabled ?? true,
    position: index + 1,
    list_id: property.list?.id ?? null,
  }));
  const ids = await insertRows(connection, 'object_property', rows);
  return { id, properties: new Map(spec.properties.map(({ name }, index) => [name, ids[index] ?? 0])) };
}

export async function buildList(site: Site, spec: ListSpec): Promise<BuiltList> {
  const row = {
    tenant_id: site.tenantId,
    name: spec.name,
    description: spec.description ?? spec.name,
    list_type: spec.listType ?? 'Value',
    object_definition_id: spec.object?.id ?? null,
  };
  const [id = 0] = await insertRows(site.connection, 'list', [row]);
  const list: BuiltList = { id, name: spec.name, object: spec.object ?? null, values: new Map() };
  await addListValues(site, list, spec.values ?? []);
  return list;
}

export async function addListValues(
  site: Site,
  list: BuiltList,
  specs: readonly ListValueSpec[],
): Promise<void> {
  const values = specs.map((spec) => (typeof spec === 'string' ? { value: spec } : spec));
  const rows = values.map((spec, index) => ({
    tenant_id: site.tenantId,
    list_id: list.id,
    value: spec.value,
    user_id: spec.userId ?? null,
    position: list.values.size + index + 1,
    enabled: spec.enabled ?? true,
    object_values: spec.properties === undefined ? null : JSON.stringify(byPropertyId(list, spec.properties)),
  }));
  const ids = await insertRows(site.connection, 'list_value', rows);
  values.forEach(({ value }, index) => list.values.set(value, ids[index] ?? 0));
}

function byPropertyId(list: BuiltList, properties: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, text]) => {
      const id = list.object?.properties.get(name);
      if (id === undefined) throw new Error(`The objects of the list ${list.name} have no property ${name}.`);
      return [String(id), text];
    }),
  );
}
