// What a file makes different of a view that is saved for a role, in words.
import { noSum } from '../grid-preferences/model.ts';
import { sayFilters, sayGroups } from './describe-dashboard.ts';
import type { Change } from './difference.ts';
import type { ViewPart } from './format.ts';
import { isSame } from './is-same.ts';
import { sayKey, sayValue } from './words.ts';

type Members = Required<Omit<ViewPart, 'name' | 'role' | 'recordType' | 'enabled'>>;

/** In the file nothing is added where this stands in the place of a field. */
export const writtenNoSum = `@${noSum}`;

const sayList = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '));
const sayFields = (fields: readonly string[]): string => sayList(fields.map(sayColumn));
/** As a grid calls them: columns that are no field. */
const linkNames: Readonly<Record<string, string>> = {
  '@recordViewerUrl': 'Record Viewer URL',
  '@dynamicViewsUrl': 'Dynamic Views URL',
};
const sayColumn = (written: string): string => linkNames[written] ?? sayKey(written);
const sayOptional = (field: string | null | undefined): string => (field == null ? '' : sayKey(field));

const members: { readonly [Member in keyof Members]: readonly [string, (value: Members[Member]) => string] } =
  {
    isDefault: ['Default of the role', sayValue],
    columns: [
      'Columns',
      (columns) => (columns.length === 0 ? 'as a grid starts' : columns.map(sayColumn).join(', ')),
    ],
    hidden: ['Hidden columns', sayFields],
    pinned: [
      'Pinned columns',
      ({ left, right }) =>
        sayList([
          ...left.map((one) => `${sayColumn(one)} (left)`),
          ...right.map((one) => `${sayColumn(one)} (right)`),
        ]),
    ],
    widths: ['Widths', (widths) => sayList(widths.map(({ field, width }) => `${sayColumn(field)} ${width}`))],
    filters: ['Conditions', sayFilters],
    sorts: [
      'Sorted by',
      (sorts) =>
        sayList(
          sorts.map(
            ({ field, direction }) => `${sayKey(field)}${direction === 'ASC' ? '' : ' (descending)'}`,
          ),
        ),
    ],
    density: ['Density', sayValue],
    pageSize: ['Rows a page', sayValue],
    layout: [
      'Layout',
      (layout) =>
        layout == null
          ? 'rows'
          : [
              layout.kind === 'BOARD' ? 'board' : 'calendar',
              sayOptional(layout.field),
              layout.sum === writtenNoSum ? 'without a sum' : sayOptional(layout.sum),
            ]
              .filter((word) => word !== '')
              .join(', '),
    ],
    groups: ['Grouped by', sayGroups],
    colours: [
      'Colours',
      (rules) =>
        sayList(
          rules.map(
            ({ name, tone, column, conditions }) =>
              `${name}: ${tone.toLowerCase()}${column == null ? '' : ` on ${sayKey(column)}`} where ${sayFilters(conditions)}`,
          ),
        ),
    ],
  };

/** What the file does not say stays as it is. */
export function describeView(given: ViewPart, current: ViewPart): Change[] {
  if (given.enabled === false) return [{ what: 'Deleted', before: 'no', after: 'yes' }];
  const named =
    given.name === current.name ? [] : [{ what: 'Name', before: current.name, after: given.name }];
  const changed = Object.entries(members).flatMap(([member, [what, say]]): Change[] => {
    const [after, before] = [given, current].map((view) => view[member as keyof Members]);
    if (after === undefined || isSame(after, before)) return [];
    const words = say as (value: unknown) => string;
    return [{ what, before: words(before), after: words(after) }];
  });
  return [...named, ...changed];
}
