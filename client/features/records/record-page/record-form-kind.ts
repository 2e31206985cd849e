// A record as the form of its page edits it: the kind of the grid's rows, with the rules of the form and its way to tell
// them. Drafts are those of the grid: what is begun here goes on there.
import { isRequiredInRecordForm, whyNotInRecordForm } from '@rowhouse/domain/records/edit-record.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { EditKind, KeptChange } from '../../../edit-session/edited.ts';
import { hasEditor } from '../../../values/field-editor.tsx';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { recordKind } from '../row-edit/record-kind.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';

export const recordFormKind = (getToday: () => string): EditKind<RecordRow, number, RecordField> => ({
  ...recordKind,
  tells: 'left',
  toKept: ({ dataType }, text) => valueOf(dataType).toKept(text),
  whyNot: (field, text, original) => whyNotInRecordForm(field, text, original, getToday()),
});

/** What the form has an input for. Objects and files are changed where they stand, and do not wait for Save. */
export const isInForm = (field: RecordField): boolean =>
  whyReadOnly(field) === null && hasEditor(field.dataType);

export const isRequiredHere = (field: RecordField): boolean => isRequiredInRecordForm(field);

/** What was typed, as the grid keeps it: values that can be stored, and none that stands as it stood. */
export function toGridDraft(change: KeptChange, fields: ReadonlyMap<string, RecordField>): KeptChange | null {
  const values = new Map<string, string>();
  for (const [key, text] of change.values) {
    const field = fields.get(key);
    if (!field) continue;
    const type = valueOf(field.dataType);
    const value = type.toKept(text);
    if (!type.isSame(change.original.get(key) ?? '', value)) values.set(key, value);
  }
  return values.size === 0 ? null : { ...change, values };
}
