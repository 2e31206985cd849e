// The statuses of a type, and what leads from one to the other.
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import type { Design, RecordTypes } from './api.ts';
import { dropPart, setPart, type DesignDraft } from './design-draft.ts';
import { PartInspector, type Fault } from './inspectors.tsx';
import { PartsEditor } from './parts-editor.tsx';
import { TransitionsEditor } from './transitions-editor.tsx';

type StatusesTabProps = {
  draft: DesignDraft;
  design: Design;
  roles: RecordTypes['roles'];
  chosen: string | null;
  fault: Fault;
  onChoose: (key: string | null) => void;
  onChange: (change: Partial<DesignDraft>) => void;
  onAdd: () => void;
};

export function StatusesTab(props: StatusesTabProps) {
  const { draft, design, roles, chosen, fault, onChoose, onChange, onAdd } = props;
  const { statuses, transitions } = draft;
  const part = statuses.parts.find(({ key }) => key === chosen);
  const isOfTransitions = fault !== null && transitions.parts.some(({ key }) => key === fault.key);
  return (
    <>
      <PartsEditor
        label="Statuses"
        addLabel="Add status"
        parts={statuses}
        chosen={chosen}
        onChoose={onChoose}
        onChange={(changed) => onChange({ statuses: changed })}
        onAdd={onAdd}
        noteOf={({ isFirst, closes }) => [isFirst && 'First', closes && 'Closes'].filter(Boolean).join(', ')}
        inspector={
          part === undefined ? null : (
            <PartInspector
              key={part.key}
              part={part}
              fault={fault}
              thing={(id) => ({ kind: 'STATUS', id })}
              onSet={(given) => onChange({ statuses: setPart(statuses, part.key, given) })}
              onDrop={() =>
                onChange({
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
                  onChange({
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
                  onChange({ statuses: setPart(statuses, part.key, { closes: checked }) })
                }
              />
            </PartInspector>
          )
        }
      />
      <TransitionsEditor
        draft={draft}
        design={design}
        roles={roles}
        fault={isOfTransitions ? fault.sentence : null}
        onChange={onChange}
      />
    </>
  );
}
