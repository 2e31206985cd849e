// What the address of a record's page says: which record, and the list that one came from.
import { startView, writeView, type GridView } from '../grid/grid-view.ts';
import type { RecordRoute } from './record-routes.ts';

export type RecordPlace = {
  readonly recordId: number | null;
  /** In the grid of which type it is seen. */
  readonly recordTypeId: number | null;
  /** The view of the list that one came from, as the grid's address says it; null: from none. */
  readonly list: string | null;
  /** The place in that list, from 1. */
  readonly at: number | null;
};

const readWhole = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

export function readRecordPlace(params: URLSearchParams): RecordPlace {
  const list = params.get('list');
  return {
    recordId: readWhole(params.get('recordId')),
    recordTypeId: readWhole(params.get('recordType')),
    list,
    at: list === null ? null : readWhole(params.get('at')),
  };
}

/** How a list says itself in the address of a record: all that brings it back as it was left. */
export const writeList = (view: GridView): string =>
  writeView(view.recordId === null ? view : { ...startView, recordId: view.recordId }).toString();

type Opened = {
  readonly tenantPath: string;
  readonly route: RecordRoute;
  readonly recordId: number;
  readonly recordTypeId: number;
  readonly list?: string | null;
  readonly at?: number | null;
};

export function hrefOfRecordPage({ tenantPath, route, recordId, recordTypeId, list, at }: Opened): string {
  const params = new URLSearchParams({ recordId: String(recordId), recordType: String(recordTypeId) });
  if (list != null) params.set('list', list);
  if (list != null && at != null) params.set('at', String(at));
  return `${tenantPath}/${route}?${params}`;
}
