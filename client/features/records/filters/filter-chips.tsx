import type { ReactNode } from 'react';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { Icon } from '../../../ui/icons.tsx';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import styles from './filter-chips.module.css';
import { wordsOfCondition } from './filter-words.ts';
import { type RecordField } from '../record-field.ts';

type FilterChipsProps = {
  presetFilters: readonly FilterCondition[];
  filters: readonly FilterCondition[];
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  onRemove: (index: number) => void;
  /** Set while the one record of a copied link is shown. */
  onRemoveLink: (() => void) | null;
};

export function FilterChips({
  presetFilters,
  filters,
  fields,
  options,
  onRemove,
  onRemoveLink,
}: FilterChipsProps) {
  const words = (condition: FilterCondition) =>
    wordsOfCondition(
      condition,
      fields.get(condition.field),
      options.get(condition.field) ?? noOptions,
      viewerZone(),
    );
  if (presetFilters.length + filters.length === 0 && !onRemoveLink) return null;
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
          <Chip key={index} remove={`Remove the filter ${name} ${rest}`} onRemove={() => onRemove(index)}>
            {joined}
            <strong>{name}</strong> {rest}
          </Chip>
        );
      })}
      {onRemoveLink && (
        <Chip remove="Show all records" onRemove={onRemoveLink}>
          <strong>Record</strong> of the link
        </Chip>
      )}
    </ul>
  );
}

type ChipProps = { children: ReactNode; remove: string; onRemove: () => void };

function Chip({ children, remove, onRemove }: ChipProps) {
  return (
    <li className={styles.chip}>
      <span className={styles.words}>{children}</span>
      <button type="button" className={styles.remove} aria-label={remove} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </li>
  );
}
