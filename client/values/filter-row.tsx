import IconButton from '@mui/material/IconButton';
import type { FilterCondition, LogicOperator } from '@rowhouse/domain/records/filter-rules.ts';
import {
  operators,
  takesMany,
  takesNoValue,
  takesPeriod,
  takesRange,
  type Operator,
} from '@rowhouse/domain/values/operators.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useState } from 'react';
import { afterPress } from '../ui/after-press.ts';
import { Icon } from '../ui/icons.tsx';
import { OptionPicker } from '../ui/inputs/option-picker.tsx';
import { Select } from '../ui/inputs/select.tsx';
import type { Option } from '../ui/inputs/option.ts';
import { FilterValue } from './filter-value.tsx';
import styles from './filter-row.module.css';
import type { ValueField } from './value-field.ts';

type FilterRowProps = {
  index: number;
  condition: FilterCondition;
  fields: readonly ValueField[];
  options: readonly Option[];
  problem: string | null;
  /** Without it all conditions must hold. */
  joins?: boolean;
  onChange: (condition: FilterCondition) => void;
  onRemove: () => void;
};

export function FilterRow({
  index,
  condition,
  fields,
  options,
  problem,
  joins = true,
  onChange,
  onRemove,
}: FilterRowProps) {
  const [touched, setTouched] = useState(false);
  const field = fields.find(({ key }) => key === condition.field);
  const place = `condition ${index + 1}`;
  return (
    <li className={styles.row}>
      {index === 0 ? (
        <span className={styles.first}>Where</span>
      ) : !joins ? (
        <span className={styles.first}>and</span>
      ) : (
        <Select
          aria-label={`How ${place} joins those before it`}
          value={condition.logicOperator}
          onChange={(event) => onChange({ ...condition, logicOperator: event.target.value as LogicOperator })}
        >
          <option value="AND">AND</option>
          <option value="OR">OR</option>
        </Select>
      )}
      <OptionPicker
        hideLabel
        isFirm
        label={`Field of ${place}`}
        options={fields.map(({ key, name }) => ({ id: key, name, enabled: true }))}
        value={condition.field}
        onChange={(key) => onChange(withField(condition, fields, key))}
      />
      <Select
        aria-label={`Operator of ${place}`}
        value={condition.operator}
        onChange={(event) => onChange(withOperator(condition, event.target.value as Operator))}
      >
        {(field ? valueOf(field.dataType).operators : [condition.operator]).map((operator) => (
          <option key={operator} value={operator}>
            {operators[operator]}
          </option>
        ))}
      </Select>
      {field && !takesNoValue(condition.operator) ? (
        <FilterValue
          label={`Value of ${place}`}
          field={field}
          options={options}
          condition={condition}
          // What is still to be typed is no mistake yet: only Apply waits for it.
          error={touched || hasValue(condition) ? problem : null}
          onChange={(value) => onChange({ ...condition, ...value })}
          onBlur={() => afterPress(() => setTouched(true))}
        />
      ) : (
        <span className={styles.noValue}>No value needed</span>
      )}
      <IconButton data-remove="" aria-label={`Remove ${place}`} onClick={onRemove}>
        <Icon name="trash" />
      </IconButton>
    </li>
  );
}

const hasValue = ({ value, values }: FilterCondition) =>
  Boolean(value) || (values?.some((one) => one !== '') ?? false);

export function withField(
  { logicOperator, operator }: FilterCondition,
  fields: readonly ValueField[],
  key: string,
): FilterCondition {
  const offered = valueOf(fields.find((field) => field.key === key)?.dataType ?? 'string').operators;
  return { logicOperator, field: key, operator: offered.includes(operator) ? operator : offered[0]! };
}

/** One value becomes a list of one and back; where no value is needed, none is kept. */
export function withOperator(condition: FilterCondition, operator: Operator): FilterCondition {
  const { value, values, ...rest } = condition;
  const isOfPeriod = takesPeriod(operator) || takesPeriod(condition.operator);
  const given = isOfPeriod ? [] : (values ?? (value ? [value] : []));
  if (takesNoValue(operator)) return { ...rest, operator };
  if (takesRange(operator)) return { ...rest, operator, values: [given[0] ?? '', given[1] ?? ''] };
  if (takesMany(operator)) return { ...rest, operator, values: given.filter((one) => one !== '') };
  return { ...rest, operator, value: given[0] ?? '' };
}
