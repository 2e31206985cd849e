// A tree as the rows that are shown of it, from the pages of children that are at hand.
import type { ChildPage, TreeRecord } from './api.ts';

export type LoadedChildren = {
  readonly records: readonly TreeRecord[];
  /** Undefined until the first page is there. */
  readonly total: number | undefined;
  readonly hidden: number;
  readonly failure: unknown;
};

export type TreeRow =
  | {
      readonly kind: 'record';
      readonly key: string;
      readonly record: TreeRecord;
      readonly parentId: number | null;
      /** From 1, below the record whose tree it is. */
      readonly depth: number;
      /** Undefined of a record without others under it. */
      readonly isExpanded: boolean | undefined;
      readonly place: number;
      readonly count: number;
    }
  | {
      /** 'more': the next page; 'hidden': what is out of sight; 'wait' and 'failed': of the first page. */
      readonly kind: 'more' | 'hidden' | 'wait' | 'failed';
      readonly key: string;
      readonly parentId: number;
      readonly depth: number;
      readonly count: number;
    };

export const nameOf = ({ recordNumber, id }: Pick<TreeRecord, 'recordNumber' | 'id'>): string =>
  recordNumber === null ? `ID ${id}` : String(recordNumber);

/** The pages of one parent together; a page that is not there ends what is known. */
export function joinPages(
  pages: readonly { readonly data: ChildPage | undefined; readonly error: unknown }[],
): LoadedChildren {
  const records: TreeRecord[] = [];
  const seen = new Set<number>();
  for (const { data } of pages) {
    if (data === undefined) break;
    // Between two pages one may have been put in or taken out: nothing is shown twice.
    for (const record of data.records) if (!seen.has(record.id)) records.push(record);
    for (const { id } of data.records) seen.add(id);
  }
  const last = pages.findLast(({ data }) => data !== undefined)?.data;
  return {
    records,
    total: last?.total,
    hidden: last?.hidden ?? 0,
    failure: pages.find(({ error }) => error)?.error ?? null,
  };
}

/**
 * @param children what is at hand, by the record that they stand under
 * @returns the record itself first, then what is under it as far as it is expanded
 */
export function listRows(
  root: TreeRecord,
  children: ReadonlyMap<number, LoadedChildren>,
  expanded: ReadonlySet<number>,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (record: TreeRecord, parentId: number | null, depth: number, place: number, count: number) => {
    const hasChildren = record.childCount > 0;
    const isExpanded = hasChildren ? expanded.has(record.id) : undefined;
    rows.push({ kind: 'record', key: `r${record.id}`, record, parentId, depth, isExpanded, place, count });
    if (isExpanded !== true) return;
    const loaded = children.get(record.id);
    const below = { parentId: record.id, depth: depth + 1 };
    if (loaded?.total === undefined) {
      const kind = loaded?.failure == null ? 'wait' : 'failed';
      rows.push({ kind, key: `${kind}${record.id}`, ...below, count: record.childCount });
      return;
    }
    loaded.records.forEach((child, at) => add(child, record.id, depth + 1, at + 1, loaded.total!));
    const more = loaded.total - loaded.records.length;
    if (more > 0) rows.push({ kind: 'more', key: `more${record.id}`, ...below, count: more });
    if (loaded.hidden > 0)
      rows.push({ kind: 'hidden', key: `hidden${record.id}`, ...below, count: loaded.hidden });
  };
  add(root, null, 1, 1, 1);
  return rows;
}

/** Whether the other record is the record, or stands somewhere under it, as far as it is shown. */
export function isWithin(rows: readonly TreeRow[], recordId: number, otherId: number): boolean {
  const parents = new Map(
    rows.flatMap((row) => (row.kind === 'record' ? [[row.record.id, row.parentId] as const] : [])),
  );
  for (let at: number | null | undefined = otherId; at != null; at = parents.get(at))
    if (at === recordId) return true;
  return false;
}
