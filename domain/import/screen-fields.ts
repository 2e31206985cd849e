// Which fields a person may fill by a file in the browser, and where its columns go. What is hidden is not among them.
import { findAuthorisedRecordType, type AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { mayOnRecordType } from '../access/decide.ts';
import { recordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { defaultValuesOf, firstStatusOf } from '../records/given-values.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { createdAtKey, listImportFields, parentField, type ImportField } from './import-field.ts';
import { mayChangePlace } from '../projects/rules.ts';
import { planMapping, type Mapping, type MappedColumn } from './mapping.ts';

export type ChosenColumn = { readonly column: number; readonly fieldKey: string };

/** With what the server gives where the file says nothing taken as not required. */
/** An administrator may say as well when records were made, as they come from another system. */
export function listScreenFields(
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  viewer: Viewer,
): ImportField[] {
  const { type, fields } = recordType;
  const given = new Set<string>(defaultValuesOf(config, type).map(({ field }) => `f${field.id}`));
  if (type.isNumbered) given.add('recordNumber');
  if (firstStatusOf(config, type.id) !== null) given.add('status');
  const mayPlace = mayChangePlace(recordType) && fields.has('recordNumber');
  const own = listImportFields(type, { createdAt: viewer.administers }).flatMap((field) => {
    const authorised = fields.get(field.key);
    if (authorised === undefined) return [];
    if (authorised.access !== 'Editable' && field.key !== createdAtKey) return [];
    return { ...field, required: field.required && !given.has(field.key) };
  });
  return mayPlace ? [...own, parentField] : own;
}

/** Whether a new record needs a field that the role may not fill, and that nothing else fills. */
export function needsClosedField(recordType: AuthorisedRecordType, config: TenantConfig): boolean {
  const given = new Set<number>(defaultValuesOf(config, recordType.type).map(({ field }) => field.id));
  const isOpen = (key: string) => recordType.fields.get(key)?.access === 'Editable';
  if (!isOpen('status') && firstStatusOf(config, recordType.type.id) === null) return true;
  return recordType.type.fields.some(
    ({ id, enabled, required }) => enabled && required && !given.has(id) && !isOpen(`f${id}`),
  );
}

/** By the key of the field where each column goes by its name; null where it goes nowhere. */
export function suggestColumns(
  headers: readonly string[],
  fields: readonly ImportField[],
): (string | null)[] {
  const { columns } = planMapping({ headers, fields, owner: '', map: [], set: [], spoken: [] });
  const taken = new Set<string>();
  const keys = headers.map((): string | null => null);
  for (const { index, field } of columns) {
    if (taken.has(field.key)) continue;
    taken.add(field.key);
    keys[index] = field.key;
  }
  return keys;
}

/**
 * What the person chose, or why it cannot be done so.
 * @param keysToFill by the keys of the columns those that their choices fill
 */
export function planChosen(
  chosen: readonly ChosenColumn[],
  headers: readonly string[],
  fields: readonly ImportField[],
  keysToFill: (keys: readonly string[]) => readonly string[] = () => [],
): Mapping {
  const problems: string[] = [];
  const sources = new Map<string, string>();
  const columns = chosen.flatMap(({ column, fieldKey }): MappedColumn[] => {
    const field = fields.find(({ key }) => key === fieldKey);
    const header = headers[column];
    if (field === undefined || header === undefined) return [];
    const other = sources.get(field.key);
    if (other !== undefined)
      problems.push(`${field.name} is filled twice: by the column '${other}' and by the column '${header}'.`);
    sources.set(field.key, header);
    return [{ header, index: column, field }];
  });
  if (columns.length === 0) problems.push('No column goes to a field. Choose where the columns go.');
  const unfilled = fields.filter(({ key }) => !sources.has(key));
  // Without a column of numbers every record is given one.
  const filled = new Set(['recordNumber', ...keysToFill([...sources.keys()])]);
  for (const { name } of unfilled.filter(({ key, required }) => required && !filled.has(key)))
    problems.push(`${name} is required and no column fills it. Choose a column for it.`);
  const used = new Set(columns.map(({ index }) => index));
  return {
    columns: columns.toSorted((one, other) => one.index - other.index),
    fixed: [],
    unused: headers.filter((_, index) => !used.has(index)),
    unfilled,
    problems,
  };
}

/** Whether the viewer may begin an import of the type at all: a super type has no records of its own. */
export function mayImport(config: TenantConfig, viewer: Viewer, id: number): boolean {
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(id));
  return (
    recordType !== null &&
    !recordType.type.isSuper &&
    mayOnRecordType(viewer, 'create records', recordType.type.id)
  );
}
