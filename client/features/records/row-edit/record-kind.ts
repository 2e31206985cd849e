// Records as an edit session has them.
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { EditSession } from '../../../edit-session/edit-session.ts';
import type { EditKind } from '../../../edit-session/edited.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { storedValues } from './row-values.ts';

export type RecordSession = EditSession<RecordRow, number, RecordField>;

export const recordKind: EditKind<RecordRow, number, RecordField> = {
  read: (record, fields) => ({
    id: record.id,
    version: record.version,
    values: storedValues(fields.values(), record),
  }),
  asks: 'changes',
  tells: 'written',
  // That the system notes each change is no news.
  isNews: (key) => findBaseField(key)?.readOnly !== true,
};
