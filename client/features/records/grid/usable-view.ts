// What an address asks for may be of another role, or of a time before a field went: what can be shown is, and the rest is said.
import { whyNotCondition } from '@rowhouse/domain/records/filter-rules.ts';
import type { RecordField } from '../record-field.ts';
import { usableGroups, usableRules } from './grid-options.ts';
import { defaultSort, type GridView } from './grid-view.ts';

export type UsableView = {
  readonly view: GridView;
  /** A sentence for each part that is left out. */
  readonly leftOut: readonly string[];
};

/** The key of the field says nothing to anybody, and which of the two holds is not told. */
export const sayMissing = (what: string): string =>
  `${what} asks for a field that is no longer there, or that you may not see.`;

export function toUsableView(asked: GridView, fields: ReadonlyMap<string, RecordField>): UsableView {
  const leftOut: string[] = [];
  const filters = asked.filters.filter((condition) => {
    const field = fields.get(condition.field);
    const whyNot = field === undefined ? sayMissing('A condition') : whyNotCondition(field, condition);
    if (whyNot !== null) leftOut.push(whyNot);
    return whyNot === null;
  });
  // Where the date of creation is hidden the server orders by what rises with it, and there is nothing to say.
  const sort = asked.sort.filter(({ column }) => {
    const field = fields.get(column);
    const isUsable = field?.sortable === true;
    if (!isUsable && asked.sort !== defaultSort)
      leftOut.push(field ? `${field.name} cannot be sorted.` : sayMissing('The order'));
    return isUsable;
  });
  const groups = usableGroups(asked.groups, fields);
  for (const { field: key } of asked.groups) {
    const field = fields.get(key);
    if (groups.every((group) => group.field !== key))
      leftOut.push(field ? `Rows cannot be grouped by ${field.name}.` : sayMissing('A group'));
  }
  const colours = usableRules(asked.colours, fields);
  for (const rule of asked.colours)
    if (!colours.includes(rule)) leftOut.push(`The colour rule '${rule.name}' asks what is not here.`);
  const isWhole =
    colours.length === asked.colours.length &&
    filters.length === asked.filters.length &&
    sort.length === asked.sort.length &&
    JSON.stringify(groups) === JSON.stringify(asked.groups);
  if (isWhole) return { view: asked, leftOut };
  return {
    view: { ...asked, filters, groups, colours, sort: sort.length > 0 ? sort : defaultSort },
    leftOut: [...new Set(leftOut)],
  };
}
