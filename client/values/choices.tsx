import { ListsEditor } from './cells/lists-editor.tsx';
import { choiceView, plainChoice } from './choice.tsx';
import { lateInput } from './late-inputs.ts';
import { noOptions } from './value-field.ts';
import type { ValueView } from './value-view.ts';

export const choicesView: ValueView = {
  ...choiceView,
  FormEditor: lateInput(({ ChoicesForm }) => ChoicesForm),
  CellEditor: ({ options, ...props }) => (
    <ListsEditor {...props} options={options ?? noOptions} isLoading={options === undefined} />
  ),
  render: () => plainChoice,
  width: 220,
};
