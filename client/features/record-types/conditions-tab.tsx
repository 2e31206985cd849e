// The conditions of a type's fields: which field is required, read only or shown when.
import Button from '@mui/material/Button';
import {
  mostConditions,
  conditionKinds,
  type ConditionKind,
} from '@rowhouse/domain/field-conditions/field-condition.ts';
import { sayKind, sayRule } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { whyNotRuleCondition, whyNotRuled } from '@rowhouse/domain/field-conditions/why-not-rule.ts';
import { sayConditions } from '@rowhouse/domain/status-paths/say-conditions.ts';
import { useEffect, useMemo, useState } from 'react';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { useFieldOptions } from '../../values/choices/use-field-options.ts';
import { noOptions, type FieldOptions } from '../../values/value-field.ts';
import {
  besideField,
  plainCondition,
  plainRow,
  rowsOf,
  ruledFields,
  type ConditionedField,
  type ConditionValues,
} from './condition-draft.ts';
import { addPart, dropPart, newPart, setPart, type Part } from './design-draft.ts';
import { RuleConditions } from './rule-conditions.tsx';
import { RuleList, useKeptFocus } from './rule-list.tsx';
import styles from './transitions.module.css';
import type { Designer } from './use-designer.ts';

export function ConditionsTab({ designer }: { designer: Designer }) {
  const { draft, design, chosen, conditioned: field, fault, choose, setConditioned, set } = designer;
  const { conditions } = draft;
  useEffect(() => {
    // The button of a field that led here is gone with its tab.
    if (field !== '') focusIfLost(document.querySelector<HTMLElement>('[role=tab][aria-selected=true]'));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the tab is opened, and not afterwards
  }, []);
  const fields = useMemo(() => ruledFields(design), [design]);
  const asked = useMemo(
    () =>
      fields.map(({ id, key, name, dataType, listId }) => ({
        id,
        key,
        name,
        dataType,
        required: false,
        listType: listId === null ? null : { id: listId, dataType: '' },
      })),
    [fields],
  );
  const types = useMemo(() => [{ id: design.id, name: design.name }], [design.id, design.name]);
  const options = useFieldOptions(design.id, types, asked);
  const shown = conditions.parts.filter(({ values }) => values.enabled);
  const part = shown.find(({ key }) => key === chosen);
  const section = useKeptFocus(chosen, shown.length);
  const find = (key: string) => fields.find((one) => one.key === key);
  const labelOf = (key: string) => find(key)?.label ?? 'A field that is gone';
  const ruled = part && find(part.values.field);
  const beside = ruled === undefined ? fields : besideField(ruled, fields);
  const keys = new Set(beside.map(({ key }) => key));

  function remove(one: Part<ConditionValues>) {
    set({
      conditions:
        one.id === null ? dropPart(conditions, one.key) : setPart(conditions, one.key, { enabled: false }),
    });
    choose(null);
  }
  return (
    <section ref={section} className={styles.tab} aria-label="Conditions of fields">
      <p className={styles.quiet}>
        {shown.length === 0
          ? 'None: every field is asked for, open and shown as its own settings and the access of roles say.'
          : 'Beside the settings of a field and the access of roles. What holds is judged on every way of writing.'}
      </p>
      <AddCondition
        fields={fields}
        field={field}
        onField={setConditioned}
        isThere={(key, kind) => shown.some(({ values }) => values.field === key && values.kind === kind)}
        onAdd={(of, kind) => {
          const made = newPart(plainCondition(of, kind, fields));
          set({ conditions: addPart(conditions, made) });
          setConditioned('');
          choose(made.key);
          requestAnimationFrame(() => section.current?.querySelector<HTMLElement>('ol input')?.focus());
        }}
      />
      <RuleList
        label="Conditions"
        parts={shown}
        chosen={chosen}
        onChoose={choose}
        onRemove={remove}
        titleOf={({ field }) => labelOf(field)}
        noteOf={({ kind }) => `${sayKind(kind)} when`}
        inspector={
          part && (
            <ConditionInspector
              key={part.key}
              part={part}
              name={ruled?.name ?? 'A field that is gone'}
              title={labelOf(part.values.field)}
              isOfLines={ruled?.lineTypeId != null}
              fields={asked.filter(({ key }) => keys.has(key))}
              newRow={ruled === undefined ? undefined : plainRow(ruled, fields)}
              options={options}
              says={sayPart(part.values, ruled?.name ?? 'A field that is gone', beside, options)}
              sentence={fault?.key === part.key ? fault.sentence : null}
              onSet={(rows) => set({ conditions: setPart(conditions, part.key, { conditions: rows }) })}
              onRemove={() => remove(part)}
            />
          )
        }
      />
    </section>
  );
}

