import { DateEditor } from './cells/text-editor.tsx';
import { dayView } from './day.tsx';
import { lateInput } from './late-inputs.ts';
import type { ValueView } from './value-view.ts';

export const momentView: ValueView = {
  ...dayView,
  FormEditor: lateInput(({ MomentForm }) => MomentForm),
  CellEditor: (props) => (
    <DateEditor {...props} shown={props.text(props.value) || props.value} placeholder="MM/DD/YYYY hh:mm AM" />
  ),
  FilterEditor: lateInput(({ MomentFilter }) => MomentFilter),
  width: 184,
};
