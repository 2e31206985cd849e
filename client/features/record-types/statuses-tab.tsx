// The statuses of a type, and what leads from one to the other.
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { dropPart, setPart } from './design-draft.ts';
import { PartInspector } from './inspectors.tsx';
import { PartsEditor } from './parts-editor.tsx';
import { TransitionsEditor } from './transitions-editor.tsx';
import type { Designer } from './use-designer.ts';

export function StatusesTab({ designer }: { designer: Designer }) {
  const { draft, design, choices, chosen, fault, set } = designer;
  const { statuses, transitions } = draft;
  const part = statuses.parts.find(({ key }) => key === chosen);
  const isOfTransitions = fault !== null && transitions.parts.some(({ key }) => key === fault.key);
  return (
    <>
      <PartsEditor
        label="Statuses"
        addLabel="Add status"
        emptyHint="A status says how far a record is. Every record has one, and a new one begins with the first."
        parts={statuses}
        designer={designer}
        onChange={(changed) => set({ statuses: changed })}
        noteOf={({ isFirst, closes }) => [isFirst && 'First', closes && 'Closes'].filter(Boolean).join(', ')}
        inspector={
          part === undefined ? null : (
            <PartInspector
              key={part.key}
              part={part}
              fault={fault}
              thing={(id) => ({ kind: 'STATUS', id })}
              onSet={(given) => set({ statuses: setPart(statuses, part.key, given) })}
              onDrop={() =>
                set({
                  statuses: dropPart(statuses, part.key),
                  // What leads to a status that is not there any more, or from it, goes with it.
                  transitions: {
                    ...transitions,
                    parts: transitions.parts.filter(
                      ({ values }) => values.from !== part.key && values.to !== part.key,
                    ),
                  },
                })
              }
            >
              <LabelledCheckbox
                label="The first one: new records begin with it"
                checked={part.values.isFirst}
                onChange={({ currentTarget: { checked } }) =>
                  set({
                    statuses: {
                      ...statuses,
                      parts: statuses.parts.map((one) => ({
                        ...one,
                        values: { ...one.values, isFirst: checked && one.key === part.key },
                      })),
                    },
                  })
                }
              />
              <LabelledCheckbox
                label="Closes the record: nothing is left to be done"
                checked={part.values.closes}
                onChange={({ currentTarget: { checked } }) =>
                  set({ statuses: setPart(statuses, part.key, { closes: checked }) })
                }
              />
            </PartInspector>
          )
        }
      />
      <TransitionsEditor
        draft={draft}
        design={design}
        roles={choices.roles}
        fault={isOfTransitions ? fault.sentence : null}
        onChange={set}
      />
    </>
  );
}
