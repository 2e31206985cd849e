// What a saved view asks of fields that its reader does not see: switched off for now, deleted, or not for the role. It is left out
// of what is shown, and stays saved until somebody takes it out.
import { mostGroups } from '../aggregates/limits.ts';
import { invalid } from '../kernel/refusal.ts';
import { mostFilters, mostSorts } from '../records/limits.ts';
import { mostColourRules, seenRules } from './colour-rules.ts';
import { mostColumns } from './limits.ts';
import type { GridFilter, GridLayout, GridOptions } from './model.ts';
import { isSeenColumn } from './rules.ts';

type Fields = ReadonlyMap<string, unknown>;
type OfField = { readonly field: string };

const isSeenFilter =
  (fields: Fields) =>
  ({ columnField }: GridFilter): boolean =>
    fields.has(columnField);

const isSeenRule =
  (fields: Fields) =>
  (rule: GridOptions['colours'][number]): boolean =>
    seenRules([rule], ({ conditions }) => conditions.map(({ columnField }) => columnField), fields).length >
    0;

const isOfSeenField =
  (fields: Fields) =>
  ({ field }: OfField): boolean =>
    fields.has(field);

/** What is saved anew, with what is left out of the saved one in its place among the others. */
export function keepLeftOut(given: GridOptions, saved: GridOptions, fields: Fields): GridOptions {
  const isOfSeen = isOfSeenField(fields);
  const filterModel = withUnseen(given.filterModel, saved.filterModel, isSeenFilter(fields));
  const sortModel = withUnseen(given.sortModel, saved.sortModel, isOfSeen);
  const groups = withUnseen(given.groups, saved.groups, isOfSeen);
  const colours = withUnseen(given.colours, saved.colours, isSeenRule(fields));
  const keptOf = (key: 'filterModel' | 'sortModel' | 'groups', whole: readonly unknown[]) =>
    `, with what the view keeps and is left out here: ${whole.length - given[key].length}.`;
  if (filterModel.length > mostFilters)
    throw invalid(
      `At most ${mostFilters} conditions can be saved${keptOf('filterModel', filterModel)}`,
      'filterModel',
    );
  if (sortModel.length > mostSorts)
    throw invalid(
      `At most ${mostSorts} fields can be sorted by${keptOf('sortModel', sortModel)}`,
      'sortModel',
    );
  if (groups.length > mostGroups)
    throw invalid(`Rows are gathered in at most ${mostGroups} levels${keptOf('groups', groups)}`, 'groups');
  if (colours.length > mostColourRules)
    throw invalid(
      `A grid has at most ${mostColourRules} colour rules, with those that are left out here.`,
      'colours',
    );
  return keepUnseenColumns({ ...given, filterModel, sortModel, groups, colours }, saved, fields);
}

/** A column that its reader does not see changes nothing for them: there is no reason to take it from those who do. */
export function keepUnseenColumns(given: GridOptions, saved: GridOptions, fields: Fields): GridOptions {
  // As they start, all of them.
  if (given.orderedFields.length === 0) return given;
  const isSeen = isSeenColumn(fields);
  const keep = (keys: readonly string[], before: readonly string[]) =>
    withUnseen(keys, before, isSeen).slice(0, mostColumns);
  return {
    ...given,
    orderedFields: keep(given.orderedFields, saved.orderedFields),
    hiddenFields: keep(given.hiddenFields, saved.hiddenFields),
    pinnedColumns: {
      left: keep(given.pinnedColumns.left, saved.pinnedColumns.left),
      right: keep(given.pinnedColumns.right, saved.pinnedColumns.right),
    },
    widths: withUnseen(given.widths, saved.widths, ({ field }) => isSeen(field)).slice(0, mostColumns),
    layout: keepUnseenLayout(given.layout, saved.layout, fields),
  };
}

/** The field of a layout that starts by itself here, as it did before. */
function keepUnseenLayout(
  given: GridLayout | null,
  saved: GridLayout | null,
  fields: Fields,
): GridLayout | null {
  if (given === null || saved === null || given.kind !== saved.kind) return given;
  const unseen = (key: string | null) => (key !== null && !fields.has(key) ? key : null);
  return {
    ...given,
    field: given.field ?? unseen(saved.field),
    sum: given.sum ?? unseen(saved.sum),
  };
}

/** The saved one without what is left out. */
export const dropLeftOut = (saved: GridOptions, fields: Fields): GridOptions => ({
  ...saved,
  filterModel: saved.filterModel.filter(isSeenFilter(fields)),
  sortModel: saved.sortModel.filter(isOfSeenField(fields)),
  groups: saved.groups.filter(isOfSeenField(fields)),
  colours: saved.colours.filter(isSeenRule(fields)),
});

function withUnseen<One>(
  given: readonly One[],
  saved: readonly One[],
  isSeen: (one: One) => boolean,
): readonly One[] {
  const whole = [...given];
  let seenBefore = 0;
  let kept = 0;
  for (const one of saved) {
    if (isSeen(one)) {
      seenBefore += 1;
      continue;
    }
    whole.splice(Math.min(seenBefore, given.length) + kept, 0, one);
    kept += 1;
  }
  return whole;
}
