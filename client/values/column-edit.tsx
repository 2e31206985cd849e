// How the values of a field are edited in a grid: which editor, how its text is read, what is wrong with it.
import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import { sayExpected } from '@rowhouse/domain/values/say-expected.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { whyNotValue } from '@rowhouse/domain/values/why-not-value.ts';
import type { CellEditorProps, ColumnEdit } from '../ui/grid/grid-column.ts';
import type { Option } from '../ui/inputs/option.ts';
import type { ReactNode } from 'react';
import { renderText } from './render-text.tsx';
import { textOfStored, type Names } from './shown-text.ts';
import type { ValueField } from './value-field.ts';
import { viewOf } from './views.ts';

/** All but where the value stands in a row. */
export type ValueEdit = Omit<ColumnEdit<never>, 'value' | 'editor'> & {
  editor: (props: CellEditorProps) => ReactNode;
};

export function columnEdit(
  field: ValueField,
  options: readonly Option[] | undefined,
  names: Names,
  timeZone: string,
): ValueEdit {
  const type = valueOf(field.dataType);
  const { CellEditor } = viewOf(field.dataType);
  const render = renderText(field);
  const text = (value: string) => textOfStored(field, value, names, timeZone);
  const read = (typed: string) => type.read(typed, timeZone);
  return {
    required: field.required,
    // What is no value of the field yet reads as it was typed.
    text: (value) => text(value) || value,
    show: (value) => render(text(value) || value),
    whyNot: (value) => sayExpected(field.dataType, whyNotValue(field, value)),
    ...(type.family === 'checkbox' && { toggle: (value: string) => String(!isChecked(value)) }),
    editor: (props) =>
      CellEditor && <CellEditor {...props} field={field} options={options} text={text} read={read} />,
  };
}
