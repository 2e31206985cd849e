// What is changed and not yet saved of one thing, and what a kind of things says of its own.
import type { FieldState } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { RowEdit } from '../ui/grid/grid-store.ts';

export type ThingId = number | string;
/** By field key, each the text in which it is stored; '' when empty. */
export type Values = ReadonlyMap<string, string>;

export type EditField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  /** By the keys of the fields; a field that has one is written by nobody. */
  readonly formula?: string | null | undefined;
};

export type Thing<Id extends ThingId> = {
  readonly id: Id;
  readonly version: number;
  readonly values: Values;
  /** It is not stored yet. */
  readonly isNew?: boolean;
};

/** What a session must know of one kind of thing. */
export type EditKind<Source, Id extends ThingId, Field extends EditField> = {
  readonly read: (source: Source, fields: ReadonlyMap<string, Field>) => Thing<Id>;
  /** What is asked before it is sent: only what was changed, or every field of it. */
  readonly asks: 'changes' | 'all';
  /** When a fault is told: as soon as a value is written, as into a cell, or once an input was left, as in a form. */
  readonly tells: 'written' | 'left';
  /** What stands in an input as the value that is kept. Default: as it stands. */
  readonly toKept?: (field: Field, text: string) => string;
  /** The sentence against what stands in an input, or null. Default: the rule of the field's type. */
  readonly whyNot?: (field: Field, text: string, original: string) => string | null;
  /** Whether another person's change of the field is news. Default: of each field. */
  readonly isNews?: (key: string) => boolean;
  /** Why a new thing cannot be sent though none of its values is wrong, or null. */
  readonly whyNotNew?: (values: Values) => string | null;
};

export type Edited<Source, Id extends ThingId = number> = {
  readonly id: Id;
  readonly source: Source;
  readonly isNew: boolean;
  /** The version that the changes were made from. */
  readonly version: number;
  readonly original: Values;
  /** Only what differs from the original. */
  readonly values: Values;
  /** What stands in the inputs of a form, as it was typed. */
  readonly typed: Values;
  /** What the server said of a field; it goes with the next change of that field. */
  readonly refusals: Values;
  /** The fields whose inputs were left. */
  readonly left: ReadonlySet<string>;
  readonly look: RowEdit;
  /** Of the fields that rules are about, what the thing as it is written now makes of them. */
  readonly states: ReadonlyMap<string, FieldState>;
  /** Sent twice under it, it is made or changed once. */
  readonly idempotencyKey: string;
};

/** What drafts keep of a thing. */
export type KeptChange = {
  readonly version: number;
  readonly original: Values;
  readonly values: Values;
  readonly idempotencyKey?: string;
};

export type Change<Id extends ThingId> = {
  readonly row: Id;
  readonly column: string;
  readonly value: string;
};

export type EditSummary = {
  readonly rows: number;
  /** Things that are new or changed. */
  readonly changedRows: number;
  readonly changes: number;
  readonly faults: number;
  /** Where every field is asked: why the first of them cannot be sent, or null. */
  readonly whyNot: string | null;
  /** What the server said of a thing as a whole, until it is written again. */
  readonly refusal: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

export const none: Values = new Map();

export const isChanged = ({ isNew, values }: { isNew: boolean; values: Values }): boolean =>
  isNew || values.size > 0;

/** What stood in the fields that were changed: what an undo writes. */
export const valuesBefore = ({ original, values }: { original: Values; values: Values }): Values =>
  new Map([...values.keys()].map((key) => [key, original.get(key) ?? '']));
