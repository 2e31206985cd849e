import { baseFields } from '../fields/base-fields.ts';
import type { BaseField } from '../fields/base-fields.ts';
import type { DataType } from '../fields/data-types.ts';
import { isDataType } from '../fields/data-types.ts';
import { additionalFieldKey } from '../fields/field.ts';
import { isComputed } from '../formulas/computed-fields.ts';
import type { ListId } from '../kernel/ids.ts';
import type { StoredField, StoredRecordType } from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';

/** Where the values of a field come from, when it takes none but those. */
export type ChoiceSource =
  | { readonly kind: 'status' | 'problemCode' | 'user' | 'tenant' }
  | { readonly kind: 'list'; readonly listId: ListId };

/** A field that a column of a file may fill: of a record or of one of its lines. What is computed is filled by nobody. */
export type ImportField = {
  /** 'status', 'f12'; of a line 'l7'. */
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly choices: ChoiceSource | null;
  readonly base: BaseField | null;
  readonly stored: StoredField | null;
};

/** A field of a type of lines, as it is stored. */
export type LineField = {
  readonly id: number;
  readonly name: string;
  readonly dataType: string;
  readonly required: boolean;
  readonly listId: ListId | null;
  readonly formula: string | null;
};

const relationSources = new Set<string>(['status', 'problemCode', 'user', 'tenant']);

export const createdAtKey = 'createdAt';
/** What a new record stands under, as `parent-cell.ts` writes it. */
export const parentKey = 'parent';

export const parentField: ImportField = {
  key: parentKey,
  name: 'Parent',
  dataType: 'string',
  required: false,
  choices: null,
  base: null,
  stored: null,
};

/** What belongs to the server, and files, come by other ways. */
function isImportableBase(field: BaseField): boolean {
  return field.readOnly !== true && field.relation !== 'file';
}

/** Objects and attachments are no text that a cell could hold. */
const isImportable = (dataType: DataType): boolean => valueOf(dataType).family !== 'opaque';

/**
 * @param more when records were made may be said by whoever has the right to: it is never changed afterwards
 */
export function listImportFields(
  type: StoredRecordType,
  { createdAt = false }: { readonly createdAt?: boolean } = {},
): ImportField[] {
  const isFilled = (field: BaseField) =>
    isImportableBase(field) || (createdAt && field.name === createdAtKey);
  const base = baseFields.filter(isFilled).map((field: BaseField): ImportField => ({
    key: field.name,
    name: field.label,
    dataType: field.dataType,
    required: field.required === true,
    choices: relationSources.has(field.relation ?? '')
      ? { kind: field.relation as 'status' | 'problemCode' | 'user' | 'tenant' }
      : null,
    base: field,
    stored: null,
  }));
  const additional = type.fields
    .filter((field) => field.enabled && isImportable(field.dataType) && !isComputed(field))
    .map((field): ImportField => ({
      key: additionalFieldKey(field.id),
      name: field.name,
      dataType: field.dataType,
      required: field.required,
      choices: field.listId === null ? null : { kind: 'list', listId: field.listId },
      base: null,
      stored: field,
    }));
  return [...base, ...additional];
}

export const listLineImportFields = (fields: readonly LineField[]): ImportField[] =>
  fields.flatMap((field): ImportField[] => {
    const { dataType } = field;
    if (!isDataType(dataType) || !isImportable(dataType) || isComputed(field)) return [];
    return [
      {
        key: `l${field.id}`,
        name: field.name,
        dataType,
        required: field.required,
        choices: field.listId === null ? null : { kind: 'list', listId: field.listId },
        base: null,
        stored: null,
      },
    ];
  });
