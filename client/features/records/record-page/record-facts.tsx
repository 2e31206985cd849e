// What a record's header says of it, and where it is changed in place: its status, its problem code, who it is assigned to.
import { Suspense, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { Icon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { renderText } from '../../../values/render-text.tsx';
import { namesOf, textOfStored } from '../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { textOf } from '../record-text.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { RecordEdit } from './record-edit.ts';
import { useFieldStates } from './field-states.ts';
import { isRequiredHere } from './record-form-kind.ts';
import styles from './record-facts.module.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const OptionPicker = lazyPart(async () => ({
  default: (await import('../../../ui/inputs/option-picker.tsx')).OptionPicker,
}));

type FactsProps = {
  recordTypeId: number;
  record: RecordRow;
  keys: readonly string[];
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  edit: RecordEdit;
  /** Whether the record can be changed at all. */
  mayEdit: boolean;
};

export function RecordFacts({ recordTypeId, record, keys, fields, mayEdit, ...props }: FactsProps) {
  const all = useMemo(() => [...fields.values()], [fields]);
  const stateOf = useFieldStates(recordTypeId, record, all);
  return (
    <dl className={styles.facts}>
      {keys.map((key) => {
        const field = fields.get(key);
        if (field === undefined) return null;
        return (
          <Fact
            key={`${record.id} ${key}`}
            {...props}
            record={record}
            field={field}
            mayChange={mayEdit && whyReadOnly(field) === null && stateOf(key).whyReadOnly === null}
          />
        );
      })}
    </dl>
  );
}

type FactProps = Pick<FactsProps, 'record' | 'options' | 'edit'> & { field: RecordField; mayChange: boolean };

function Fact({ record, field, options, edit, mayChange }: FactProps) {
  const { session } = edit;
  const [isOpen, setOpen] = useState(false);
  const faultId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const draft = useSyncExternalStore(session.subscribe, () =>
    session.getRows().get(record.id)?.values.get(field.key),
  );
  const fault = useSyncExternalStore(
    session.subscribe,
    () => session.getRows().get(record.id)?.look.faults.get(field.key) ?? null,
  );
  const own = options.get(field.key) ?? noOptions;
  const names = namesOf(own);
  const stored = textOf(field, record, names, viewerZone());
  const text = draft === undefined ? stored : textOfStored(field, draft, names, viewerZone());
  const id = draft ?? idOf(record, field);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const isStatus = field.key === 'status';
  return (
    <div className={styles.fact} data-field={field.key} data-empty={text === '' || undefined}>
      <dt className={isStatus ? 'rh-visually-hidden' : styles.name}>
        {field.name}
        {isRequiredHere(field) && mayChange && text === '' && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </dt>
      <dd className={styles.value}>
        {!mayChange ? (
          renderText(field)(text)
        ) : isOpen ? (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the picker in it
          <div
            className={styles.picker}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              close();
            }}
          >
            <Suspense fallback={null}>
              <OptionPicker
                label={field.name}
                hideLabel
                isFirm
                isOpenAtFirst
                disabledOptions="seen"
                options={own}
                value={id}
                onChange={(chosen) => {
                  if (chosen !== '' && chosen !== id) edit.choose(field.key, chosen);
                  close();
                }}
                onBlur={() => setOpen(false)}
              />
            </Suspense>
          </div>
        ) : (
          <button
            ref={button}
            type="button"
            className={styles.pick}
            aria-haspopup="listbox"
            aria-describedby={fault === null ? undefined : faultId}
            data-wrong={fault !== null || undefined}
            onPointerEnter={edit.prepare}
            onFocus={edit.prepare}
            onClick={() => {
              edit.prepare();
              setOpen(true);
            }}
          >
            <span className={styles.words}>
              <VisuallyHidden>{`${field.name}: ${text === '' ? 'none' : ''}`}</VisuallyHidden>
              {renderText(field)(text)}
            </span>
            <Icon name="chevron-down" size={14} />
          </button>
        )}
        {fault !== null && (
          <span id={faultId} role="alert" className={styles.fault}>
            {fault}
          </span>
        )}
      </dd>
    </div>
  );
}

function idOf(record: RecordRow, { key }: RecordField): string {
  const held =
    key === 'status' ? record.statusId : key === 'problemCode' ? record.problemCodeId : record.assignedTo;
  return held ? String(held.id) : '';
}
