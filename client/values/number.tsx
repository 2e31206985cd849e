import { TextEditor } from './cells/text-editor.tsx';
import { lateInput } from './late-inputs.ts';
import { plainText, widestColumn, type ValueView } from './value-view.ts';

export const decimalView: ValueView = {
  FormEditor: lateInput(({ DecimalForm }) => DecimalForm),
  CellEditor: (props) => <TextEditor {...props} shown={props.value} inputMode="decimal" />,
  FilterEditor: lateInput(({ NumberFilter }) => NumberFilter),
  FilterListEditor: lateInput(({ NumberFilterList }) => NumberFilterList),
  render: plainText,
  kind: 'number',
  width: 120,
  widest: widestColumn,
};

export const wholeNumberView: ValueView = {
  ...decimalView,
  FormEditor: lateInput(({ WholeForm }) => WholeForm),
  CellEditor: (props) => <TextEditor {...props} shown={props.value} inputMode="numeric" />,
};
