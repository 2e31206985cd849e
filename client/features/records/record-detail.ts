import type { ReactNode } from 'react';
import type { RecordRow } from './record-row.ts';

/** What stands under an expanded record; the page brings it. */
export type RecordDetail = {
  readonly render: (record: RecordRow) => ReactNode;
  /** Asked before the panel closes or another opens. */
  readonly mayLeave: () => Promise<boolean>;
};
