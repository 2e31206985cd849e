// The kinds of lines of a type: one of them with its fields.
import Button from '@mui/material/Button';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { isEditedInLine } from '@rowhouse/domain/line-items/edited-in-line.ts';
import { useState } from 'react';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { DeletedFields } from './deleted-fields.tsx';
import { dropPart, newPart, setPart, type LineTypePart } from './design-draft.ts';
import { FieldConditions } from './field-conditions.tsx';
import { canRetype, noteOfField, type FieldsTabProps } from './fields-tab.tsx';
import { LineFieldInspector, PartInspector } from './inspectors.tsx';
import { judgeDraft, namesForLine } from './judge-draft.ts';
import { PartsEditor } from './parts-editor.tsx';
import styles from './record-types.module.css';
import { FieldRetypeDialog } from './retypes/field-retype-dialog.tsx';
import { FieldRetypes } from './retypes/field-retypes.tsx';
import type { Designer } from './use-designer.ts';
import { useFieldDeletion } from './use-field-deletion.ts';

type LinesTabProps = { designer: Designer } & Pick<FieldsTabProps, 'toRecords'>;

export function LinesTab({ designer, toRecords }: LinesTabProps) {
  const { draft, lines, set, setLineType, choose } = designer;
  const addKind = () => {
    const part = {
      ...newPart({ name: '', description: '', visibility: true, enabled: true }),
      fields: { parts: [], from: [] },
    };
    set({ lineTypes: [...draft.lineTypes, part] });
    setLineType(part.key);
    choose(part.key);
  };
  return (
    <div className={styles.stack}>
      <div className={styles.kinds} role="group" aria-label="Kinds of lines">
        {draft.lineTypes.map((one) => (
          <Button
            key={one.key}
            variant={one === lines ? 'outlined' : 'text'}
            aria-pressed={one === lines}
            onClick={() => {
              setLineType(one.key);
              choose(null);
            }}
          >
            {one.values.name || 'Without a name'}
          </Button>
        ))}
        <Button onClick={addKind}>Add a kind of lines</Button>
      </div>
      {lines === undefined ? (
        <p className={styles.quiet}>
          Records of this type have no lines yet. Lines are rows inside a record, as many as it needs: the
          products of an order with quantity and price.
        </p>
      ) : (
        <KindOfLines designer={designer} lines={lines} toRecords={toRecords} />
      )}
    </div>
  );
}

function KindOfLines({ designer, lines, toRecords }: LinesTabProps & { lines: LineTypePart }) {
  const { draft, design, choices, chosen, fault, set, setLines } = designer;
  const part = lines.fields.parts.find(({ key }) => key === chosen);
  const deletionOf = useFieldDeletion(designer);
  const [retyped, setRetyped] = useState<number | null>(null);
  const field = design.lineTypes.find(({ id }) => id === lines.id)?.fields.find(({ id }) => id === retyped);
  const thing = (id: number) => ({ kind: 'LINE_FIELD', id }) as const;
  /** As it is saved, or its kind of lines: then nothing reads its values. */
  const isOff = ({ base }: (typeof lines.fields.parts)[number]) => !base.enabled || !lines.base.enabled;
  const setValues = (given: Partial<LineTypePart['values']>) =>
    setLines({ ...lines, values: { ...lines.values, ...given } });
  return (
    <>
      <div className={styles.narrowForm}>
        <PartInspector
          key={lines.key}
          part={lines}
          fault={fault}
          thing={(id) => ({ kind: 'LINE_TYPE', id })}
          onSet={setValues}
          onDrop={() => set({ lineTypes: draft.lineTypes.filter(({ key }) => key !== lines.key) })}
        >
          <TextInput
            label="Description"
            value={lines.values.description}
            onChange={(description) => setValues({ description })}
          />
        </PartInspector>
      </div>
      <PartsEditor
        label={`Fields of ${lines.values.name || 'the lines'}`}
        below={
          <>
            {lines.id !== null && (
              <FieldRetypes design={design} lineTypeId={lines.id} toRecords={toRecords} />
            )}
            <DeletedFields
              fields={design.deletedFields.filter(({ lineTypeId }) => lineTypeId === lines.id)}
            />
          </>
        }
        addLabel="Add line field"
        emptyHint="A field of lines is what each line holds: a product, a quantity, a price."
        parts={lines.fields}
        designer={designer}
        onChange={(fields) => setLines({ ...lines, fields })}
        noteOf={noteOfField}
        isAsked={({ required }) => required}
        inspector={
          part === undefined ? null : (
            <>
              <LineFieldInspector
                key={part.key}
                part={part}
                fault={fault}
                choices={choices}
                onNewList={designer.onNewList}
                fields={lines.fields.parts}
                formula={{
                  names: namesForLine(lines.fields, part.key),
                  whyNot: judgeDraft(draft).get(part.key) ?? null,
                  hasRecords: design.recordsTotal > 0,
                }}
                thing={thing}
                onDelete={deletionOf(part, thing, true)}
                isOff={isOff(part)}
                onRetype={
                  !isOff(part) && canRetype(design, part, lines.id) ? () => setRetyped(part.id) : undefined
                }
                onSet={(given) => setLines({ ...lines, fields: setPart(lines.fields, part.key, given) })}
                onDrop={() => setLines({ ...lines, fields: dropPart(lines.fields, part.key) })}
              />
              {part.id !== null && part.values.enabled && isEditedInLine(part.base.dataType) && (
                <FieldConditions designer={designer} field={lineKey(part.id)} />
              )}
            </>
          )
        }
      />
      {field !== undefined && (
        <FieldRetypeDialog
          recordTypeId={design.id}
          field={field}
          ofLines
          lists={choices.lists}
          toRecords={toRecords}
          onClose={() => setRetyped(null)}
        />
      )}
    </>
  );
}
