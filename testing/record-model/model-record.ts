import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { Slot } from '@rowhouse/server/platform/record-store/slots.ts';

/** A field as the model and its tests see it. */
export type ModelField = {
  /** 'status', 'f12'. */
  readonly key: string;
  /** For the name of a test: 'additional date in a slot'. */
  readonly label: string;
  readonly dataType: DataType;
  /** 0 for a base field. */
  readonly id: number;
  readonly slot: Slot | null;
  /** A base column that holds whole numbers only. */
  readonly isWhole: boolean;
  readonly nullable: boolean;
  /** Of a relation: what its ids are called, and so how they are ordered. Of an object: its properties. */
  readonly names: ReadonlyMap<string, string>;
};

/** A record in plain memory: its values by field key, in the text of the contract; empty fields are absent. */
export type ModelRecord = {
  readonly id: number;
  readonly enabled: boolean;
  readonly values: ReadonlyMap<string, string>;
};
