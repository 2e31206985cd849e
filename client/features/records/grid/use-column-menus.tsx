// What is offered of one column: on a cell the records that hold the same, on a header its order and a filter.
import { mostGroups } from '@rowhouse/domain/aggregates/limits.ts';
import { mayGroupRows } from '@rowhouse/domain/aggregates/measures.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { useCallback } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import type { GridMenuItem } from '../../../ui/grid/grid-menu.tsx';
import { nextSortBeside } from '../../../ui/grid/grid-sort.ts';
import { Icon } from '../../../ui/icons.tsx';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import { conditionsOf, whyNotByValue } from '../filters/filter-by-value.ts';
import { wordsOfCondition } from '../filters/filter-words.ts';
import { levelOf } from '../numbers/summary-setting.ts';
import { type RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import type { Panel } from './grid-toolbar.tsx';
import type { GridView } from './grid-view.ts';
import type { ChangeView } from './use-grid-view.ts';

export function useColumnMenus(
  { filters, sort, groups }: GridView,
  change: ChangeView,
  fields: ReadonlyMap<string, RecordField>,
  options: FieldOptions,
  openPanel: (panel: Panel) => void,
) {
  const byValue = useCallback(
    (record: RecordRow, column?: string): GridMenuItem[] => {
      const field = fields.get(column ?? '');
      if (field === undefined) return [];
      const conditions = conditionsOf(field, record);
      const words = (condition: FilterCondition) => {
        const { name, rest } = wordsOfCondition(
          condition,
          field,
          options.get(field.key) ?? noOptions,
          viewerZone(),
        );
        return `${name} ${rest}`;
      };
      const isTooMany = filters.length + conditions.length > mostFilters;
      const whyNot = isTooMany
        ? `At most ${mostFilters} conditions can be applied.`
        : whyNotByValue(field, conditions, filters);
      return [
        {
          id: 'filter-by-value',
          label: `Filter by this value: ${shortened(conditions.map(words).join(', '))}`,
          icon: <Icon name="filter" />,
          disabledReason: whyNot ?? undefined,
          onSelect: () => change({ filters: [...filters, ...conditions], recordId: null }),
        },
      ];
    },
    [filters, change, fields, options],
  );

  const headerMenu = useCallback(
    (column: string): GridMenuItem[] => {
      const field = fields.get(column);
      if (field === undefined) return [];
      const sorting = (id: string, label: string, next: GridView['sort']): GridMenuItem => ({
        id,
        label,
        icon: <Icon name="sort" />,
        disabledReason: field.sortable ? undefined : `${field.name} cannot be sorted.`,
        onSelect: () => change({ sort: next }),
      });
      const isOther = sort.every((key) => key.column !== column);
      return [
        {
          id: 'filter-by-column',
          label: 'Filter by this column',
          icon: <Icon name="filter" />,
          disabledReason: field.filterable ? undefined : `${field.name} cannot be filtered.`,
          onSelect: () => {
            const anchor = document.querySelector<HTMLElement>('[data-panel=filters]');
            if (anchor) openPanel({ name: 'filters', anchor, field: column });
          },
        },
        sorting('sort-desc', 'Sort descending', [{ column, direction: 'desc' }]),
        sorting('sort-asc', 'Sort ascending', [{ column, direction: 'asc' }]),
        ...(isOther
          ? [sorting('sort-beside', 'Sort by it after the others', nextSortBeside(sort, column))]
          : []),
        {
          id: 'group',
          label: groups.length === 0 ? 'Group by this column' : 'Group by it within the groups',
          icon: <Icon name="group" />,
          disabledReason: whyNotGroupBy(field, groups) ?? undefined,
          onSelect: () => change({ groups: [...groups, levelOf(field)] }),
        },
      ];
    },
    [sort, groups, change, fields, openPanel],
  );
  return { byValue, headerMenu };
}

function whyNotGroupBy(field: RecordField, groups: GridView['groups']): string | null {
  if (!mayGroupRows(field)) return `Rows cannot be grouped by ${field.name}.`;
  if (groups.some((group) => group.field === field.key))
    return `The rows are grouped by ${field.name} already.`;
  return groups.length >= mostGroups ? `Rows are gathered in at most ${mostGroups} levels.` : null;
}

const longestLabel = 60;
const shortened = (text: string): string =>
  text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1)}…`;
