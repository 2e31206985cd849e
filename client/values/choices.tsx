import { writeIds } from '@rowhouse/domain/kernel/formats.ts';
import { ListsEditor } from './cells/lists-editor.tsx';
import { choiceView, plainChoice } from './choice.tsx';
import { choiceActs } from './choice-acts.ts';
import { lateInput } from './late-inputs.ts';
import { noOptions } from './value-field.ts';
import type { ValueView } from './value-view.ts';

export const choicesView: ValueView = {
  ...choiceView,
  FormEditor: lateInput(({ ChoicesForm }) => ChoicesForm),
  CellEditor: ({ field, options, onAsk, ...props }) => (
    <ListsEditor
      {...props}
      options={options ?? noOptions}
      isLoading={options === undefined}
      actsOn={(ids) =>
        onAsk === undefined
          ? []
          : choiceActs(field, options, '', () => {
              // What was chosen so far stays chosen.
              const put = onAsk(ids.length === 0 ? '' : writeIds(ids.map(Number)));
              return (id) => put(writeIds([...new Set([...ids.map(Number), Number(id)])]));
            })
      }
    />
  ),
  render: () => plainChoice,
  width: 220,
};
