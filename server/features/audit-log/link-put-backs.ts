import { entriesPutBackBy } from '@rowhouse/domain/audit-log/change-source.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { seenKeys } from './seen-fields.ts';
import type { RecordEntry } from './sql.ts';

/** Which entry put back which; by the id of the one the ids of the others. */
export type Links = {
  readonly putsBack: ReadonlyMap<number, readonly number[]>;
  readonly putBackBy: ReadonlyMap<number, number>;
};

/** The entries that an entry says it put back; of any other source none. */
export const entriesPutBack = ({ source }: RecordEntry): readonly number[] => entriesPutBackBy(source);

/**
 * Two entries are linked when one put back the other, and the viewer sees of both something that is the same: a link
 * between hidden fields would tell of them.
 * @param putBacks the newest first
 */
export function linkPutBacks(
  entries: readonly RecordEntry[],
  putBacks: readonly RecordEntry[],
  others: readonly RecordEntry[],
  grid: AuthorisedRecordType,
): Links {
  const byId = new Map([...others, ...entries].map((entry) => [entry.id, entry]));
  const isLinked = (one: RecordEntry, other: RecordEntry | undefined): boolean => {
    if (other === undefined || one.lineId !== other.lineId) return false;
    const keys = new Set(seenKeys(one, grid));
    return seenKeys(other, grid).some((key) => keys.has(key));
  };
  return {
    putsBack: new Map(
      entries.map((entry) => [entry.id, entriesPutBack(entry).filter((id) => isLinked(entry, byId.get(id)))]),
    ),
    putBackBy: new Map(
      entries.flatMap((entry) => {
        const by = putBacks.find((one) => entriesPutBack(one).includes(entry.id) && isLinked(one, entry));
        return by === undefined ? [] : [[entry.id, by.id] as const];
      }),
    ),
  };
}
