// What a saved view asks of fields that its reader does not see: switched off for now, deleted, or not for the role. It is left out
// of what is shown, and stays saved until somebody takes it out.
import { invalid } from '../kernel/refusal.ts';
import { mostFilters } from '../records/limits.ts';
import { mostColourRules, seenRules } from './colour-rules.ts';
import type { GridFilter, GridOptions } from './model.ts';

type Fields = ReadonlyMap<string, unknown>;

const isSeenFilter =
  (fields: Fields) =>
  ({ columnField }: GridFilter): boolean =>
    fields.has(columnField);

const isSeenRule =
  (fields: Fields) =>
  (rule: GridOptions['colours'][number]): boolean =>
    seenRules([rule], ({ conditions }) => conditions.map(({ columnField }) => columnField), fields).length >
    0;

/** What is saved anew, with what is left out of the saved one in its place among the others. */
export function keepLeftOut(given: GridOptions, saved: GridOptions, fields: Fields): GridOptions {
  const filterModel = withUnseen(given.filterModel, saved.filterModel, isSeenFilter(fields));
  if (filterModel.length > mostFilters)
    throw invalid(
      `At most ${mostFilters} conditions can be saved, with what the view keeps and is left out here: ${filterModel.length - given.filterModel.length}.`,
      'filterModel',
    );
  const colours = withUnseen(given.colours, saved.colours, isSeenRule(fields));
  if (colours.length > mostColourRules)
    throw invalid(
      `A grid has at most ${mostColourRules} colour rules, with those that are left out here.`,
      'colours',
    );
  return { ...given, filterModel, colours };
}

/** The saved one without what is left out. */
export const dropLeftOut = (saved: GridOptions, fields: Fields): GridOptions => ({
  ...saved,
  filterModel: saved.filterModel.filter(isSeenFilter(fields)),
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
