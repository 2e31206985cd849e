import { DateEditor } from './cells/text-editor.tsx';
import { lateInput } from './late-inputs.ts';
import { plainText, widestColumn, type ValueView } from './value-view.ts';

export const dayView: ValueView = {
  FormEditor: lateInput(({ DayForm }) => DayForm),
  CellEditor: (props) => (
    <DateEditor {...props} shown={props.text(props.value) || props.value} placeholder="MM/DD/YYYY" />
  ),
  FilterEditor: lateInput(({ DayFilter }) => DayFilter),
  FilterListEditor: null,
  render: plainText,
  kind: 'date',
  width: 124,
  widest: widestColumn,
};
