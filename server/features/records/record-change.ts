import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { StoredField } from '@rowhouse/domain/tenants/tenant-config.ts';

export type BaseValue = string | number | boolean | null;

/** A change that the role may make, each value found valid: base fields by their column, the others by field. */
export type RecordChange = {
  readonly base: ReadonlyMap<BaseFieldName, BaseValue>;
  readonly additional: readonly { readonly field: StoredField; readonly value: string | null }[];
};

declare const filled: unique symbol;

/** With what its choices fill. */
export type FilledChange = RecordChange & { readonly [filled]: true };

declare const judged: unique symbol;

/** A change whose status may move as it says, in the record that it was judged for. */
export type JudgedChange = RecordChange & {
  readonly [judged]: true;
  /** To be written with it; null where its way asks for none. */
  readonly comment: string | null;
};
