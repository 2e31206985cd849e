import { TextEditor } from './cells/text-editor.tsx';
import { dayView } from './day.tsx';
import { lateInput } from './late-inputs.ts';
import type { ValueView } from './value-view.ts';

export const timeView: ValueView = {
  ...dayView,
  FormEditor: lateInput(({ TimeForm }) => TimeForm),
  CellEditor: (props) => (
    <TextEditor {...props} shown={props.text(props.value) || props.value} placeholder="hh:mm AM" />
  ),
  FilterEditor: lateInput(({ TimeFilter }) => TimeFilter),
  width: 104,
};
