import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { PropertyReading } from '@rowhouse/domain/objects/display.ts';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import type { ReactNode, Ref } from 'react';
import type { Option } from '../../ui/inputs/option.ts';
import type { ObjectKind } from './object-field.ts';

/** What is sent: the properties that were changed, and what the change was made from. */
export type ObjectChange = {
  readonly version: number;
  readonly before: PropertyValues;
  /** '' clears a property. */
  readonly changes: PropertyValues;
};

/** `stale`: somebody changed the record since; it holds these values now. Every other refusal is thrown. */
export type ObjectOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'stale'; readonly version: number; readonly values: PropertyValues };

/** How one property is edited; the page brings it. */
export type EditedProperty = {
  field: { readonly name: string; readonly dataType: DataType };
  options: readonly Option[] | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  required: boolean;
  error: string | null;
  ref: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** A property that two people changed, as it reads. */
export type ContestedProperty = {
  readonly key: string;
  readonly name: string;
  readonly original: string;
  readonly theirs: string;
  readonly mine: string;
};

export type Choices = ReadonlyMap<string, 'mine' | 'theirs'>;

/** The question which values shall stand; the page brings it. Answered with null, nothing is decided. */
export type Contest = {
  title: string;
  fields: readonly ContestedProperty[];
  /** The names of what only they, and only I, have changed. */
  taken: readonly string[];
  kept: readonly string[];
  onAnswer: (choices: Choices | null) => void;
};

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
  renderEditor: (edited: EditedProperty) => ReactNode;
  renderContest: (contest: Contest) => ReactNode;
  /** Told what asks before the panel may show something else; null when nothing would be lost. */
  onUnsaved: (mayLeave: (() => Promise<boolean>) | null) => void;
  onClose: () => void;
};
