// The saved views of roles, as they are written into a configuration file. One that filters or colours by what no file says stays
// out as a whole: without it other records would be shown. A column of a field that is gone or off is left out, as its readers
// see it.
import { writtenNoSum } from '@rowhouse/domain/configuration-file/describe-view.ts';
import type { ViewPart } from '@rowhouse/domain/configuration-file/format.ts';
import { titleOfView } from '@rowhouse/domain/configuration-file/match-views.ts';
import { linkColumnKeys, noSum } from '@rowhouse/domain/grid-preferences/model.ts';
import type { GridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import type { StoredPreference } from '../grid-preferences/sql.ts';
import type { StoredDesign } from '../record-types/sql.ts';
import type { StoredSaasRole } from '../roles/sql.ts';
import { byText } from './by-text.ts';
import { sayLeftOut } from './gather-conditions.ts';
import type { Gathering } from './gather-conditions.ts';
import { writeFilter } from './gather-dashboards.ts';
import { nameFields } from './named-fields.ts';
import type { NamedField } from './named-fields.ts';

type WrittenFilter = NonNullable<ViewPart['filters']>[number];

/** Of roles and record types that are switched on. `unsaid`: those that stand here and in no file. */
export function writeViews(
  stored: readonly StoredPreference[],
  roles: readonly StoredSaasRole[],
  here: Gathering,
): {
  readonly parts: ViewPart[];
  readonly stored: StoredPreference[];
  readonly unsaid: StoredPreference[];
} {
  const unsaid: StoredPreference[] = [];
  const both = stored
    .flatMap((view) => {
      const role = roles.find(({ id, enabled }) => enabled && id === view.roleId);
      const design = here.recordTypes.find(({ id, enabled }) => enabled && id === view.recordTypeId);
      if (role === undefined || design === undefined) return [];
      const names = { name: view.savedName, role: role.name, recordType: design.name };
      const options = writeOptions(view, design, here);
      const part = options && { ...names, isDefault: view.isRoleDefault, ...options };
      here.note(`view ${view.id}`, part);
      if (part !== null) return [{ view, part }];
      here.leaveOut(sayLeftOut(titleOfView(names)));
      unsaid.push(view);
      return [];
    })
    .sort(
      ({ part: one }, { part: other }) =>
        byText(one.role.toLowerCase(), other.role.toLowerCase()) ||
        byText(one.recordType.toLowerCase(), other.recordType.toLowerCase()) ||
        byText(one.name.toLowerCase(), other.name.toLowerCase()),
    );
  return { parts: both.map(({ part }) => part), stored: both.map(({ view }) => view), unsaid };
}

function writeOptions({ gridOptions: options }: StoredPreference, design: StoredDesign, here: Gathering) {
  const fields = new Map(nameFields(design, here).map((field) => [field.key, field]));
  const filters = writeFilters(options.filterModel, fields);
  const colours = options.colours.map(({ name, tone, column, conditions }) => ({
    name,
    tone,
    column: column === null ? null : fields.get(column)?.written,
    conditions: writeFilters(conditions, fields),
  }));
  if (filters === null || !colours.every(isWhole)) return null;
  const find = (key: string): string[] => {
    const written = linkColumnKeys.some((link) => link === key) ? `@${key}` : fields.get(key)?.written;
    return written === undefined ? [] : [written];
  };
  const write = (keys: readonly string[]): string[] => keys.flatMap(find);
  const named = (key: string | null): string | null => (key === null ? null : (write([key])[0] ?? null));
  const { layout, pinnedColumns: pinned } = options;
  return {
    columns: write(options.orderedFields),
    hidden: write(options.hiddenFields),
    pinned: { left: write(pinned.left), right: write(pinned.right) },
    widths: options.widths.flatMap(({ field, width }) =>
      write([field]).map((own) => ({ field: own, width })),
    ),
    filters,
    sorts: options.sortModel.flatMap(({ field, sort }) =>
      write([field]).map((own) => ({ field: own, direction: sort })),
    ),
    density: options.densityFactor,
    pageSize: options.pageSize,
    layout: layout && {
      kind: layout.kind,
      field: named(layout.field),
      sum: layout.sum === noSum ? writtenNoSum : named(layout.sum),
    },
    groups: options.groups.flatMap(({ field, interval }) =>
      write([field]).map((own) => ({ field: own, interval })),
    ),
    colours,
  };
}

type Rule = NonNullable<ViewPart['colours']>[number];
type WrittenRule = Omit<Rule, 'column' | 'conditions'> & {
  readonly column: string | null | undefined;
  readonly conditions: WrittenFilter[] | null;
};

const isWhole = (rule: WrittenRule): rule is WrittenRule & Rule =>
  rule.column !== undefined && rule.conditions !== null;

/** Null where one of them cannot be said. */
function writeFilters(
  filters: readonly GridFilter[],
  fields: ReadonlyMap<string, NamedField>,
): WrittenFilter[] | null {
  const written = filters.flatMap((filter) => writeFilter(filter, fields.get(filter.columnField)) ?? []);
  return written.length < filters.length ? null : written;
}
