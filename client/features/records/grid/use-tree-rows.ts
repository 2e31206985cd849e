// The page of a grid as a tree: its roots, and what stands under those that are open. What is below a record is asked for when
// it is opened, in the order of the grid.
import { largestPageSize } from '@rowhouse/domain/records/limits.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toSentence } from '../../../platform/request-failure.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import type { GridTree } from '../../../ui/grid/grid-column.ts';
import { findRecordPart } from '../api.ts';
import type { RecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';
import { toTreeLines } from './tree-lines.ts';

type Roots = {
  readonly rows: readonly RecordRow[];
  readonly asked: { readonly query: RecordQuery; readonly switches: Record<string, boolean> };
};
type Setting = {
  readonly recordTypeId: number;
  /** Of the records that the grid shows. */
  readonly typeIds: readonly number[];
  readonly isTree: boolean;
};

export type RecordTreeRows = Omit<GridTree<RecordRow>, 'column'>;

const noneOpen: ReadonlySet<number> = new Set();
type Opened = { readonly of: object; readonly ids: ReadonlySet<number> };

export function useTreeRows(
  { rows: roots, asked }: Roots,
  { recordTypeId, typeIds, isTree }: Setting,
): { readonly rows: readonly RecordRow[]; readonly tree: RecordTreeRows | undefined } {
  const [opened, setOpened] = useState<Opened>({ of: asked, ids: noneOpen });
  // Another page, sort or filter begins closed.
  const open = opened.of === asked && isTree ? opened.ids : noneOpen;
  const ids = [...open];
  const { query } = asked;
  const below = useQueries({
    queries: ids.map((id) => ({
      // Under the key of pages: what is changed of a row is put into each of them.
      queryKey: ['records', recordTypeId, 'page', 'under', id, query, asked.switches],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const variables = {
          data: query,
          tree: { parentIds: [id] },
          pagination: { offset: 0, limit: largestPageSize },
          ...asked.switches,
        };
        try {
          return await findRecordPart(variables, { signal });
        } catch (failure) {
          if (!signal.aborted) snackbars.error(`What is below could not be loaded: ${toSentence(failure)}`);
          throw failure;
        }
      },
      structuralSharing: false,
      meta: { isLive: true },
      staleTime: 0,
      retry: false,
    })),
    combine: combineRows,
  });
  const [known] = useState(() => new Map<number, boolean>());
  return useMemo(() => {
    if (!isTree) return { rows: roots, tree: undefined };
    const shownTypes = new Set(typeIds);
    const hasBelow = (row: RecordRow): boolean => {
      // A row that was saved meanwhile came without them.
      if (row.children === undefined) return known.get(row.id) === true;
      const has = row.children?.some(({ recordType }) => shownTypes.has(recordType?.id ?? 0)) === true;
      known.set(row.id, has);
      return has;
    };
    const byParent = new Map(ids.map((id, at) => [id, below[at]]));
    const lines = toTreeLines(roots, { open, hasBelow, rowsUnder: (id) => byParent.get(id) });
    const lineOf = new Map(lines.map((line) => [line.row.id, line]));
    const toggle = ({ id }: RecordRow) =>
      setOpened(() => {
        const next = new Set(open);
        if (!next.delete(id)) next.add(id);
        return { of: asked, ids: next };
      });
    return {
      rows: lines.map(({ row }) => row),
      tree: {
        levelOf: ({ id }: RecordRow) => lineOf.get(id)?.level ?? 1,
        isOpen: ({ id }: RecordRow) => lineOf.get(id)?.isOpen ?? null,
        toggle,
      },
    };
    // `ids` are those of `open`.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one array made anew each time
  }, [isTree, roots, typeIds, open, below, asked, known]);
}

type Answer = { readonly data?: { readonly records: readonly RecordRow[] } | undefined };
const combineRows = (answers: readonly Answer[]): (readonly RecordRow[] | undefined)[] =>
  answers.map(({ data }) => data?.records);
