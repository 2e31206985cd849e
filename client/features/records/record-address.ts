import { startView, writeView } from './grid/grid-view.ts';
import type { RecordRow } from './record-row.ts';

/** Where one record stands by itself: its grid, opened at it alone. The one place that knows. */
export const hrefOfRecord = (gridPath: string, { id }: Pick<RecordRow, 'id'>): string =>
  `${gridPath}?${writeView({ ...startView, recordId: id })}`;
