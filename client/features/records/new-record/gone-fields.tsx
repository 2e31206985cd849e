import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { useObserved } from '../../../platform/observed.ts';
import { Icon } from '../../../ui/icons.tsx';
import { namesOf, textOfStored } from '../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import { newRecordId, type NewRecordSession } from './new-record-kind.ts';
import styles from './new-record-form.module.css';

export type GoneField = {
  readonly key: string;
  /** Null of a draft that is older than the page. */
  readonly name: string | null;
  readonly text: string;
};

/** What was typed into fields that were switched off, deleted or taken from the role since: the record is made without it. */
export function useGoneFields(
  session: NewRecordSession,
  filled: readonly RecordField[],
  options: FieldOptions,
): readonly GoneField[] {
  const rows = useObserved({ subscribe: session.subscribe, get: session.getRows });
  const [known] = useState(
    () => new Map<string, { field: RecordField; names: ReturnType<typeof namesOf> }>(),
  );
  useEffect(() => {
    for (const field of filled)
      known.set(field.key, { field, names: namesOf(options.get(field.key) ?? noOptions) });
  }, [known, filled, options]);
  const values = rows.get(newRecordId)?.values;
  return useMemo(() => {
    const here = new Set(filled.map(({ key }) => key));
    return [...(values ?? [])].flatMap(([key, stored]) => {
      if (stored === '' || here.has(key)) return [];
      const was = known.get(key);
      const text = was === undefined ? stored : textOfStored(was.field, stored, was.names, viewerZone());
      return [{ key, name: was?.field.name ?? null, text }];
    });
  }, [known, filled, values]);
}

export const nameGone = (gone: readonly GoneField[]): string =>
  gone.map(({ name }) => name ?? 'a field that is gone').join(', ');

/** What stood in them, to be copied while the form is open. */
export function GoneFields({ gone }: { gone: readonly GoneField[] }) {
  const place = useRef<HTMLElement>(null);
  // An input that is taken away takes the focus with it.
  useLayoutEffect(() => {
    if (gone.length > 0 && document.activeElement === document.body) place.current?.focus();
  }, [gone.length]);
  if (gone.length === 0) return null;
  return (
    <section ref={place} tabIndex={-1} className={styles.gone} aria-label="Fields that are gone">
      {gone.map(({ key, name, text }) => (
        <p key={key} role="alert" className={styles.unfillable}>
          <Icon name="info" />
          <span>
            <strong>{name ?? 'A field'}</strong> is not in this form any more: it was switched off, or your
            role fills it no longer. The record is saved without what you typed: <q>{text}</q>
          </span>
        </p>
      ))}
    </section>
  );
}
