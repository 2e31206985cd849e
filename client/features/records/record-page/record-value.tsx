// One value of a record as it is read on its page: as in the grid, but what leads somewhere can be reached by Tab.
import { readAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import { findHref, showSize } from '@rowhouse/domain/kernel/formats.ts';
import type { ReactNode } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { Icon } from '../../../ui/icons.tsx';
import { renderText } from '../../../values/render-text.tsx';
import { namesOf } from '../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordFiles } from '../record-files.ts';
import { findAdditionalValue, type RecordRow } from '../record-row.ts';
import { textOf } from '../record-text.ts';
import { storedValue } from '../row-edit/row-values.ts';
import styles from './record-value.module.css';

export type ValueSetting = {
  readonly options: FieldOptions;
  readonly objects: RecordObjects;
  readonly files: Pick<RecordFiles, 'open'>;
  /** Absent: an object is only read. */
  readonly openObject?: (field: RecordField) => void;
  /** The field that a value of the document would be taken into. */
  readonly aimed?: string | null;
  /** Where the value was taken from, beside it. */
  readonly renderPlace?: (field: RecordField, value: string) => ReactNode;
};

/** Whether the record holds nothing in the field. */
export const isEmptyIn = (field: RecordField, record: RecordRow, { options }: ValueSetting): boolean => {
  if (field.dataType === 'checkbox' || field.dataType === 'boolean')
    return storedValue(field, record) !== 'true';
  const names = namesOf(options.get(field.key) ?? noOptions);
  return textOf(field, record, names, viewerZone()) === '' && storedValue(field, record) === '';
};

export function renderValue(field: RecordField, record: RecordRow, setting: ValueSetting): ReactNode {
  const { options, objects, files, openObject } = setting;
  const names = namesOf(options.get(field.key) ?? noOptions);
  const text = textOf(field, record, names, viewerZone());
  if (field.dataType === 'attachment') {
    const attached = readAttachedFiles(storedValue(field, record));
    if (attached.length === 0) return renderText(field)('');
    return attached.map((file) => (
      <button
        key={file.id}
        type="button"
        className={styles.link}
        onClick={() => files.open(field.key, record, file)}
      >
        <Icon name="file" size={16} />
        <span className={styles.words}>{file.name}</span>
        {file.sizeBytes !== null && <span className={styles.size}>{showSize(file.sizeBytes)}</span>}
      </button>
    ));
  }
  const kind = objects.kindOf(field.key);
  if (kind !== null) {
    const stored = findAdditionalValue(record, field.id);
    const display = kind === 'listed' && stored === null ? null : objects.display(field.key, stored);
    if (display === null) return renderText(field)('');
    const words = display.whyNone ?? display.text;
    if (openObject === undefined) return words;
    return (
      <button
        type="button"
        className={styles.link}
        data-quiet={display.whyNone !== undefined || undefined}
        onClick={() => openObject(field)}
      >
        <span className={styles.words}>{words}</span>
      </button>
    );
  }
  if (field.dataType === 'url') {
    const href = findHref(text);
    if (href !== null)
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {text}
        </a>
      );
  }
  return renderText(field)(text);
}
