// Giving values back is a change like any other: where no way allows the status, or a condition of a field does not allow its
// value, that stays and the rest is given back.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { commentNeeded, judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import type { PathOfChange, Standing } from './judge-move.ts';
import type { JudgedRecord } from './judge-give-back.ts';

type Held = Readonly<Record<string, unknown>>;
type Current = { readonly held: string | null; readonly current: TextRow };

/** What was judged, and the values that cannot go back with it. */
export function keepOnWay(
  records: readonly { readonly id: number; readonly held: string }[],
  judged: ReadonlyMap<number, JudgedRecord>,
  current: ReadonlyMap<number, Current>,
  way: PathOfChange | null,
  { keys, recordType }: { readonly keys: readonly string[]; readonly recordType: AuthorisedRecordType },
): ReadonlyMap<number, JudgedRecord> {
  if (way === null) return judged;
  const all = new Map(judged);
  for (const { id, held } of records) {
    const before = judged.get(id);
    const now = current.get(id);
    if (now === undefined || before?.isLeft === true) continue;
    const standing = way.read(now.current);
    const stands = JSON.parse(now.held ?? '{}') as Held;
    const given: Record<string, unknown> = { ...(JSON.parse(before?.held ?? held) as Held) };
    const reasons: string[] = before?.message == null ? [] : [before.message];
    const open = new Set(keys);
    const stay = (key: string, whyNot: string) => {
      open.delete(key);
      given[key] = stands[key] ?? null;
      reasons.push(whyNot);
    };
    const whyNotStatus = keys.includes('status') ? whyNotGiven(given, standing, way) : null;
    if (whyNotStatus !== null) stay('status', `Status: ${whyNotStatus}`);
    // Each answer takes a value out, or all of them.
    for (let asked = 0; asked <= keys.length && open.size > 0; asked += 1) {
      const fault = way.rules?.judge(standing.ruled, textsOf(given, open, recordType)) ?? null;
      if (fault === null) break;
      if (open.has(fault.field)) stay(fault.field, fault.sentence);
      else {
        for (const key of open) given[key] = stands[key] ?? null;
        open.clear();
        reasons.push(fault.sentence);
      }
    }
    if (open.size < keys.length)
      all.set(id, { held: JSON.stringify(given), isLeft: open.size === 0, message: reasons.join(' ') });
  }
  return all;
}

/** As the contract writes them. */
function textsOf(
  given: Held,
  keys: ReadonlySet<string>,
  { fields }: AuthorisedRecordType,
): ReadonlyMap<string, string | null> {
  return new Map(
    [...keys].map((key) => {
      const value = given[key] ?? null;
      const field = fields.get(key);
      if (value === null || field === undefined) return [key, value === null ? null : JSON.stringify(value)];
      return [key, field.base === null ? storedForm(field.dataType).readOverflow(value) : asText(value)];
    }),
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function whyNotGiven(
  given: Held,
  { from, createdBy, values }: Standing,
  { path, userId }: PathOfChange,
): string | null {
  const to = given['status'] == null ? null : Number(given['status']);
  const move = { from, to, createdBy, userId, read: (key: string) => values.get(key) ?? null };
  const { whyNot, needsComment } = judgeTransition(path, move);
  return whyNot ?? (needsComment && path !== null ? commentNeeded(path, move) : null);
}
