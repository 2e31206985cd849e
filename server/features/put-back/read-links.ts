// Where the record and what stood under it were moved by the ticked entries. A record tells of each that came or went under it,
// but the value is the other one's: it is judged by the other's own history, so that a later move of it is kept.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mostLevels } from '@rowhouse/domain/projects/limits.ts';
import {
  deletedNotPlaced,
  mayChangePlace,
  mayNotPlace,
  sayHidden,
  whyNotPlaced,
  whyNotTaken,
  type PlacedRecordState,
} from '@rowhouse/domain/projects/rules.ts';
import { reasons } from '@rowhouse/domain/put-back/evaluate.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { RecordEntry } from '../audit-log/sql.ts';
import {
  nameOf,
  readHeight,
  readTreePlaces,
  readTreeRows,
  selectHeight,
  selectPath,
  selectTreePlaces,
  selectTreeRows,
  type TreePlace,
  type TreeRow,
} from '../projects/sql.ts';
import { readParentEntries, selectParentEntries, type ParentEntry } from './sql.ts';

/** A record that was moved. */
export type LinkFacts = {
  readonly recordId: number;
  readonly name: string;
  readonly version: number;
  /** What it stands under now. */
  readonly parentId: number | null;
  /** Its moves since before the first ticked one, the oldest first. */
  readonly moves: readonly ParentEntry[];
  readonly ticked: ReadonlySet<number>;
  /** The ticked entries of the record that was asked about, by which it is told. */
  readonly toldBy: readonly number[];
  readonly whyClosed: string | null;
  /** Why it may not stand under what it stood under before. */
  readonly whyNotBack: string | null;
  /** '7408', '1 record you may not see'; null for none. */
  readonly show: (parentId: unknown) => string | null;
};

type Sight = Pick<MemberContext, 'config' | 'viewer'>;
type Ask = (statements: readonly Statement[]) => Promise<readonly Answer[]>;

type Linked = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;
const pairOf = ({ isOfLines, changes }: RecordEntry, key: 'parent_id' | 'children') =>
  isOfLines ? undefined : (changes as Linked)[key];
const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Whether anything was moved, so that nobody else may move records while it is judged and written. */
export const tellsOfLinks = (entries: readonly RecordEntry[]): boolean =>
  entries.some((entry) => pairOf(entry, 'parent_id') ?? pairOf(entry, 'children'));

/** @param ticked as the viewer sees them */
export async function readLinks(
  recordId: number,
  ticked: readonly RecordEntry[],
  context: Sight,
  ask: Ask,
): Promise<LinkFacts[]> {
  const toldBy = new Map<number, number[]>();
  const tell = (id: number, entry: number) => toldBy.set(id, [...(toldBy.get(id) ?? []), entry]);
  for (const entry of ticked) {
    if (pairOf(entry, 'parent_id') !== undefined) tell(recordId, entry.id);
    const [gone, come] = pairOf(entry, 'children') ?? [];
    for (const id of new Set([...idsIn(gone), ...idsIn(come)])) tell(id, entry.id);
  }
  if (toldBy.size === 0) return [];
  const { tenantId } = context.viewer;
  const first = [...toldBy].map(([id, by]) => ({ id, firstEntry: Math.min(...by) }));
  const [found, told] = await ask([
    selectTreePlaces(context.config, [...toldBy.keys()]),
    selectParentEntries(tenantId, first),
  ]);
  const moves = Map.groupBy(readParentEntries(told), (move) => move.recordId);
  const places = new Map(readTreePlaces(found).map((place) => [place.id, place]));
  const others = [...moves.values()].flat().flatMap(({ before, after }) => [before, after]);
  const parents = [...places.values()].map(({ parentId }) => parentId);
  const above = [...new Set([...others, ...parents].flatMap((id) => id ?? []))].filter(
    (id) => !places.has(id),
  );
  const abovePlaces =
    above.length === 0 ? [] : readTreePlaces((await ask([selectTreePlaces(context.config, above)]))[0]);
  const all = new Map([...places.values(), ...abovePlaces].map((place) => [place.id, place]));
  const rows = selectTreeRows([...all.values()], context);
  const seen = new Map(rows === null ? [] : readTreeRows((await ask([rows]))[0]).map((row) => [row.id, row]));
  const facts: LinkFacts[] = [];
  for (const [id, by] of toldBy) {
    const place = places.get(id);
    const row = seen.get(id);
    // What is out of sight is counted in the history, and has no row.
    if (place === undefined || row === undefined) continue;
    const own = moves.get(id) ?? [];
    const tickedMoves = own.filter((move) => by.some((entry) => tells(entry, move, own, id === recordId)));
    const to = tickedMoves[0]?.before ?? null;
    facts.push({
      recordId: id,
      name: nameOf(row),
      version: place.version,
      parentId: place.parentId,
      moves: own,
      ticked: new Set(tickedMoves.map((move) => move.id)),
      toldBy: by,
      whyClosed: whyNotTaken(stateOf(row, context), parentOf(place, seen, all, context)),
      whyNotBack: to === null ? null : await whyNotUnder(row, seen.get(to), context, ask),
      show: (parentId) => {
        if (typeof parentId !== 'number') return null;
        const parent = seen.get(parentId);
        return parent === undefined ? sayHidden(1) : nameOf(parent);
      },
    });
  }
  return facts;
}

/** A record tells what came and went right after that was moved: the last move before its entry. */
function tells(entry: number, move: ParentEntry, moves: readonly ParentEntry[], isOwn: boolean): boolean {
  return isOwn ? move.id === entry : moves.findLast(({ id }) => id < entry) === move;
}

const stateOf = (row: TreeRow, { config, viewer }: Sight): PlacedRecordState => {
  const type = findAuthorisedRecordType(config, viewer, row.typeId);
  return { name: nameOf(row), mayPlace: type !== null && mayChangePlace(type), isEnabled: row.enabled };
};

function parentOf(
  { parentId }: TreePlace,
  seen: ReadonlyMap<number, TreeRow>,
  all: ReadonlyMap<number, TreePlace>,
  context: Sight,
): PlacedRecordState | 'hidden' | null {
  if (parentId === null) return null;
  const parent = seen.get(parentId);
  if (parent !== undefined) return stateOf(parent, context);
  return all.get(parentId)?.isEnabled === false ? null : 'hidden';
}

/** One that is gone and one that is out of sight read the same. */
async function whyNotUnder(
  record: TreeRow,
  target: TreeRow | undefined,
  context: Sight,
  ask: Ask,
): Promise<string | null> {
  if (target === undefined) return reasons.parentGone;
  const { name, mayPlace, isEnabled } = stateOf(target, context);
  if (!mayPlace) return mayNotPlace(name);
  if (!isEnabled) return deletedNotPlaced(name);
  const [above, below] = await ask([
    selectPath(context.config, target.id),
    selectHeight(context.config, record.id),
  ]);
  const path = readTreePlaces(above);
  if (path.some(({ id }) => id === record.id)) return whyNotPlaced('cycle', nameOf(record), name);
  return path.length + readHeight(below) >= mostLevels ? whyNotPlaced('deep', nameOf(record), name) : null;
}
