// The rows of a grid with those of its groups among them, and what the grid is told of the latter.
import type { GridTree } from '../../../ui/grid/grid-column.ts';
import { useObserved } from '../../../platform/observed.ts';
import { measuresOf, type FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { writeView, type GridView } from '../grid/grid-view.ts';
import type { ScreenParts } from '../grid/screen-parts.ts';
import { findLeadingFields } from '../leading-fields.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { createHeadRows, toHead, type GroupHead } from './group-heads.tsx';
import type { GroupPath } from './group-lines.ts';
import type { GroupedField, GroupMeasure, GroupRows } from './use-group-rows.ts';

/** More under one row nobody reads. */
const mostGroupMeasures = 20;

type Asked = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly view: GridView;
  readonly shownKeys: readonly string[];
  readonly isRows: boolean;
};

/** By what the rows are gathered, and the numbers of each group: those of the totals, and the sum of the leading amount. */
export function useGathered({ totals }: ScreenParts, { fields, view, shownKeys, isRows }: Asked) {
  const { kinds } = useObserved(totals);
  const isMeant = isRows && view.recordId === null;
  const { groups: wanted } = view;
  return useMemo((): { groups: readonly GroupedField[]; measures: readonly GroupMeasure[] } => {
    if (!isMeant || wanted.length === 0) return { groups: [], measures: [] };
    const { amount } = findLeadingFields([...fields.values()]);
    const kindOf = (field: RecordField): FieldMeasure | undefined =>
      kinds[field.key] ?? (field.key === amount?.key ? 'SUM' : undefined);
    return {
      groups: wanted.flatMap(({ field: key, interval }) => {
        const field = fields.get(key);
        return field === undefined ? [] : [{ field, interval }];
      }),
      measures: shownKeys
        .flatMap((key) => {
          const field = fields.get(key);
          const kind = field && kindOf(field);
          return field !== undefined && kind !== undefined && measuresOf(field).includes(kind)
            ? [{ field, kind }]
            : [];
        })
        .slice(0, mostGroupMeasures),
    };
  }, [fields, wanted, isMeant, shownKeys, kinds]);
}

type Gathered = {
  readonly groups: readonly GroupedField[];
  readonly measures: readonly GroupMeasure[];
  readonly inGroups: GroupRows;
  readonly view: GridView;
  /** In which the titles of groups stand. */
  readonly column: string | undefined;
};

/** @param held the records of the open groups, and those that must not go away while somebody works on them */
export function useGroupedRows(
  held: readonly RecordRow[],
  { groups, measures, inGroups, view, column }: Gathered,
) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [headRowOf] = useState(createHeadRows);
  const { lines } = inGroups;
  return useMemo(() => {
    if (groups.length === 0 || column === undefined) return null;
    const hrefOf = (path: GroupPath) =>
      inGroups.isRoom
        ? `?${writeView(alone(view, inGroups, path), new URLSearchParams(search)).toString()}`
        : null;
    const loadedIn = new Map<GroupPath, number>();
    const scene = {
      groups,
      measures,
      hrefOf,
      openGroup(path: GroupPath) {
        const href = hrefOf(path);
        if (href !== null) void navigate({ search: href });
      },
      more: (path: GroupPath) => inGroups.more(path, loadedIn.get(path) ?? 0),
      retry: () => void inGroups.refetch(),
    };
    const heads = new Map<number, GroupHead>();
    const levels = new Map<number, number>();
    const there = new Map(held.map((row) => [row.id, row]));
    let loaded = 0;
    const rows = lines.map((line) => {
      if (line.kind === 'record') {
        levels.set(line.row.id, line.level);
        loaded += 1;
        const row = there.get(line.row.id) ?? line.row;
        there.delete(line.row.id);
        return row;
      }
      if (line.kind === 'more') loadedIn.set(line.path, loaded);
      else loaded = 0;
      const row = headRowOf(line);
      heads.set(row.id, toHead(line, scene));
      return row;
    });
    const headOf = ({ id }: RecordRow) => heads.get(id) ?? null;
    const tree: GridTree<RecordRow> = {
      column,
      levelOf: ({ id }) => heads.get(id)?.level ?? levels.get(id) ?? 1,
      isOpen: ({ id }) => heads.get(id)?.isOpen ?? null,
      toggle(row) {
        const line = headOf(row)?.line;
        if (line?.kind === 'group') inGroups.toggle(line.path);
      },
      headOf,
    };
    return {
      // What is in work while its group is closed stands above the groups.
      rows: [...there.values(), ...rows],
      tree,
      headOf,
      count: lines.filter((line) => line.kind === 'group' && line.path.length === 1).length,
      openAll: inGroups.openAll,
      closeAll: inGroups.closeAll,
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `inGroups` is made anew each time: its lines tell what is shown
  }, [groups, measures, lines, held, view, column, search, navigate, headRowOf]);
}

const alone = (view: GridView, { conditionsOf }: GroupRows, path: GroupPath): GridView => ({
  ...view,
  page: 1,
  groups: [],
  filters: [...view.filters, ...conditionsOf(path)],
});
