// What a file makes different of a view that is saved for a role, in words.
import { noSum } from '../grid-preferences/model.ts';
import { linkColumnNames, viewParts, type SaidView } from '../grid-preferences/say-view.ts';
import { sayFilters } from './describe-dashboard.ts';
import type { Change } from './difference.ts';
import type { ViewPart } from './format.ts';
import { isSame } from './is-same.ts';
import { sayKey, sayValue } from './words.ts';

type Members = Required<Omit<ViewPart, 'name' | 'role' | 'recordType' | 'enabled' | 'isDefault'>>;

/** In the file nothing is added where this stands in the place of a field. */
export const writtenNoSum = `@${noSum}`;

const sayColumn = (written: string): string =>
  (written.startsWith('@') ? linkColumnNames[written.slice(1)] : undefined) ?? sayKey(written);
const sayOptional = (field: string | null | undefined): string | null =>
  field == null ? null : sayKey(field);
const named = <Part extends { readonly field: string }>(parts: readonly Part[]) =>
  parts.map((part) => ({ ...part, field: sayColumn(part.field) }));

/** By the names that stand in the file. */
const said: { readonly [Part in keyof Members]: (value: Members[Part]) => SaidView[Part] } = {
  columns: (columns) => columns.map(sayColumn),
  hidden: (columns) => columns.map(sayColumn),
  pinned: ({ left, right }) => ({ left: left.map(sayColumn), right: right.map(sayColumn) }),
  widths: named,
  filters: sayFilters,
  sorts: named,
  density: (density) => density ?? null,
  pageSize: (size) => size ?? null,
  layout: (layout) =>
    layout == null
      ? null
      : {
          kind: layout.kind,
          field: sayOptional(layout.field),
          sum: layout.sum === writtenNoSum ? '' : sayOptional(layout.sum),
        },
  groups: named,
  colours: (rules) =>
    rules.map(({ name, tone, column, conditions }) => ({
      name,
      tone,
      column: sayOptional(column),
      conditions: sayFilters(conditions),
    })),
};

const members: readonly (readonly [member: keyof ViewPart, what: string, say: (value: unknown) => string])[] =
  [
    ['isDefault', 'Default of the role', sayValue],
    ...Object.entries(viewParts).map(([member, [what, say]]) => {
      const read = said[member as keyof Members] as (value: unknown) => unknown;
      const part = say as (value: unknown) => string;
      return [member as keyof Members, what, (value: unknown) => part(read(value))] as const;
    }),
  ];

/** What the file does not say stays as it is. */
export function describeView(given: ViewPart, current: ViewPart): Change[] {
  if (given.enabled === false) return [{ what: 'Deleted', before: 'no', after: 'yes' }];
  const named =
    given.name === current.name ? [] : [{ what: 'Name', before: current.name, after: given.name }];
  const changed = members.flatMap(([member, what, say]): Change[] => {
    const [after, before] = [given[member], current[member]];
    return after === undefined || isSame(after, before)
      ? []
      : [{ what, before: say(before), after: say(after) }];
  });
  return [...named, ...changed];
}
