// The conditions are edited on a draft: nothing is asked of the server before Apply, and Apply waits until each
// condition is valid. What the role is confined to is shown and cannot be edited.
import Button from '@mui/material/Button';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { whyNotFilters } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { Icon } from '../../../ui/icons.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { FilterRow } from '../../../values/filter-row.tsx';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import styles from './filter-panel.module.css';
import { wordsOfCondition } from './filter-words.ts';
import { type RecordField } from '../record-field.ts';

type FilterPanelProps = {
  anchor: HTMLElement | null;
  fields: readonly RecordField[];
  options: FieldOptions;
  presetFilters: readonly FilterCondition[];
  filters: readonly FilterCondition[];
  /** A field that one more condition is begun with. */
  begin?: string | undefined;
  onApply: (filters: readonly FilterCondition[]) => void;
  onClose: () => void;
};

let lastNumber = 0;
/** A condition has no name of its own by which React could tell it from the others. */
const nextNumber = () => (lastNumber += 1);

type Draft = FilterCondition & { readonly number: number };

export function FilterPanel(props: FilterPanelProps) {
  const { anchor, fields, options, presetFilters, onApply, onClose } = props;
  const filterable = fields.filter((field) => field.filterable);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const fresh = (wanted = 'status'): Draft => {
    const field = filterable.find(({ key }) => key === wanted) ?? filterable[0];
    const operator = field ? valueOf(field.dataType).operators[0]! : 'isEmpty';
    return { number: nextNumber(), field: field?.key ?? '', operator, logicOperator: 'AND' };
  };
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const current = props.filters.map((condition) => ({ ...condition, number: nextNumber() }));
    return current.length > 0 && props.begin === undefined ? current : [...current, fresh(props.begin)];
  });
  // What is still to be typed is no mistake: nothing is said of it before something was done.
  const [isBegun, setIsBegun] = useState(false);
  const { list, focusNew, focusAfterRemoval } = useRowFocus();

  const { each, whole } = whyNotFilters(byKey, drafts);
  const invalid = each.filter((sentence) => sentence !== null).length;
  const change = (changed: Draft) => {
    setIsBegun(true);
    setDrafts(drafts.map((draft) => (draft.number === changed.number ? changed : draft)));
  };

  function remove(index: number) {
    setDrafts(drafts.filter((_, at) => at !== index));
    focusAfterRemoval(index);
  }
  function add() {
    setDrafts([...drafts, fresh()]);
    focusNew();
  }

  return (
    <SidePanel
      place="under"
      title="Filters"
      anchor={anchor}
      width={840}
      onClose={onClose}
      foot={
        <>
          <p className={styles.problem} role="status">
            {whole ?? (isBegun && invalid > 0 ? sayInvalid(invalid) : '')}
          </p>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          {/* A button that is disabled hears nothing itself. */}
          <span onPointerEnter={() => setIsBegun(true)} onPointerDown={() => setIsBegun(true)}>
            <Button
              variant="contained"
              disabled={invalid > 0 || whole !== null}
              onClick={() => onApply(drafts.map(({ number: _, ...condition }) => condition))}
            >
              Apply
            </Button>
          </span>
        </>
      }
    >
      {presetFilters.length > 0 && (
        <ul className={styles.presets} aria-label="Set for your role">
          {presetFilters.map((condition, index) => {
            const field = byKey.get(condition.field);
            const choices = options.get(condition.field) ?? noOptions;
            const { name, rest } = wordsOfCondition(condition, field, choices, viewerZone());
            return (
              <li key={`${condition.field} ${index}`} className={styles.preset}>
                <Icon name="lock" size={16} />
                <span>
                  <strong>{name}</strong> {rest}. Set for your role; it cannot be edited.
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {drafts.length === 0 && <p className={styles.none}>No conditions. Apply shows all records.</p>}
      <ol ref={list} className={styles.list}>
        {drafts.map((draft, index) => (
          <FilterRow
            key={draft.number}
            index={index}
            condition={draft}
            fields={filterable}
            options={options.get(draft.field) ?? noOptions}
            problem={each[index] ?? null}
            onChange={(condition) => change({ ...condition, number: draft.number })}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button
          variant="text"
          startIcon={<Icon name="plus" />}
          disabled={drafts.length >= mostFilters || filterable.length === 0}
          onClick={add}
        >
          Add condition
        </Button>
      </div>
    </SidePanel>
  );
}

const sayInvalid = (count: number) =>
  count === 1 ? 'One condition is not complete.' : `${count} conditions are not complete.`;
