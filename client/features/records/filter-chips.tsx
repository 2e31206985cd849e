import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { viewerZone } from '../../platform/clock.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './filter-chips.module.css';
import { wordsOfCondition } from './filter-words.ts';
import { noOptions, type FieldOptions, type RecordField } from './record-field.ts';

type FilterChipsProps = {
  presetFilters: readonly FilterCondition[];
  filters: readonly FilterCondition[];
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  onRemove: (index: number) => void;
};

export function FilterChips({ presetFilters, filters, fields, options, onRemove }: FilterChipsProps) {
  const words = (condition: FilterCondition) =>
    wordsOfCondition(
      condition,
      fields.get(condition.field),
      options.get(condition.field) ?? noOptions,
      viewerZone(),
    );
  if (presetFilters.length + filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Applied filters">
      {presetFilters.map((condition, index) => {
        const { name, rest } = words(condition);
        return (
          <li key={`${condition.field} ${index}`} className={styles.chip} title="Set for your role">
            <Icon name="lock" size={14} />
            <span className={styles.words}>
              <strong>{name}</strong> {rest}
            </span>
          </li>
        );
      })}
      {filters.map((condition, index) => {
        const { name, rest } = words(condition);
        const joined = index > 0 && condition.logicOperator === 'OR' ? 'or ' : '';
        return (
          // eslint-disable-next-line react/no-array-index-key -- a condition is known by its place alone
          <li key={index} className={styles.chip}>
            <span className={styles.words}>
              {joined}
              <strong>{name}</strong> {rest}
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove the filter ${name} ${rest}`}
              onClick={() => onRemove(index)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
