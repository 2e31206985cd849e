import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { Option } from '../ui/inputs/option.ts';

/** What a value has to be shown and edited with, of a record's field and of a line's alike. */
export type ValueField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  /** In what its amounts are: 'USD'. */
  readonly currency?: string | null | undefined;
  readonly listType?: { readonly id?: number; readonly dataType: string } | null;
  /** Whether values may be added to its list where one is chosen. */
  readonly takesNewValues?: boolean | undefined;
};

/** What the values of a relation may be, by the field's key. A field that has none yet is absent. */
export type FieldOptions = ReadonlyMap<string, readonly Option[]>;

export const noOptions: readonly Option[] = [];

/** Whether its values are people: then '@username' means the current user. */
export const holdsUsers = ({ key, listType }: Pick<ValueField, 'key' | 'listType'>): boolean =>
  (findBaseField(key)?.relation ?? (listType?.dataType === 'User' ? 'user' : null)) === 'user';
