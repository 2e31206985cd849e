// One change of many records, judged in each of them: whether its status may move so, and what its choices fill there.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import type { CurrentReading } from './current-values.ts';
import { asItStood, fillChange, isUndo, mayFill } from './fill-change.ts';
import { judgeMove, type PathOfChange } from './judge-move.ts';
import type { JudgedChange, RecordChange } from './record-change.ts';

type Asked = {
  readonly recordType: AuthorisedRecordType;
  readonly reading: CurrentReading;
  /** Null where the change moves no status, and where the type is free. */
  readonly path: PathOfChange | null;
  /** With the columns of the reading, and then those of the path. */
  readonly locked: readonly { readonly id: number; readonly current: TextRow }[];
};

export type JudgedEach = {
  /** Of those that were not refused, the records to which it comes to the same together. */
  readonly groups: readonly { readonly change: JudgedChange; readonly ids: readonly number[] }[];
  readonly refusals: ReadonlyMap<number, Refusal>;
  /** Those whose move is told by a comment. */
  readonly commented: readonly number[];
};

/** @param refused of those that were refused already nothing is asked */
export function judgeEach(
  change: RecordChange,
  { recordType, reading, path, locked }: Asked,
  refused: ReadonlyMap<number, Refusal>,
  context: MemberContext,
): JudgedEach {
  const refusals = new Map(refused);
  const open = locked.filter(({ id }) => !refused.has(id));
  const fills = mayFill(change) && !isUndo(context);
  if (path === null && !fills) {
    const same = judgeMove(asItStood(change), null, null);
    return { groups: [{ change: same, ids: open.map(({ id }) => id) }], refusals, commented: [] };
  }
  const groups = new Map<string, { change: JudgedChange; ids: number[] }>();
  const commented: number[] = [];
  for (const { id, current } of open) {
    const before = path && path.read(current.slice(reading.columns.length));
    const setting = {
      config: context.config,
      current: reading.read(current),
      rules: path?.rules ?? null,
      ruled: before?.ruled ?? null,
    };
    const judged = refusalOr(() =>
      judgeMove(fills ? fillChange(change, recordType, setting) : asItStood(change), path, before),
    );
    if (judged instanceof Refusal) {
      refusals.set(id, judged);
      continue;
    }
    if (judged.comment !== null) commented.push(id);
    const key = judged.additional.map(({ field, value }) => JSON.stringify([field.id, value])).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { change: judged, ids: [id] });
    else group.ids.push(id);
  }
  return { groups: [...groups.values()], refusals, commented };
}

export function refusalOr<Result>(work: () => Result): Result | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
