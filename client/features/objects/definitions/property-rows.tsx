// The properties of an object as rows that can be changed and moved, by the grip with the pointer or by its keys.
import {
  isChosen,
  propertyDataTypes,
  type PropertyDraft,
} from '@rowhouse/domain/objects/definition-rules.ts';
import { nameDataType } from '@rowhouse/domain/record-types/rules.ts';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { LabelledCheckbox } from '../../../ui/labelled-checkbox.tsx';
import type { ChoiceList } from './api.ts';
import styles from './definitions.module.css';
import {
  changeProperty,
  moveProperty,
  removeProperty,
  type DefinitionDraft,
  type DraftProperty,
  type PropertyChange,
} from './properties-draft.ts';

type PropertyRowsProps = {
  draft: DefinitionDraft;
  lists: readonly ChoiceList[];
  changed: ReadonlySet<string>;
  /** Why it cannot be saved, at the row that is at fault. */
  faultAt: string | null;
  /** Why the type of a property stays, or null. */
  whyNotRetyped: (property: PropertyDraft) => string | null;
  onChange: (draft: DefinitionDraft) => void;
};

export function PropertyRows(props: PropertyRowsProps) {
  const { draft, lists, changed, faultAt, whyNotRetyped, onChange } = props;
  const [lifted, setLifted] = useState<{ key: string; before: DefinitionDraft } | null>(null);
  const [told, setTold] = useState('');
  const rows = draft.properties;
  const nameOf = (row: DraftProperty) => row.name.trim() || 'the new property';
  const write = (key: string, change: PropertyChange) => onChange(changeProperty(draft, key, change));

  function move(key: string, index: number): number {
    const place = Math.max(0, Math.min(index, rows.length - 1));
    onChange(moveProperty(draft, key, place));
    return place;
  }

  function onGripKey(event: KeyboardEvent, row: DraftProperty, index: number) {
    const isLifted = lifted?.key === row.key;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || (event.key === 'Enter' && isLifted)) {
      event.preventDefault();
      setLifted(isLifted ? null : { key: row.key, before: draft });
      setTold(
        isLifted
          ? `${nameOf(row)} dropped at ${index + 1}`
          : `${nameOf(row)} lifted. Arrows move it, Enter drops it.`,
      );
    } else if (step !== undefined && isLifted) {
      event.preventDefault();
      setTold(`${nameOf(row)}, ${move(row.key, index + step) + 1} of ${rows.length}`);
    } else if (event.key === 'Escape' && isLifted) {
      event.preventDefault();
      event.stopPropagation();
      onChange(lifted.before);
      setLifted(null);
      setTold(`${nameOf(row)} is back in its place`);
    }
  }

  /** The row under the pointer gives its place. */
  function onGripMove(event: PointerEvent<HTMLButtonElement>, row: DraftProperty) {
    if (lifted?.key !== row.key || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const items = [...(event.currentTarget.closest('ul')?.children ?? [])];
    const place = items.findIndex((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (place !== -1 && rows[place]?.key !== row.key) move(row.key, place);
  }

  return (
    <>
      <ul className={styles.rows} aria-label="Properties">
        {rows.map((row, index) => (
          <li
            key={row.key}
            className={styles.row}
            data-lifted={lifted?.key === row.key || undefined}
            data-off={!row.enabled || undefined}
          >
            <button
              type="button"
              className={styles.grip}
              aria-label={`Move ${nameOf(row)}`}
              aria-pressed={lifted?.key === row.key}
              onKeyDown={(event) => onGripKey(event, row, index)}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                setLifted({ key: row.key, before: draft });
              }}
              onPointerMove={(event) => onGripMove(event, row)}
              onLostPointerCapture={() => setLifted(null)}
              onBlur={() => {
                if (lifted?.key === row.key) setLifted(null);
              }}
            >
              <Icon name="drag" size={16} />
            </button>
            <input
              className={styles.input}
              aria-label={`Name of property ${index + 1}`}
              aria-invalid={faultAt === row.key || undefined}
              placeholder="Name"
              data-key={row.key}
              autoComplete="off"
              value={row.name}
              onChange={(event) => write(row.key, { name: event.target.value })}
            />
            <TypeChoice row={row} index={index} whyNot={whyNotRetyped(row)} onWrite={write} />
            {isChosen(row.dataType) && (
              <div className={styles.list}>
                <Select
                  small
                  aria-label={`List of property ${index + 1}`}
                  value={row.listId ?? ''}
                  disabled={whyNotRetyped(row) !== null}
                  onChange={({ currentTarget: { value } }) =>
                    write(row.key, { listId: value === '' ? null : Number(value) })
                  }
                >
                  <option value="">Choose its list</option>
                  {lists.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              </div>
            )}
            <div className={styles.boxes}>
              <LabelledCheckbox
                label="Required"
                aria-label={`Required: ${nameOf(row)}`}
                checked={row.isRequired}
                onChange={(event) => write(row.key, { isRequired: event.currentTarget.checked })}
              />
              <LabelledCheckbox
                label="Shown"
                aria-label={`Shown: ${nameOf(row)}`}
                checked={row.isDisplayable}
                onChange={(event) => write(row.key, { isDisplayable: event.currentTarget.checked })}
              />
            </div>
            <span className={styles.mark}>
              {changed.has(row.key) && (
                <span className={styles.dot}>
                  <span className="rh-visually-hidden">Not saved</span>
                </span>
              )}
            </span>
            {row.id === null ? (
              <button
                type="button"
                className={styles.state}
                aria-label={`Remove ${nameOf(row)}`}
                onClick={() => onChange(removeProperty(draft, row.key))}
              >
                <Icon name="trash" size={16} />
              </button>
            ) : (
              <button
                type="button"
                className={styles.state}
                aria-label={`${nameOf(row)}: ${row.enabled ? 'Active' : 'Inactive'}`}
                aria-pressed={row.enabled}
                onClick={() => write(row.key, { enabled: !row.enabled })}
              >
                <Chip tone={row.enabled ? 'green' : 'grey'}>{row.enabled ? 'Active' : 'Inactive'}</Chip>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="rh-visually-hidden">
        {told}
      </p>
    </>
  );
}

type TypeChoiceProps = {
  row: DraftProperty;
  index: number;
  whyNot: string | null;
  onWrite: (key: string, change: PropertyChange) => void;
};

/** What a property with values holds stays; the sentence says why and what to do. */
function TypeChoice({ row, index, whyNot, onWrite }: TypeChoiceProps) {
  const isKnown = propertyDataTypes.some((dataType) => dataType === row.dataType);
  return (
    <div className={styles.type} title={whyNot ?? undefined}>
      <Select
        small
        aria-label={`Type of property ${index + 1}`}
        value={row.dataType}
        disabled={whyNot !== null}
        onChange={({ currentTarget: { value } }) =>
          onWrite(row.key, { dataType: value, listId: isChosen(value) ? row.listId : null })
        }
      >
        {!isKnown && <option value={row.dataType}>{nameDataType(row.dataType)}</option>}
        {propertyDataTypes.map((dataType) => (
          <option key={dataType} value={dataType}>
            {nameDataType(dataType)}
          </option>
        ))}
      </Select>
    </div>
  );
}