/** Of a field of lines. */
const effectsInLines: Readonly<Record<ConditionKind, string>> = {
  REQUIRED:
    'Lines that lack it already stay as they are: they are asked for it by the next change of this field or of what the condition asks for.',
  READ_ONLY: 'By what is saved of the line, and by what a change makes of it.',
  SHOWN:
    'While a line is edited its cell is hatched otherwise, and nothing is written into it. What it holds is kept, and stands in lines, totals and exports: nothing becomes a secret by it.',
};

const effects: Readonly<Record<ConditionKind, string>> = {
  REQUIRED:
    'Records that lack it already stay as they are: they are asked for it by the next change of this field or of what the condition asks for.',
  READ_ONLY: 'By what is saved, and by what a change makes of the record.',
  SHOWN:
    'In forms and on the page of a record. What it holds is kept, and stands in grids: to keep a value secret, take the field from the role.',
};

type Fields = ReturnType<typeof ruledFields>;

function sayPart(values: ConditionValues, name: string, fields: Fields, options: FieldOptions): string {
  const read = rowsOf(values).flatMap((condition) => {
    const field = fields.find(({ key }) => key === condition.field);
    return field === undefined ? [] : [{ field, condition }];
  });
  const words = sayConditions(
    read,
    (field) => (id) => (options.get(field.key) ?? noOptions).find((one) => one.id === String(id))?.name ?? '',
  );
  return values.kind === 'SHOWN'
    ? `${name} is shown, and filled, only when ${words}.`
    : sayRule({ kind: values.kind, name, reading: 'READABLE', words });
}

type ConditionInspectorProps = {
  part: Part<ConditionValues>;
  /** Of the field. */
  name: string;
  /** With what the lines are called that it is of. */
  title: string;
  isOfLines: boolean;
  fields: Parameters<typeof RuleConditions>[0]['fields'];
  newRow: Parameters<typeof RuleConditions>[0]['newRow'];
  options: FieldOptions;
  says: string;
  /** What is wrong with it. */
  sentence: string | null;
  onSet: (conditions: string) => void;
  onRemove: () => void;
};

function ConditionInspector(props: ConditionInspectorProps) {
  const { part, name, title, isOfLines, fields, newRow, options, says, sentence, onSet, onRemove } = props;
  const { values } = part;
  const when = `${sayKind(values.kind)} when`;
  return (
    <div className={styles.form} role="group" aria-label={`${title}: ${when}`}>
      <h2 className={styles.subtitle}>
        {title} is {when.toLowerCase()}
      </h2>
      <div className={styles.conditions}>
        <RuleConditions
          conditions={rowsOf(values)}
          fields={fields}
          options={options}
          most={mostConditions}
          addLabel="Add row"
          {...(newRow !== undefined && { newRow })}
          whyNot={(condition, field) =>
            whyNotRuleCondition({ key: values.field, name }, values.kind, condition, field)
          }
          onSet={onSet}
        />
      </div>
      <p className={styles.said}>{says}</p>
      {sentence !== null && (
        <p role="alert" className={styles.notice}>
          {sentence}
        </p>
      )}
      <p className={styles.quiet}>{(isOfLines ? effectsInLines : effects)[values.kind]}</p>
      <div>
        <Button onClick={onRemove}>Remove condition</Button>
      </div>
    </div>
  );
}

type AddConditionProps = {
  fields: Fields;
  field: string;
  onField: (key: string) => void;
  isThere: (key: string, kind: ConditionKind) => boolean;
  onAdd: (field: ConditionedField, kind: ConditionKind) => void;
};

function AddCondition({ fields, field: key, onField, isThere, onAdd }: AddConditionProps) {
  const [kind, setKind] = useState<ConditionKind>('REQUIRED');
  const field = fields.find((one) => one.key === key);
  const whyNot =
    field === undefined
      ? null
      : (whyNotRuled(field, kind) ??
        (isThere(key, kind) ? `${field.name} has such a condition already.` : null));
  return (
    <>
      <div className={styles.adding}>
        <FieldFrame label="Field">
          {(framed) => (
            <Select {...framed} value={key} onChange={(event) => onField(event.currentTarget.value)}>
              <option value="">Choose</option>
              {fields
                .filter((one) => conditionKinds.some((of) => whyNotRuled(one, of) === null))
                .map((one) => (
                  <option key={one.key} value={one.key}>
                    {one.label}
                  </option>
                ))}
            </Select>
          )}
        </FieldFrame>
        <FieldFrame label="Is">
          {(framed) => (
            <Select
              {...framed}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as ConditionKind)}
            >
              {conditionKinds.map((one) => (
                <option key={one} value={one}>
                  {`${sayKind(one)} when`}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <Button
          variant="outlined"
          startIcon={<Icon name="plus" />}
          disabled={field === undefined || whyNot !== null}
          onClick={() => field && onAdd(field, kind)}
        >
          Add condition
        </Button>
      </div>
      {whyNot !== null && <p className={styles.quiet}>{whyNot}</p>}
    </>
  );
}
