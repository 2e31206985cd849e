import type { ObjectDisplay } from '@rowhouse/domain/objects/display.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import type { ReactNode } from 'react';
import type { RecordField } from '../record-field.ts';

/** Cells that hold an object, and the panel that opens beside the grid on one of them; the page brings both. */
export type RecordObjects = {
  /** An object of the record's own, or a value of a list of objects; null for a column that holds neither. */
  readonly kindOf: (key: string) => 'own' | 'listed' | null;
  /** How what is stored reads; null while that is not known yet. */
  readonly display: (key: string, stored: string | null) => ObjectDisplay | null;
  readonly renderPanel: (open: OpenObject) => ReactNode;
};

/** The properties that were changed, and the state of the record that they were changed from. */
export type ObjectChange = {
  readonly version: number;
  readonly before: PropertyValues;
  readonly changes: PropertyValues;
  readonly idempotencyKey: string;
};

export type ObjectOutcome =
  | { readonly kind: 'saved' }
  /** Somebody changed the record since; the object holds these values now. */
  | { readonly kind: 'stale'; readonly version: number; readonly values: PropertyValues };

export type OpenObject = {
  readonly field: RecordField;
  readonly recordId: number;
  readonly recordLabel: string;
  readonly version: number;
  readonly stored: string | null;
  readonly whyNotEditable: string | null;
  /** Rises with each time that the cell is opened. */
  readonly asked: number;
  readonly save: (change: ObjectChange) => Promise<ObjectOutcome>;
  readonly onUnsaved: (mayLeave: (() => Promise<boolean>) | null) => void;
  readonly onClose: () => void;
};
