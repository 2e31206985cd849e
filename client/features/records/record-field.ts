import type { FieldDefinition } from '@rowhouse/domain/contract.generated.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { Option } from '../../ui/inputs/option.ts';

export type RecordField = Readonly<FieldDefinition> & { readonly dataType: DataType };

/** What the values of a relation may be, by the field's key. A field that has none yet is absent. */
export type FieldOptions = ReadonlyMap<string, readonly Option[]>;

export const noOptions: readonly Option[] = [];

export const isBase = (field: RecordField): boolean => field.id === 0;

/** Whether its values are people: then '@username' means the present user. */
export const holdsUsers = (field: RecordField): boolean =>
  isBase(field) ? findBaseField(field.key)?.relation === 'user' : field.listType?.dataType === 'User';

export const isRelation = (field: RecordField): boolean => {
  const family = valueFamily(field.dataType);
  return family === 'relation' || family === 'relations';
};
