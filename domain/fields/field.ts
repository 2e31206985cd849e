import type { FieldId, ListId, RecordTypeId } from '../kernel/ids.ts';
import type { FieldFill } from '../fills/field-fill.ts';
import type { DataType } from './data-types.ts';

/** An additional field: what a tenant added to a record type. */
export type Field = {
  readonly id: FieldId;
  readonly recordTypeId: RecordTypeId;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly visibility: boolean;
  readonly order: number;
  readonly enabled: boolean;
  readonly listId: ListId | null;
  /** Values are users of the tenant when the list is of type User. */
  readonly listType: 'User' | 'Value' | 'Object' | 'Other' | null;
  readonly objectDefinitionId: number | null;
  /** Of its amounts: its own, its type's or the company's. Null where it holds none. */
  readonly currency: string | null;
  /** What a new record begins with, as it is stored; null for nothing. */
  readonly defaultValue: string | null;
  /** Said beside its inputs. */
  readonly help: string | null;
  /** The heading under which forms show it; null for the first, which has none. */
  readonly section: string | null;
  /** By which it is computed, as it is kept; null where people fill it. */
  readonly formula: string | null;
  /** What a choice of it fills. */
  readonly fills: readonly FieldFill[];
  /** When it got its data type, where it had another: what was written before does not go back into it. */
  readonly retypedAt?: string | null;
};

/** One key for both kinds of field, used by access, sort, filter and columns: 'status', 'f12'. */
export const additionalFieldKey = (id: FieldId | number): string => `f${id}`;

export const parseFieldKey = (key: string): { base: string } | { fieldId: number } => {
  const match = /^f(\d+)$/.exec(key);
  return match ? { fieldId: Number(match[1]) } : { base: key };
};
