import type { ReactNode } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { UnsavedText } from '../../../ui/unsaved-text.tsx';
import { renderText } from '../../../values/render-text.tsx';
import { textOfStored, type Names } from '../../../values/shown-text.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { renderValue, type ValueSetting } from './record-value.tsx';
import type { UnsavedResult, UnsavedResults } from '../unsaved-results/unsaved-results.ts';

const noNames: Names = new Map();

/** A value that is only read: what is computed follows what is written beside it and in the lines. */
export function renderRead(
  field: RecordField,
  record: RecordRow,
  setting: ValueSetting,
  results: UnsavedResults,
): ReactNode {
  const result = results.get(field.key);
  return result === undefined ? (
    renderValue(field, record, setting)
  ) : (
    <UnsavedValue field={field} {...result} />
  );
}

const UnsavedValue = ({ field, value, isSaved }: UnsavedResult & { field: RecordField }) => (
  <UnsavedText isUnsaved={!isSaved}>
    {renderText(field)(value === '' ? '' : textOfStored(field, value, noNames, viewerZone()))}
  </UnsavedText>
);
