import { findHref } from '@rowhouse/domain/kernel/formats.ts';
import { TextAreaEditor, TextEditor } from './cells/text-editor.tsx';
import { lateInput } from './late-inputs.ts';
import { plainText, widestColumn, type CellProps, type Render, type ValueView } from './value-view.ts';

export const textView: ValueView = {
  FormEditor: lateInput(({ TextForm }) => TextForm),
  CellEditor: (props) => <TextEditor {...props} shown={props.value} />,
  FilterEditor: lateInput(({ TextFilter }) => TextFilter),
  FilterListEditor: lateInput(({ TextFilterList }) => TextFilterList),
  render: plainText,
  kind: 'text',
  width: 168,
  widest: 260,
};

export const longTextView: ValueView = {
  ...textView,
  FormEditor: lateInput(({ LongTextForm }) => LongTextForm),
  CellEditor: (props) => <TextAreaEditor {...props} shown={props.value} />,
  width: 260,
  widest: 320,
};

export const emailView: ValueView = {
  ...textView,
  FormEditor: lateInput(({ EmailForm }) => EmailForm),
  CellEditor: (props: CellProps) => (
    <TextEditor {...props} shown={props.value} placeholder="name@example.com" inputMode="email" />
  ),
  width: 220,
  widest: widestColumn,
};

const link: Render = (text) => {
  const href = findHref(text);
  if (href === null) return text;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" tabIndex={-1}>
      {text}
    </a>
  );
};

export const webAddressView: ValueView = {
  ...textView,
  FormEditor: lateInput(({ AddressForm }) => AddressForm),
  CellEditor: (props) => <TextEditor {...props} shown={props.value} placeholder="https://" inputMode="url" />,
  render: () => link,
  width: 220,
  widest: 220,
};
