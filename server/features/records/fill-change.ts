// What the choices of a change fill beside what it says (decision 147). No change is judged, and so none written, of which this
// was not asked.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { hasFills } from '@rowhouse/domain/fills/configured-fills.ts';
import { fillRecord, type RecordFilling } from '@rowhouse/domain/fills/fill-record.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { givenOf } from './judge-move.ts';
import type { CurrentValues } from './parse-record-change.ts';
import type { FilledChange, RecordChange } from './record-change.ts';

const mark = (change: RecordChange): FilledChange => change as FilledChange;

/** What stood in the record before is written again: it fills nothing. */
export const asItStood = mark;

export const isUndo = ({ request }: MemberContext): boolean => request.source?.kind === 'UNDO';

/** Whether a choice of the change may fill anything. */
export const mayFill = ({ additional }: RecordChange): boolean =>
  hasFills(additional.map(({ field }) => field));

type Setting = Pick<RecordFilling, 'config' | 'rules' | 'ruled'> & {
  readonly current: Pick<CurrentValues, 'additional'>;
  /** What whoever writes says, where the change holds more. */
  readonly said?: RecordChange;
};

export function fillChange(
  change: RecordChange,
  recordType: AuthorisedRecordType,
  { config, current, rules, ruled, said = change }: Setting,
): FilledChange {
  if (!mayFill(change)) return mark(change);
  const filled = fillRecord(givenOf(change), recordType, {
    config,
    held: (id) => current.additional.get(id) ?? [],
    rules,
    ruled,
    said: new Set(said.additional.map(({ field }) => additionalFieldKey(field.id))),
  });
  if ('sentence' in filled) throw invalid(filled.sentence, filled.key);
  const ids = new Set(filled.map(({ field }) => field.id));
  return mark({
    base: change.base,
    additional: [...change.additional.filter(({ field }) => !ids.has(field.id)), ...filled],
  });
}
