// What a record type is made of, as its administrators change it. Names are compared as people read them.
import type { DataType } from '../fields/data-types.ts';

/** A field as it is to stand, for a new one and for one that is changed alike. */
export type FieldDesign = {
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  /** As a value of the field is stored; null for none. */
  readonly defaultValue: string | null;
  readonly help: string | null;
  /** The heading under which forms show it; null for the first, which has none. */
  readonly section: string | null;
  readonly visibility: boolean;
  readonly enabled: boolean;
  /** Of a field of choices. */
  readonly listId: number | null;
  /** Of a field of objects. */
  readonly objectDefinitionId: number | null;
  /** By which it is computed, with the names of the fields as a person writes it; null where people fill it. */
  readonly formula: string | null;
  /** What a choice of it fills, as `writeFills` writes it; '' for nothing. Of new fields the first is -1, the second -2. */
  readonly fills: string;
};

export type LineFieldDesign = Pick<
  FieldDesign,
  'name' | 'dataType' | 'required' | 'enabled' | 'listId' | 'formula' | 'fills'
>;

export type LineTypeDesign = {
  readonly name: string;
  readonly description: string;
  readonly visibility: boolean;
  readonly enabled: boolean;
};

export type StatusDesign = {
  readonly name: string;
  readonly enabled: boolean;
  /** Whether nothing is left to be done for a record that has it. */
  readonly closes: boolean;
  /** Whether a new record begins with it; of one status of a type at most. */
  readonly isFirst: boolean;
};

export type ProblemCodeDesign = { readonly name: string; readonly enabled: boolean };

export type NumberingDesign = {
  /** Digits before the year and the counter, '' for none: a record number is a number. */
  readonly prefix: string;
  readonly nextNumber: number;
  /** How many digits the counter has at least; it matters after a prefix or a year. */
  readonly padding: number;
  /** Whether the year stands before the counter, which begins at 1 again each year. */
  readonly byYear: boolean;
  readonly enabled: boolean;
};

/** Where the menu item of a type comes: in a section that stands, or in a new one. */
export type MenuPlace = { readonly sectionId: number } | { readonly sectionName: string };

/** A whole type that does not stand yet. What is left out is none. */
export type NewTypeDesign = {
  readonly name: string;
  readonly isSuper?: boolean;
  /** Of a super type: the types that it gathers, in their order. */
  readonly relatedIds?: readonly number[];
  readonly fields?: readonly FieldDesign[];
  readonly statuses?: readonly StatusDesign[];
  readonly problemCodes?: readonly ProblemCodeDesign[];
  readonly lineTypes?: readonly (LineTypeDesign & { readonly fields: readonly LineFieldDesign[] })[];
  readonly numbering?: NumberingDesign;
  readonly menu?: MenuPlace;
};

/** A field with nothing said of it but what it must have. */
export const plainField = (
  given: Pick<FieldDesign, 'name' | 'dataType'> & Partial<FieldDesign>,
): FieldDesign => ({
  required: false,
  defaultValue: null,
  help: null,
  section: null,
  visibility: true,
  enabled: true,
  listId: null,
  objectDefinitionId: null,
  formula: null,
  fills: '',
  ...given,
});
