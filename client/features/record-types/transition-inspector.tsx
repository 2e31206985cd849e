// What can be said of one transition: for whom, when, and whether with a comment.
import Button from '@mui/material/Button';
import { baseFields, type BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { mostPathConditions } from '@rowhouse/domain/status-paths/limits.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import { whyNotPathCondition } from '@rowhouse/domain/status-paths/why-not-transition.ts';
import { useMemo } from 'react';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { useFieldOptions } from '../../values/choices/use-field-options.ts';
import type { Design, RecordTypes } from './api.ts';
import { RuleConditions } from './rule-conditions.tsx';
import { conditionsOf, rolesOf, type TransitionValues } from './transition-draft.ts';
import styles from './transitions.module.css';

type TransitionInspectorProps = {
  title: string;
  values: TransitionValues;
  design: Design;
  roles: RecordTypes['roles'];
  onSet: (change: Partial<TransitionValues>) => void;
  onRemove: () => void;
};

const creatorWords: Readonly<Record<CreatorRule, string>> = {
  ANYONE: 'Anybody of these roles',
  ONLY_CREATOR: 'Only the person who created the record',
  NOT_CREATOR: 'Anybody but the person who created the record',
};

export function TransitionInspector(props: TransitionInspectorProps) {
  const { title, values, design, roles, onSet, onRemove } = props;
  const chosen = rolesOf(values);
  return (
    <div className={styles.form} role="group" aria-label={title}>
      <h3 className={styles.subtitle}>{title}</h3>
      <fieldset className={styles.roles}>
        <legend>For the roles</legend>
        {roles.map(({ id, name }) => (
          <LabelledCheckbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onSet({ roles: (checked ? [...chosen, id] : chosen.filter((one) => one !== id)).join() })
            }
          />
        ))}
        {chosen.length === 0 && <p className={styles.quiet}>None is ticked: it is for every role.</p>}
      </fieldset>
      <FieldFrame label="By whom">
        {(framed) => (
          <Select
            {...framed}
            value={values.creator}
            onChange={(event) => onSet({ creator: event.currentTarget.value as CreatorRule })}
          >
            {Object.entries(creatorWords).map(([rule, words]) => (
              <option key={rule} value={rule}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <LabelledCheckbox
        label="A comment is required"
        checked={values.needsComment}
        onChange={({ currentTarget: { checked } }) => onSet({ needsComment: checked })}
      />
      <Conditions values={values} design={design} onSet={onSet} />
      <div>
        <Button onClick={onRemove}>Remove transition</Button>
      </div>
    </div>
  );
}

function Conditions({
  values,
  design,
  onSet,
}: Pick<TransitionInspectorProps, 'values' | 'design' | 'onSet'>) {
  const fields = useMemo(() => conditionFields(design), [design]);
  const types = useMemo(() => [{ id: design.id, name: design.name }], [design.id, design.name]);
  const options = useFieldOptions(design.id, types, fields);
  const conditions = conditionsOf(values);
  return (
    <div className={styles.conditions}>
      <h4 className={styles.subtitle}>Only when</h4>
      {conditions.length === 0 && <p className={styles.quiet}>Always.</p>}
      <RuleConditions
        conditions={conditions}
        fields={fields}
        options={options}
        most={mostPathConditions}
        addLabel="Add condition"
        whyNot={(condition, field) => whyNotPathCondition(field, condition)}
        onSet={(next) => onSet({ conditions: next })}
      />
    </div>
  );
}

/** Those that are saved: what is new has no id yet by which a condition could name it. */
const conditionFields = ({ fields }: Design) => [
  ...baseFields.map((field: BaseField) => ({
    id: 0,
    key: field.name,
    name: field.label,
    dataType: field.dataType,
    required: false,
    listType: null,
  })),
  ...fields
    .filter(({ enabled }) => enabled)
    .map(({ id, name, dataType, listId }) => ({
      id,
      key: additionalFieldKey(id),
      name,
      dataType: dataType as DataType,
      required: false,
      listType: listId === null ? null : { id: listId, dataType: '' },
    })),
];
