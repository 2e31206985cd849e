// What a cell shows beyond its text. It runs for every cell that scrolls by: static classes, no hooks, no MUI.
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { findHref } from '@rowhouse/domain/kernel/formats.ts';
import type { ReactNode } from 'react';
import { chipToneOf } from './chip-tone.ts';
import styles from './record-cell.module.css';
import { holdsUsers, type RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';

type Render = (text: string) => ReactNode;

const nothing = (
  <span className={styles.nothing} aria-hidden="true">
    –
  </span>
);

const chip: Render = (text) => (
  <span className={styles.chip} data-tone={chipToneOf(text)}>
    {text}
  </span>
);

const initialsOf = (name: string): string => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0]![0], words.at(-1)![0]] : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
};

const person: Render = (text) => (
  <>
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(text)}
    </span>
    {text}
  </>
);

const link: Render = (text) => {
  const href = findHref(text);
  if (href === null) return text;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" tabIndex={-1}>
      {text}
    </a>
  );
};

const check: Render = (text) => (
  <span className={text === 'Yes' ? styles.checked : styles.unchecked} role="img" aria-label={text} />
);

function renderOf(field: RecordField): Render | null {
  if (field.key === 'enabled' || findBaseField(field.key)?.relation === 'status') return chip;
  if (holdsUsers(field) && valueFamily(field.dataType) === 'relation') return person;
  if (field.dataType === 'url') return link;
  if (valueFamily(field.dataType) === 'checkbox') return check;
  return null;
}

export function renderText(field: RecordField): Render {
  const render = renderOf(field);
  return (text) => {
    if (text === '') return nothing;
    return render ? render(text) : text;
  };
}

export function renderCell(field: RecordField, text: (record: RecordRow) => string) {
  const render = renderText(field);
  return (record: RecordRow): ReactNode => render(text(record));
}
