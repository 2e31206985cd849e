import type { FieldDefinition } from '@rowhouse/domain/contract.generated.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';

/** What forms alone ask for. */
type OfForms =
  | 'defaultValue'
  | 'help'
  | 'section'
  | 'isGiven'
  | 'isComputed'
  | 'formula'
  | 'fills'
  | 'takesNewValues';

export type RecordField = Readonly<Omit<FieldDefinition, OfForms>> & {
  readonly [Name in OfForms]?: FieldDefinition[Name] | undefined;
} & { readonly dataType: DataType };

export const isBase = (field: RecordField): boolean => field.id === 0;

export const isRelation = ({ dataType }: RecordField): boolean => valueOf(dataType).choosing !== null;
