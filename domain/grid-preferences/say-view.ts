// What a saved view shows, in words: what its parts are called, and how they read once fields and conditions have names.
import type { Interval } from '../aggregates/interval.ts';
import { intervalNames } from '../aggregates/interval.ts';
import type { ColourTone } from './colour-rules.ts';
import type { GridLayout } from './model.ts';

/** Columns, fields and conditions as they are called. */
export type SaidView = {
  readonly columns: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: { readonly left: readonly string[]; readonly right: readonly string[] };
  readonly widths: readonly { readonly field: string; readonly width: number }[];
  /** Empty where there is none. */
  readonly filters: string;
  readonly sorts: readonly { readonly field: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly density: number | null;
  readonly pageSize: number | null;
  /** A sum is null where the layout chooses it, and empty where nothing is added. */
  readonly layout: {
    readonly kind: GridLayout['kind'];
    readonly field: string | null;
    readonly sum: string | null;
  } | null;
  readonly groups: readonly { readonly field: string; readonly interval?: Interval | null | undefined }[];
  readonly colours: readonly {
    readonly name: string;
    readonly tone: ColourTone;
    readonly column: string | null;
    readonly conditions: string;
  }[];
};

/** As a grid calls the columns that are no field. */
export const linkColumnNames: Readonly<Record<string, string>> = {
  recordViewerUrl: 'Record Viewer URL',
  dynamicViewsUrl: 'Dynamic Views URL',
};

const sayList = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '));
const sayNumber = (value: number | null): string => (value === null ? 'none' : String(value));

export const viewParts: {
  readonly [Part in keyof SaidView]: readonly [label: string, say: (value: SaidView[Part]) => string];
} = {
  columns: ['Columns', (columns) => (columns.length === 0 ? 'as a grid starts' : columns.join(', '))],
  hidden: ['Hidden columns', sayList],
  pinned: [
    'Pinned columns',
    ({ left, right }) =>
      sayList([...left.map((one) => `${one} (left)`), ...right.map((one) => `${one} (right)`)]),
  ],
  widths: ['Widths', (widths) => sayList(widths.map(({ field, width }) => `${field} ${width}`))],
  filters: ['Conditions', (filters) => filters || 'none'],
  sorts: [
    'Sorted by',
    (sorts) =>
      sayList(sorts.map(({ field, direction }) => `${field}${direction === 'ASC' ? '' : ' (descending)'}`)),
  ],
  density: ['Density', sayNumber],
  pageSize: ['Rows a page', sayNumber],
  layout: [
    'Layout',
    (layout) =>
      layout === null
        ? 'rows'
        : [
            layout.kind === 'BOARD' ? 'board' : 'calendar',
            layout.field ?? '',
            layout.sum === '' ? 'without a sum' : (layout.sum ?? ''),
          ]
            .filter((word) => word !== '')
            .join(', '),
  ],
  groups: [
    'Grouped by',
    (groups) =>
      sayList(
        groups.map(({ field, interval }) =>
          interval == null ? field : `${field} (${intervalNames[interval]})`,
        ),
      ),
  ],
  colours: [
    'Colours',
    (rules) =>
      sayList(
        rules.map(
          ({ name, tone, column, conditions }) =>
            `${name}: ${tone.toLowerCase()}${column === null ? '' : ` on ${column}`} where ${conditions}`,
        ),
      ),
  ],
};
