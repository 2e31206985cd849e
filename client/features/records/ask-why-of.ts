// The questions "why?" of a record's screens, in their words.
import { askWhy } from '../../platform/ask-why.ts';
import { focusedPlace } from '../../ui/focused-place.ts';
import type { RecordField } from './record-field.ts';
import { rowLabel, type RecordRow } from './record-row.ts';

/** @param record null: of the type's records in general */
export function askWhyField(
  recordTypeId: number,
  record: RecordRow | null,
  field: Pick<RecordField, 'key' | 'name'>,
  anchor: HTMLElement = focusedPlace(),
): void {
  askWhy({
    title: `Why can I not change ${field.name}?`,
    subjects: [{ recordTypeId, ...(record && { recordId: record.id }), fieldKey: field.key }],
    anchor,
  });
}

export function askWhyRecord(recordTypeId: number, record: RecordRow, anchor: HTMLElement): void {
  askWhy({ title: 'Why can I not edit this?', subjects: [{ recordTypeId, recordId: record.id }], anchor });
}

export const askWhyAction = (recordTypeId: number, label: string, action: string): void =>
  askWhy({
    title: `Why is ${label} closed?`,
    subjects: [{ recordTypeId, action }],
    anchor: focusedPlace(),
  });

const asked = ['create records', 'soft delete', 'bulk update', 'bulk download', 'edit line items'] as const;

/** What may be done and what may not, each with its reason. */
export function askWhatIMay(recordTypeId: number, record: RecordRow): void {
  askWhy({
    title: `What may I do with ${rowLabel(record)}?`,
    subjects: [
      { recordTypeId, recordId: record.id },
      ...asked.map((action) => ({ recordTypeId, recordId: record.id, action })),
    ],
    anchor: focusedPlace(),
  });
}
