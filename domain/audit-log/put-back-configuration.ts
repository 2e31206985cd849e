// Which changes of the configuration go back in one step, and why others do not (decision 109).
import type { ConfigurationPutBackReason } from '../contract.generated.ts';
import { noGridOptions } from '../grid-preferences/model.ts';

/** As the log keeps it: what was and what is, by column. */
type Pairs = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;

export type ConfigurationEntry = {
  readonly id: number;
  readonly entity: string;
  readonly entityId: number;
  readonly action: string;
  readonly changes: Pairs;
};

/** Columns that say what the entry is of, and are kept beside what changed. */
const naming = new Set(['role_id', 'record_type_id', 'field_id', 'base_field', 'line_item_field_id']);

/** Of a person the role is what changes. */
const namingOf: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  role_menu_item_action: new Set([...naming, 'name']),
  membership: new Set(['user_id']),
  // What follows from the others: when and by whom it was offered, and how the audit log calls its trigger.
  transmission_mapping: new Set([
    ...naming,
    'target_tenant_id',
    'updated_at',
    'offered_by',
    'trigger_key',
    'trigger_value',
  ]),
  // The type into which records go is a choice, and names nothing.
  transmission_acceptance: new Set(),
};

/** By entity the columns whose change goes back by the save of their page. */
const returning = {
  role_field_access: ['access', 'filter_criteria'],
  role_menu_item_action: ['enabled'],
  list_value: ['value', 'enabled'],
  field: ['name', 'required', 'help', 'section', 'visibility', 'enabled', 'formula', 'fills'],
  record_status: ['name', 'enabled'],
  problem_code: ['name', 'enabled'],
  field_condition: ['conditions', 'enabled'],
  status_transition: ['role_ids', 'creator', 'conditions', 'needs_comment', 'enabled'],
  membership: ['role_id', 'enabled'],
  // A picture that was taken away is kept nowhere.
  tenant: ['name', 'url', 'description', 'currency', 'mfa_required', 'accent'],
  role: ['name', 'description', 'administers', 'enabled'],
  // The orders of what a type has: each is the ids that moved, as they stood and as they stand.
  record_type: ['name', 'enabled', 'field_order', 'record_status_order', 'problem_code_order'],
  line_item_type: ['name', 'description', 'visibility', 'enabled', 'line_item_field_order'],
  line_item_field: ['name', 'required', 'enabled', 'formula', 'fills'],
  // The one order is read by people, the other goes back.
  list: ['name', 'description', 'enabled', 'order', 'value_order'],
  object_definition: ['name', 'enabled', 'order', 'property_order'],
  object_property: ['name', 'data_type', 'is_required', 'is_displayable', 'enabled', 'list_id'],
  menu_group: ['name', 'route', 'enabled', 'position'],
  menu_section: ['name', 'route', 'enabled', 'position', 'menu_group_id'],
  menu_item: ['name', 'route', 'enabled', 'icon', 'position', 'menu_section_id'],
  // Each chart that changed is a column of its own. The one order is read by people, the other goes back.
  dashboard: ['name', 'role_ids', 'enabled', 'order', 'chart_order'],
  // Of roles: those of people are not in the log.
  grid_preference: ['name', 'enabled', 'is_default', ...Object.keys(noGridOptions)],
  grid_preference_default: ['grid_preference_id', 'opens_with'],
  transmission_mapping: ['enabled', 'settings', 'offer', 'answering'],
  // An answer to another version is asked for like any other, to be told why it does not go back.
  transmission_acceptance: ['approved_version', 'record_type_id', 'settings'],
} satisfies Readonly<Record<string, readonly string[]>>;

/** What it is that goes back. */
export type ReturningEntity = keyof typeof returning;
export const isReturning = (entity: string): entity is ReturningEntity => Object.hasOwn(returning, entity);

/** Beside an order as people read it. */
const idsOfOrder = new Set(['value_order', 'property_order', 'chart_order']);

const chartColumn = 'chart:';
/** The key of the chart of a dashboard that the column is of; null for any other column. */
export const readChartColumn = (column: string): string | null =>
  column.startsWith(chartColumn) ? column.slice(chartColumn.length) : null;

/** One that is somebody's own is theirs: its entries do not say with whom it is shared. */
const isOfCompany = ({ entity, changes }: ConfigurationEntry): boolean =>
  entity !== 'dashboard' || changes['role_ids'] !== undefined;

/** What was taken away is made again as a new one. */
const madeAgain = new Set(['field_condition', 'status_transition']);
export const isMadeAgain = (entity: string): boolean => madeAgain.has(entity);

/** What was made goes back by being taken away, in the way of its page: what of it is then how. */
const awayOf = new Map<string, readonly [string, unknown]>([
  ...[...madeAgain, 'grid_preference', 'transmission_mapping'].map(
    (entity) => [entity, ['enabled', false]] as const,
  ),
  ['transmission_acceptance', ['approved_version', null]],
]);

/** Null where the entry says nothing of it. */
function isAwayBy({ entity, changes }: ConfigurationEntry): boolean | null {
  const [column, value] = awayOf.get(entity) ?? [];
  const pair = column === undefined ? undefined : changes[column];
  return pair === undefined ? null : pair[1] === value;
}

const isMaking = ({ entity, action }: ConfigurationEntry): boolean =>
  action === 'insert' && awayOf.has(entity);

/** A first line of a role stands where the default was before: its making is a change of the cell. */
const startsFromDefault = new Set(['role_field_access', 'role_menu_item_action']);

