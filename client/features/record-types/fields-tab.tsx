// The fields of a type, the chosen one, and the grid and the form as they would be.
import type { LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import { dataTypeNames } from '@rowhouse/domain/record-types/rules.ts';
import { targetsOf } from '@rowhouse/domain/values/conversion.ts';
import { useState, type ReactNode } from 'react';
import type { Design } from './api.ts';
import { DeletedFields } from './deleted-fields.tsx';
import { dropPart, setPart, type FieldValues, type Part } from './design-draft.ts';
import { FieldConditions } from './field-conditions.tsx';
import { FieldInspector } from './inspectors.tsx';
import { judgeDraft, namesForField } from './judge-draft.ts';
import { PartsEditor } from './parts-editor.tsx';
import styles from './record-types.module.css';
import type { Designer } from './use-designer.ts';
import { FieldRetypeDialog } from './retypes/field-retype-dialog.tsx';
import { FieldRetypes } from './retypes/field-retypes.tsx';
import { useFieldDeletion } from './use-field-deletion.ts';

export type FieldsTabProps = {
  designer: Designer;
  /** The grid and the form as they would be with these fields. */
  renderPreview: (fields: readonly Part<FieldValues>[]) => ReactNode;
  renderDefault: (
    part: Part<FieldValues>,
    error: string | null,
    onSet: (value: string | null) => void,
  ) => ReactNode;
  /** The address of the grid with the records of these numbers; null where no menu item leads there. */
  toRecords: (numbers: readonly number[]) => string | null;
};

export function FieldsTab({ designer, renderPreview, renderDefault, toRecords }: FieldsTabProps) {
  const { draft, design, choices, chosen, fault, set, choose } = designer;
  const { fields } = draft;
  const deletionOf = useFieldDeletion(designer);
  const thing = (id: number) => ({ kind: 'FIELD', id: design.id, fieldKey: `f${id}` }) as const;
  const part = fields.parts.find(({ key }) => key === chosen);
  const [retyped, setRetyped] = useState<number | null>(null);
  const field = design.fields.find(({ id }) => id === retyped);
  return (
    <>
      <PartsEditor
        label="Fields"
        addLabel="Add field"
        emptyHint="A field is what a record holds beside its number and its status: a customer, a date, an amount."
        parts={fields}
        designer={designer}
        onChange={(changed) => set({ fields: changed })}
        noteOf={noteOfField}
        isAsked={({ required }) => required}
        inspector={
          part === undefined ? null : (
            <>
              <FieldInspector
                key={part.key}
                part={part}
                fault={fault}
                typeName={design.name}
                choices={choices}
                onNewList={designer.onNewList}
                fields={fields.parts}
                formula={{
                  names: namesForField(draft, part.key),
                  whyNot: judgeDraft(draft).get(part.key) ?? null,
                  hasRecords: design.recordsTotal > 0,
                }}
                renderDefault={(of, error) =>
                  renderDefault(of, error, (defaultValue) =>
                    set({ fields: setPart(fields, of.key, { defaultValue }) }),
                  )
                }
                thing={thing}
                onDelete={deletionOf(part, thing, false)}
                onRetype={canRetype(design, part, null) ? () => setRetyped(part.id) : undefined}
                onSet={(given) => set({ fields: setPart(fields, part.key, given) })}
                onDrop={() => {
                  set({ fields: dropPart(fields, part.key) });
                  choose(null);
                }}
              />
              {part.id !== null &&
                (part.values.enabled ? (
                  <FieldConditions designer={designer} field={`f${part.id}`} />
                ) : (
                  <p className={styles.quiet}>
                    Its values stay, and come back with it. Once it is saved as switched off, it can be
                    deleted.
                  </p>
                ))}
            </>
          )
        }
        below={
          <>
            <FieldRetypes design={design} lineTypeId={null} toRecords={toRecords} />
            <DeletedFields fields={design.deletedFields.filter(({ lineTypeId }) => lineTypeId == null)} />
          </>
        }
        aside={renderPreview(fields.parts)}
      />
      {/* Beside the panes: on a phone the list is away while a field is open. */}
      {field !== undefined && (
        <FieldRetypeDialog
          recordTypeId={design.id}
          field={field}
          ofLines={false}
          lists={choices.lists}
          toRecords={toRecords}
          onClose={() => setRetyped(null)}
        />
      )}
    </>
  );
}

/** Not while its type is being changed, nor of what is computed, or becomes nothing else. */
export const canRetype = (
  design: Design,
  { id, base }: Part<LineFieldDesign>,
  lineTypeId: number | null,
): boolean =>
  id !== null &&
  base.formula === null &&
  targetsOf(base.dataType).length > 0 &&
  !design.retypes.some((one) => one.fieldId === id && (one.lineTypeId ?? null) === lineTypeId);

export const noteOfField = ({ dataType, formula }: LineFieldDesign): string =>
  formula === null ? dataTypeNames[dataType] : `${dataTypeNames[dataType]}, computed`;
