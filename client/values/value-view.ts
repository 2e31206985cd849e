import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { ComponentType, ReactNode, Ref } from 'react';
import type { CellEditorProps, GridColumn } from '../ui/grid/grid-column.ts';
import type { Option } from '../ui/inputs/option.ts';
import type { ChoiceField } from './choice-acts.ts';
import type { ValueField } from './value-field.ts';

/** An input of a form. Whatever the type, the value is the text in which it is stored, '' when empty. */
export type FieldEditorProps = {
  field: {
    readonly name: string;
    readonly dataType: DataType;
    readonly currency?: string | null | undefined;
    /** Stands below the input. */
    readonly help?: string | null | undefined;
  } & ChoiceField;
  /** Absent while the list is on its way. */
  options: readonly Option[] | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  required: boolean;
  error: string | null;
  /** For dates: the last day that is offered. */
  latest?: string;
  ref: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** An editor in a cell of a grid. */
export type CellProps = CellEditorProps & {
  field: ChoiceField;
  /** Absent while the list is on its way. */
  options: readonly Option[] | undefined;
  /** How a value reads. */
  text: (value: string) => string;
  /** What is written as it is stored. */
  read: (typed: string) => string;
};

type FilterFrame = {
  label: string;
  error: string | null;
  hideLabel: true;
  onBlur: () => void;
  /** Offered in their order; a disabled one can be looked for. */
  options: readonly Option[];
  read: (typed: string) => string;
};

/** One value of a condition. */
export type FilterProps = FilterFrame & { value: string; onChange: (value: string) => void };

/** Several of them. */
export type FilterListProps = FilterFrame & {
  value: readonly string[];
  onChange: (values: string[]) => void;
};

/** From the text of a cell that is not empty to what it shows. It runs for every cell that scrolls by: no hooks. */
export type Render = (text: string) => ReactNode;

/** How a data type looks and is edited. What is null has no such editor here. */
export type ValueView = {
  readonly FormEditor: ComponentType<FieldEditorProps> | null;
  readonly CellEditor: ComponentType<CellProps> | null;
  readonly FilterEditor: ComponentType<FilterProps> | null;
  readonly FilterListEditor: ComponentType<FilterListProps> | null;
  /** Null where a cell shows its text and nothing more. */
  readonly render: (field: ValueField) => Render | null;
  /** Tabular figures, and numbers at the end of their cells. */
  readonly kind: NonNullable<GridColumn<never>['kind']>;
  /** Of its columns, in pixels, until rows are there to be measured; and at most, once they are. */
  readonly width: number;
  readonly widest: number;
};

export const plainText = (): null => null;
export const widestColumn = 240;
