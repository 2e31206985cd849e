import type { ReactNode } from 'react';
import type { RecordField } from '../record-field.ts';
import type { RecordEdit } from './record-edit.ts';

/** Values that are taken from the record's document into its form; the page brings it. */
export type RecordTaking = {
  /** The field that the next value goes into; null while none was in the focus. */
  readonly aimed: string | null;
  /** Null when nothing can be taken: the record is only read. */
  readonly aim: (key: string | null) => void;
  /** Called by the form while it is there. */
  readonly join: (edit: RecordEdit) => () => void;
  /** Beside a value that was taken from the document; null where it was not. */
  readonly renderPlace: (field: RecordField, value: string, onShow: () => void) => ReactNode;
  /** Shows where the value was taken from. @returns whether it was */
  readonly showPlace: (key: string, value: string) => boolean;
};
