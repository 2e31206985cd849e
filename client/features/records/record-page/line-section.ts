import type { ReactNode } from 'react';
import type { RecordRow } from '../record-row.ts';

/** The lines of one kind under a record; the page brings them. */
export type LineSection = {
  readonly id: string;
  readonly title: string;
  /** Undefined while they are on their way. */
  readonly count: number | undefined;
  readonly render: (record: RecordRow) => ReactNode;
};
