// The way back from a record to the grid that it was opened from: how the grid was scrolled and where its focus was. It is
// kept for as long as the page of the browser lives, and taken once.
import type { ActiveCell } from '../../ui/grid/grid-store.ts';

export type GridPlace = {
  readonly recordTypeId: number;
  /** Of the rows that were shown. */
  readonly viewKey: string;
  /** Of the entry in the history of the browser. */
  readonly entry: string;
  readonly top: number;
  readonly left: number;
  readonly active: ActiveCell | null;
};

type Arrival = Pick<GridPlace, 'recordTypeId' | 'viewKey' | 'entry'> & {
  /** What the link that led here said. */
  readonly state: unknown;
};

/** The state of a link from a record to its list. */
export const fromRecord = { isFromRecord: true } as const;
const isFromRecord = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isFromRecord' in state;

let left: GridPlace | null = null;
let shown: { readonly recordTypeId: number; readonly recordId: number } | null = null;

export function leaveGrid(place: GridPlace): void {
  left = place;
  shown = null;
}

/** A record of the list is shown on its page. */
export function noteShownRecord(recordTypeId: number, recordId: number): void {
  shown = { recordTypeId, recordId };
}

/**
 * How the grid was left, for who comes back to the same rows from a record of it; else null. The focus is on the record that
 * was shown last, where that is among the rows.
 */
export function comeBack(arrival: Arrival, rows: ReadonlySet<number>): GridPlace | null {
  if (left === null || shown === null) return null;
  const place = left;
  const isSame =
    place.recordTypeId === arrival.recordTypeId &&
    shown.recordTypeId === arrival.recordTypeId &&
    place.viewKey === arrival.viewKey &&
    (place.entry === arrival.entry || isFromRecord(arrival.state));
  if (!isSame) return null;
  const { recordId } = shown;
  left = null;
  shown = null;
  const column = place.active?.column ?? 'recordNumber';
  return rows.has(recordId) ? { ...place, active: { row: recordId, column } } : place;
}
