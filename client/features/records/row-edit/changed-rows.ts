import type { QueryClient } from '@tanstack/react-query';
import { createObserved } from '../../../platform/observed.ts';
import { findByNumbers } from '../api.ts';
import type { RecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';

/**
 * Which of the saved records the view's filter no longer finds. Only marks depend on it: a failure marks none.
 */
export async function findStrays(
  query: RecordQuery,
  records: readonly RecordRow[],
): Promise<ReadonlySet<number>> {
  const numbers = records.flatMap(({ recordNumber }) =>
    recordNumber === null ? [] : [String(recordNumber)],
  );
  if (numbers.length < records.length) return new Set();
  try {
    const found = await findByNumbers(query, numbers, 3 * records.length);
    const matching = new Set(found.map(({ id }) => id));
    return new Set(records.map(({ id }) => id).filter((id) => !matching.has(id)));
  } catch {
    return new Set();
  }
}

type Asked = { readonly query: RecordQuery };
type Rows = ReadonlyMap<number, RecordRow>;
type Strayed = { readonly from: Asked | null; readonly rows: Rows };
const noRows: Rows = new Map();

export type ChangedRows = ReturnType<typeof createChangedRows>;

/**
 * Records that were changed are put into the page where they stand, without the page being asked for again; those that
 * its filter finds no more stay, and are marked.
 */
export function createChangedRows(recordTypeId: number, queryClient: QueryClient) {
  let asked: Asked | null = null;
  let isFiltered = false;
  const strayed = createObserved<Strayed>({ from: null, rows: noRows });

  function showQuietly(records: readonly RecordRow[]) {
    const byId = new Map(records.map((record) => [record.id, record]));
    type Page = { records: readonly RecordRow[] };
    queryClient.setQueriesData<Page>({ queryKey: ['records', recordTypeId, 'page'] }, (before) =>
      before?.records.some(({ id }) => byId.has(id))
        ? { ...before, records: before.records.map((record) => byId.get(record.id) ?? record) }
        : before,
    );
  }

  async function mark(records: readonly RecordRow[]) {
    const from = asked;
    if (!isFiltered || records.length === 0 || from === null) return;
    const ids = await findStrays(from.query, records);
    if (ids.size === 0) return;
    const before = strayed.get();
    const added = records.filter(({ id }) => ids.has(id)).map((record) => [record.id, record] as const);
    strayed.set({ from, rows: new Map([...(before.from === from ? before.rows : []), ...added]) });
  }

  return {
    strayed,
    /** Another page, sort or filter is another view: what strayed from this one is no news there. */
    straysOf: ({ from, rows }: Strayed, page: Asked): Rows => (from === page ? rows : noRows),
    /** After each render: what the rows of the page were asked by, and whether a change can take one out of it. */
    take(now: Asked, canStray: boolean) {
      asked = now;
      isFiltered = canStray;
    },
    showQuietly,
    show(records: readonly RecordRow[]) {
      showQuietly(records);
      void mark(records);
    },
    forget: () => strayed.set({ from: null, rows: noRows }),
  };
}
