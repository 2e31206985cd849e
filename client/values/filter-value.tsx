import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { currentUser, currentUserName } from '@rowhouse/domain/values/choice.ts';
import { takesMany, takesPeriod, takesRange } from '@rowhouse/domain/values/operators.ts';
import { periods } from '@rowhouse/domain/values/periods.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useMemo } from 'react';
import { viewerZone } from '../platform/clock.ts';
import type { Option } from '../ui/inputs/option.ts';
import { Select } from '../ui/inputs/select.tsx';
import styles from './filter-value.module.css';
import { holdsUsers, type ValueField } from './value-field.ts';
import { viewOf } from './views.ts';

type Value = Pick<FilterCriteria, 'value' | 'values'>;

type FilterValueProps = {
  label: string;
  field: ValueField;
  options: readonly Option[];
  condition: FilterCriteria;
  error: string | null;
  onChange: (value: Value) => void;
  onBlur: () => void;
};

const me: Option = { id: currentUser, name: currentUserName, enabled: true };

/** What a condition compares with: one value, two, several or a period, as its operator takes it. */
export function FilterValue({ label, field, options, condition, error, onChange, onBlur }: FilterValueProps) {
  const offered = useMemo(() => (holdsUsers(field) ? [me, ...options] : options), [field, options]);
  const { operator, value, values } = condition;
  const { FilterEditor, FilterListEditor } = viewOf(field.dataType);
  const read = (typed: string) => valueOf(field.dataType).read(typed, viewerZone());
  const frame = { label, error, hideLabel: true, onBlur, options: offered, read } as const;

  if (takesPeriod(operator)) {
    return (
      <Select
        aria-label={label}
        value={value ?? ''}
        onBlur={onBlur}
        onChange={(event) => onChange({ value: event.target.value })}
      >
        <option value="" disabled>
          Choose
        </option>
        {Object.entries(periods).map(([period, words]) => (
          <option key={period} value={period}>
            {words}
          </option>
        ))}
      </Select>
    );
  }
  if (FilterEditor === null) return null;
  if (takesRange(operator)) {
    const [first = '', last = ''] = values ?? [];
    const edge = (name: 'from' | 'to', text: string, changed: (text: string) => string[]) => (
      <FilterEditor
        {...frame}
        label={`${label}, ${name}`}
        error={name === 'to' ? error : null}
        value={text}
        onChange={(next) => onChange({ values: changed(next) })}
      />
    );
    return (
      <div className={styles.range}>
        {edge('from', first, (text) => [text, last])}
        <span className={styles.and}>and</span>
        {edge('to', last, (text) => [first, text])}
      </div>
    );
  }
  if (takesMany(operator))
    return (
      FilterListEditor && (
        <FilterListEditor {...frame} value={values ?? []} onChange={(next) => onChange({ values: next })} />
      )
    );
  return <FilterEditor {...frame} value={value ?? ''} onChange={(next) => onChange({ value: next })} />;
}
