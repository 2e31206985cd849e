import type { ReactNode } from 'react';
import type { RecordRow } from './record-row.ts';
import type { LinesAsWritten } from './unsaved-results/unsaved-results.ts';

/** What stands under an expanded record; the page brings it. */
export type RecordDetail = {
  readonly render: (record: RecordRow) => ReactNode;
  /** The lines of the open record as they are written. */
  readonly linesOf: (recordId: number) => LinesAsWritten;
  /** Asked before the panel closes or another opens. */
  readonly mayLeave: () => Promise<boolean>;
};
