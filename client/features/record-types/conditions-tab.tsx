// The conditions of a type's fields: which field is required, read only or shown when. Arrows go from row to row, Delete
// removes.
import Button from '@mui/material/Button';
import {
  mostConditions,
  conditionKinds,
  type ConditionKind,
} from '@rowhouse/domain/field-conditions/field-condition.ts';
import { sayKind, sayRule } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { whyNotRuleCondition, whyNotRuled } from '@rowhouse/domain/field-conditions/why-not-rule.ts';
import { sayConditions } from '@rowhouse/domain/status-paths/say-conditions.ts';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { useFieldOptions } from '../../values/choices/use-field-options.ts';
import { FilterRow } from '../../values/filter-row.tsx';
import { noOptions, type FieldOptions } from '../../values/value-field.ts';
import type { Design } from './api.ts';
import { plainCondition, rowsOf, ruledFields, type ConditionValues } from './condition-draft.ts';
import { addPart, dropPart, newPart, setPart, type DesignDraft, type Part } from './design-draft.ts';
import type { Fault } from './inspectors.tsx';
import styles from './transitions.module.css';

type ConditionsTabProps = {
  draft: DesignDraft;
  design: Design;
  chosen: string | null;
  /** The field that a new condition is to be of; '' for none yet. */
  field: string;
  fault: Fault;
  onChoose: (key: string | null) => void;
  onField: (key: string) => void;
  onChange: (change: Pick<DesignDraft, 'conditions'>) => void;
};

export function ConditionsTab(props: ConditionsTabProps) {
  const { draft, design, chosen, field, fault, onChoose, onField, onChange } = props;
  const { conditions } = draft;
  const list = useRef<HTMLUListElement>(null);
  const fields = useMemo(() => ruledFields(design), [design]);
  const asked = useMemo(
    () =>
      fields.map(({ key, name, dataType, listId }) => ({
        id: Number(/^f(\d+)$/.exec(key)?.[1] ?? 0),
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
  const nameOf = (key: string) => fields.find((one) => one.key === key)?.name ?? 'A field that is gone';
  const say = (values: ConditionValues) => sayPart(values, nameOf(values.field), fields, options);

  function remove(one: Part<ConditionValues>) {
    onChange({
      conditions:
        one.id === null ? dropPart(conditions, one.key) : setPart(conditions, one.key, { enabled: false }),
    });
    onChoose(null);
  }
  function onKey(event: KeyboardEvent, one: Part<ConditionValues>, index: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Delete') remove(one);
    else if (step !== undefined) list.current?.querySelectorAll('button')[index + step]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <section className={styles.tab} aria-label="Conditions of fields">
      <p className={styles.quiet}>
        {shown.length === 0
          ? 'None: every field is asked for, open and shown as its own settings and the access of roles say.'
          : 'Beside the settings of a field and the access of roles. What holds is judged on every way of writing.'}
      </p>
      <AddCondition
        fields={fields}
        field={field}
        onField={onField}
        isThere={(key, kind) => shown.some(({ values }) => values.field === key && values.kind === kind)}
        onAdd={(kind) => {
          const made = newPart(plainCondition(field, kind));
          onChange({ conditions: addPart(conditions, made) });
          onField('');
          onChoose(made.key);
        }}
      />
      {shown.length > 0 && (
        <div className={styles.columns}>
          <ul ref={list} className={styles.list} aria-label="Conditions">
            {shown.map((one, index) => (
              <li key={one.key} data-chosen={one.key === chosen || undefined}>
                <button
                  type="button"
                  className={styles.row}
                  aria-current={one.key === chosen || undefined}
                  aria-keyshortcuts="Delete"
                  onClick={() => onChoose(one.key)}
                  onKeyDown={(event) => onKey(event, one, index)}
                >
                  <span className={styles.words}>{nameOf(one.values.field)}</span>
                  <span className={styles.note}>{`${sayKind(one.values.kind)} when`}</span>
                </button>
              </li>
            ))}
          </ul>
          {part === undefined ? (
            <p className={styles.quiet}>Choose one to see and change it.</p>
          ) : (
            <div
              className={styles.form}
              role="group"
              aria-label={`${nameOf(part.values.field)}: ${sayKind(part.values.kind)} when`}
            >
              <h3 className={styles.subtitle}>
                {nameOf(part.values.field)} is {sayKind(part.values.kind).toLowerCase()} when
              </h3>
              <Rows
                part={part}
                fields={asked}
                options={options}
                name={nameOf(part.values.field)}
                onSet={(rows) =>
                  onChange({
                    conditions: setPart(conditions, part.key, { conditions: JSON.stringify(rows) }),
                  })
                }
              />
              <p className={styles.said}>{say(part.values)}</p>
              {fault?.key === part.key && (
                <p role="alert" className={styles.notice}>
                  {fault.sentence}
                </p>
              )}
              <p className={styles.quiet}>{effects[part.values.kind]}</p>
              <div>
                <Button onClick={() => remove(part)}>Remove condition</Button>
              </div>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

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

type RowsProps = {
  part: Part<ConditionValues>;
  fields: Parameters<typeof FilterRow>[0]['fields'];
  options: FieldOptions;
  name: string;
  onSet: (rows: readonly unknown[]) => void;
};

function Rows({ part, fields, options, name, onSet }: RowsProps) {
  const { values } = part;
  const rows = rowsOf(values);
  return (
    <div className={styles.conditions}>
      <ol>
        {rows.map((condition, index) => (
          <FilterRow
            key={index}
            index={index}
            condition={condition}
            fields={fields}
            options={options.get(condition.field) ?? noOptions}
            problem={whyNotRuleCondition(
              { key: values.field, name },
              values.kind,
              condition,
              fields.find(({ key }) => key === condition.field),
            )}
            onChange={(changed) => onSet(rows.map((one, at) => (at === index ? changed : one)))}
            onRemove={() => onSet(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <div>
        <Button
          variant="text"
          startIcon={<Icon name="plus" />}
          disabled={rows.length >= mostConditions}
          onClick={() =>
            onSet([...rows, { field: 'assignedTo', operator: 'isNotEmpty', logicOperator: 'AND' }])
          }
        >
          Add row
        </Button>
      </div>
    </div>
  );
}

type AddConditionProps = {
  fields: Fields;
  field: string;
  onField: (key: string) => void;
  isThere: (key: string, kind: ConditionKind) => boolean;
  onAdd: (kind: ConditionKind) => void;
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
                    {one.name}
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
          onClick={() => onAdd(kind)}
        >
          Add condition
        </Button>
      </div>
      {whyNot !== null && <p className={styles.quiet}>{whyNot}</p>}
    </>
  );
}
