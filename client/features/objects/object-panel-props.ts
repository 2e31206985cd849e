import type { PropertyReading } from '@rowhouse/domain/objects/display.ts';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import type { Option } from '../../ui/inputs/option.ts';
import type { ObjectKind } from './object-field.ts';

/** What is sent: the properties that were changed, and what the change was made from. */
export type ObjectChange = {
  readonly version: number;
  readonly before: PropertyValues;
  /** '' clears a property. */
  readonly changes: PropertyValues;
  readonly idempotencyKey: string;
};

/** `stale`: somebody changed the record since; it holds these values now. Every other refusal is thrown. */
export type ObjectOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'stale'; readonly version: number; readonly values: PropertyValues };

export type ObjectPanelProps = {
  /** The name of the field. */
  title: string;
  /** Names the record in a sentence: 'record 7001'. */
  recordLabel: string;
  kind: ObjectKind;
  /** All of the definition; undefined while they are on the way. */
  properties: readonly ObjectProperty[] | undefined;
  failure: unknown;
  onRetry: () => void;
  version: number;
  values: PropertyValues;
  reading: PropertyReading;
  /** Of a property whose values are those of a list; undefined while these are on the way. */
  optionsOf: (property: ObjectProperty) => readonly Option[] | undefined;
  /** Why it cannot be edited, or null. */
  whyNotEditable: string | null;
  /** Rises with each time that the panel is asked for: then it takes the focus. */
  asked: number;
  save: (change: ObjectChange) => Promise<ObjectOutcome>;
  /** Told what asks before the panel may show something else; null when nothing would be lost. */
  onUnsaved: (mayLeave: (() => Promise<boolean>) | null) => void;
  onClose: () => void;
};
