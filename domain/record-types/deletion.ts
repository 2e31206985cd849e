// A record type that is deleted is disabled at once, can be taken back for a while, and is then emptied in the background
// (decision 107).
import { deletionGraceDays } from '../kernel/deletion.ts';
import { showCount } from '../kernel/formats.ts';
import { Refusal } from '../kernel/refusal.ts';

export type DeletionState = 'WAITING' | 'RUNNING' | 'FAILED';

/** What goes with a type, by number. */
export type DeletionPlan = {
  readonly records: number;
  /** Of them, those that people have deleted already. */
  readonly deletedRecords: number;
  readonly lines: number;
  readonly files: number;
  readonly comments: number;
  readonly menuItems: number;
  /** That show a chart of it. */
  readonly dashboards: number;
  readonly mappings: number;
  readonly orderForms: number;
  readonly savedViews: number;
  /** That gather its records. */
  readonly superTypes: number;
};

type Kind = Exclude<keyof DeletionPlan, 'deletedRecords'>;
const nouns: Readonly<Record<Kind, readonly [one: string, many: string, becomes: string]>> = {
  records: ['record', 'records', 'with their values and history'],
  lines: ['line', 'lines', 'of these records'],
  files: ['file', 'files', 'except those that other records hold'],
  comments: ['comment', 'comments', 'of these records'],
  menuItems: ['menu item', 'menu items', 'for every role'],
  dashboards: ['dashboard', 'dashboards', 'where the charts of this type are taken out'],
  mappings: ['mapping', 'mappings', 'to or from other companies: nothing is transmitted any more'],
  orderForms: ['order form', 'order forms', 'dealers cannot order by it'],
  savedViews: ['saved view', 'saved views', 'of people and roles'],
  superTypes: ['super type', 'super types', 'where these records are gathered no more'],
};

/** A line for each kind of which there is something, the greatest loss first; records are told even if there are none. */
export const sayDeletionPlan = (plan: DeletionPlan): { readonly count: string; readonly what: string }[] =>
  (Object.keys(nouns) as Kind[])
    .filter((kind) => kind === 'records' || plan[kind] > 0)
    .map((kind) => {
      const [one, many, becomes] = nouns[kind];
      const deleted =
        kind === 'records' && plan.deletedRecords > 0
          ? `, of which ${showCount(plan.deletedRecords)} deleted already`
          : '';
      return {
        count: `${showCount(plan[kind])} ${plan[kind] === 1 ? one : many}`,
        what: `${becomes}${deleted}`,
      };
    });

/** "Delete Bills and 4,012 records": what the verb takes away. */
export const deleteVerb = (name: string, { records }: Pick<DeletionPlan, 'records'>): string =>
  records === 0
    ? `Delete ${name}`
    : `Delete ${name} and ${showCount(records)} ${records === 1 ? 'record' : 'records'}`;

export const whatDeletionDoes = `It is switched off at once: nobody sees its records or makes new ones. For ${deletionGraceDays} days it can be taken back, with everything in it. After that it is deleted for good.`;

export const deletedAlready = (name: string) =>
  new Refusal('CONFLICT', `“${name}” is being deleted already.`);

export const deletionStandsInTheWay = (name: string) =>
  new Refusal('CONFLICT', `“${name}” is being deleted. Take it back first, then change it.`);

export const notBeingDeleted = (name: string) => new Refusal('CONFLICT', `“${name}” is not being deleted.`);

export const beingEmptied = (name: string) =>
  new Refusal('CONFLICT', `“${name}” is being emptied: what is gone cannot be taken back.`);