/** The columns that differ. */
export function changedColumns({ entity, changes }: ConfigurationEntry): string[] {
  const named = namingOf[entity] ?? naming;
  return Object.entries(changes).flatMap(([key, pair]) =>
    named.has(key) || pair === undefined || JSON.stringify(pair[0]) === JSON.stringify(pair[1]) ? [] : [key],
  );
}

/** Null where the change can go back, as far as the entry itself tells. */
export function whyNotInOneStep(entry: ConfigurationEntry): ConfigurationPutBackReason | null {
  const columns: readonly string[] | undefined = isReturning(entry.entity)
    ? returning[entry.entity]
    : undefined;
  const isFirst = entry.action === 'insert' && startsFromDefault.has(entry.entity);
  // An answer that declined from the first took nothing that could be taken away.
  if (isMaking(entry)) return isAwayBy(entry) === true ? 'NOTHING_BEFORE' : null;
  if (entry.action !== 'update' && !isFirst) return 'NOTHING_BEFORE';
  if (columns === undefined) return 'OTHER_PAGE';
  const changed = changedColumns(entry).filter((key) => !(isFirst && key === 'enabled'));
  if (entry.entity === 'role_menu_item_action') return null;
  // Of very many values that moved at once the log keeps no ids, and of none that moved long ago.
  if (changed.includes('order') && !changed.some((key) => idsOfOrder.has(key))) return 'OTHER_PAGE';
  const isGoingBack = (key: string) => columns.includes(key) || readChartColumn(key) !== null;
  return isOfCompany(entry) && changed.length > 0 && changed.every(isGoingBack) ? null : 'OTHER_PAGE';
}

/**
 * The whole order as it stood before some moved: those take the places that they have among them in the order in which they
 * stood; what was made since stays where it is. Null where they are not in the order any more that the change left.
 *
 * @param current the ids of all, as they stand
 * @param moved the ids of those that moved, as they stood and as the change left them
 */
export function orderBefore<Id extends number | string>(
  current: readonly Id[],
  [was, is]: readonly [readonly Id[], readonly Id[]],
): Id[] | null {
  const standing = new Set(current);
  const moved = new Set(is);
  const left = is.filter((id) => standing.has(id));
  if (current.filter((id) => moved.has(id)).join() !== left.join()) return null;
  const back = was.filter((id) => standing.has(id)).values();
  return current.map((id) => (moved.has(id) ? (back.next().value ?? id) : id));
}

/** What happened to the same thing afterwards. */
export type LaterEntry = ConfigurationEntry & { readonly putsBack: readonly number[] };

/** What still holds of what happened: a change and what took it back are neither, and what took that back again brings it forth. */
function withoutTakenBack(later: readonly LaterEntry[]): readonly LaterEntry[] {
  const over = new Set<number>();
  for (const one of later.toReversed()) {
    if (over.has(one.id)) continue;
    const taken = later.filter(({ id }) => one.putsBack.includes(id) && !over.has(id));
    if (taken.length === 0) continue;
    for (const { id } of [one, ...taken]) over.add(id);
  }
  return later.filter(({ id }) => !over.has(id));
}

/** The first entry that stands in the way, with its reason. */
export function findObstacle(
  entry: ConfigurationEntry,
  since: readonly LaterEntry[],
): { readonly reason: ConfigurationPutBackReason; readonly by: LaterEntry } | null {
  const later = withoutTakenBack(since);
  const putBack = later.find(({ putsBack }) => putsBack.includes(entry.id));
  if (putBack !== undefined) return { reason: 'ALREADY_PUT_BACK', by: putBack };
  const columns = new Set(changedColumns(entry));
  const changed = later.findLast(
    (one) => isOfSameCell(one, entry) && changedColumns(one).some((key) => columns.has(key)),
  );
  if (changed === undefined) return null;
  return { reason: standsAsBefore(entry, later) ? 'ALREADY_SO' : 'CHANGED_SINCE', by: changed };
}

/** Whether all that it changed was changed back by hand, and of what it made, whether it was taken away. */
function standsAsBefore(entry: ConfigurationEntry, later: readonly LaterEntry[]): boolean {
  if (isMaking(entry)) return later.map(isAwayBy).findLast((isAway) => isAway !== null) === true;
  return changedColumns(entry).every((key) => {
    const last = later.findLast((one) => isOfSameCell(one, entry) && changedColumns(one).includes(key));
    return JSON.stringify(last?.changes[key]?.[1]) === JSON.stringify(entry.changes[key]?.[0]);
  });
}

/** Of actions the log names the menu item: role and action are in the entry. */
const isOfSameCell = (one: ConfigurationEntry, other: ConfigurationEntry): boolean =>
  other.entity !== 'role_menu_item_action' ||
  ['role_id', 'name'].every((key) => one.changes[key]?.[1] === other.changes[key]?.[1]);

/** @param last who stands in the way and when, where somebody does */
export function sayWhyNotBack(
  reason: ConfigurationPutBackReason,
  last: { readonly who: string; readonly when: string } | null,
): string {
  // A moment ends with the point of its a.m. or p.m.
  const by = last === null ? '.' : ` by ${last.who}, ${last.when.replace(/\.$/, '')}.`;
  switch (reason) {
    case 'ALREADY_PUT_BACK':
      return `This was already put back${by}`;
    case 'CHANGED_SINCE':
      return `This was changed again${by} Put that back first, or change it on its page.`;
    case 'ALREADY_SO':
      return `It already stands as it was before${last === null ? '.' : `: it was changed back${by}`} Nothing was changed.`;
    case 'GONE':
      return 'What this was about is gone, or was switched off.';
    case 'NOTHING_BEFORE':
      return 'There is nothing before this entry. What was made is switched off on its page.';
    case 'OTHER_PAGE':
      return 'This does not go back in one step. Change it on its page.';
  }
}
