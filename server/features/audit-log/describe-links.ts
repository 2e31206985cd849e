// That a record was put under another one, or another one under it, is told with the numbers of both (decision 066).
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RecordAuditChange } from '@rowhouse/domain/contract.generated.ts';
import { maySeePlace, sayHidden } from '@rowhouse/domain/projects/rules.ts';
import type { RecordEntry } from './sql.ts';

type Linked = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number) : typeof value === 'number' ? [value] : [];

const told = [
  { key: 'parent_id', what: 'Parent' },
  { key: 'children', what: 'Children' },
] as const;

/** The other records that an entry of a record speaks of. */
export const linkedIds = ({ isOfLines, changes }: RecordEntry): number[] =>
  isOfLines ? [] : told.flatMap(({ key }) => ((changes as Linked)[key] ?? []).flatMap(idsIn));

/** @param names numbers by ids; a record that is not in it is counted and not named */
export function describeLinks(
  entry: RecordEntry,
  grid: AuthorisedRecordType,
  names: ReadonlyMap<number, string>,
): RecordAuditChange[] {
  if (!maySeePlace(grid)) return [];
  return told.flatMap(({ key, what }) => {
    const pair = (entry.changes as Linked)[key];
    if (pair === undefined) return [];
    const [oldValue, newValue] = pair.map((value) => nameAll(idsIn(value), names));
    return {
      what,
      key,
      dataType: 'string',
      oldValue: oldValue ?? null,
      newValue: newValue ?? null,
      action: oldValue == null ? 'create' : newValue == null ? 'delete' : 'update',
    };
  });
}

function nameAll(ids: readonly number[], names: ReadonlyMap<number, string>): string | null {
  const seen = ids.flatMap((id) => names.get(id) ?? []);
  const hidden = sayHidden(ids.length - seen.length);
  return [...seen, ...(hidden === null ? [] : [hidden])].join(', ') || null;
}
