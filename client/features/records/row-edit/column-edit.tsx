// How each field is edited in the grid: which editor, how its text is read, what is wrong with it.
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import { readWrittenValue, whyNotWritten } from '@rowhouse/domain/records/written-value.ts';
import { lazy, Suspense, type ReactElement } from 'react';
import type { CellEditorProps, ColumnEdit } from '../../../ui/grid/grid-column.ts';
import type { Option } from '../../../ui/inputs/option.ts';
import { renderText } from '../columns/record-cell.tsx';
import { noOptions, type RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { textOfStored, type Names } from '../record-text.ts';
import { CheckEditor } from './check-editor.tsx';
import { ListEditor } from './list-editor.tsx';
import { ListsEditor } from './lists-editor.tsx';
import { storedValue } from './row-values.ts';
import { DateEditor, TextAreaEditor, TextEditor } from './text-editor.tsx';

type PhoneEditorComponent = (props: CellEditorProps) => ReactElement;

let loadedPhoneEditor: PhoneEditorComponent | undefined;

/** It brings the countries of the world along. Loaded when row edit begins, it is there when its cell is opened. */
export async function loadPhoneEditor(): Promise<{ default: PhoneEditorComponent }> {
  loadedPhoneEditor = (await import('./phone-editor.tsx')).PhoneEditor;
  return { default: loadedPhoneEditor };
}

const LazyPhoneEditor = lazy(loadPhoneEditor);

export function columnEdit(
  field: RecordField,
  options: readonly Option[] | undefined,
  names: Names,
  timeZone: string,
): ColumnEdit<RecordRow> {
  const render = renderText(field);
  const text = (value: string) => (value === '' ? '' : textOfStored(field, value, names, timeZone));
  const isCheck = valueFamily(field.dataType) === 'checkbox';
  return {
    required: field.required,
    value: (record) => storedValue(field, record),
    // What is no value of the field yet reads as it was typed.
    text: (value) => text(value) || value,
    show: (value) => render(text(value) || value),
    whyNot: (value) => whyNotWritten(field, value),
    ...(isCheck && { toggle: (value: string) => String(!isChecked(value)) }),
    editor: (props) => editorOf(field, options, timeZone, text, props),
  };
}

const placeholders: Partial<Record<RecordField['dataType'], string>> = {
  date: 'MM/DD/YYYY',
  datetime: 'MM/DD/YYYY hh:mm AM',
  time: 'hh:mm AM',
  url: 'https://',
  email: 'name@example.com',
};

const inputModes: Partial<Record<RecordField['dataType'], 'numeric' | 'decimal' | 'url' | 'email'>> = {
  number: 'numeric',
  decimal: 'decimal',
  float: 'decimal',
  currency: 'decimal',
  url: 'url',
  email: 'email',
};

function editorOf(
  field: RecordField,
  options: readonly Option[] | undefined,
  timeZone: string,
  text: (value: string) => string,
  props: CellEditorProps,
): ReactElement {
  const read = (typed: string) => readWrittenValue(field, typed, timeZone);
  const written = {
    ...props,
    read,
    placeholder: placeholders[field.dataType],
    inputMode: inputModes[field.dataType],
  };
  switch (valueFamily(field.dataType)) {
    case 'relation':
      return <ListEditor {...props} options={options ?? noOptions} isLoading={options === undefined} />;
    case 'relations':
      return <ListsEditor {...props} options={options ?? noOptions} isLoading={options === undefined} />;
    case 'checkbox':
      return <CheckEditor {...props} />;
    case 'date':
    case 'datetime':
      return <DateEditor {...written} shown={text(props.value) || props.value} />;
    case 'time':
      return <TextEditor {...written} shown={text(props.value) || props.value} />;
    default:
      if (field.dataType === 'textarea') return <TextAreaEditor {...written} shown={props.value} />;
      if (field.dataType === 'phone') return phoneEditor(props);
      return <TextEditor {...written} shown={props.value} />;
  }
}

function phoneEditor(props: CellEditorProps): ReactElement {
  const PhoneEditor = loadedPhoneEditor;
  if (PhoneEditor) return <PhoneEditor {...props} />;
  return (
    <Suspense fallback={null}>
      <LazyPhoneEditor {...props} />
    </Suspense>
  );
}
