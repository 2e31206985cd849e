// What is asked before rows are saved: about what would be lost without a word, and about numbers that are there already.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Edited } from '../../../edit-session/edited.ts';
import type { RecordRow } from '../record-row.ts';
import { findTakenNumbers, numberTaken } from '../taken-numbers.ts';
import type { SavingParts } from './save-rows.ts';

type Rows = readonly (readonly [number, Edited<RecordRow>])[];

export const confirmSaving = async (parts: SavingParts, rows: Rows): Promise<boolean> =>
  (await confirmGone(parts, rows)) && (await confirmNumbers(parts, rows));

/** What was written in fields that were taken away since is not sent, and does not go without a word. */
async function confirmGone({ session, getFields, confirm }: SavingParts, rows: Rows): Promise<boolean> {
  const fields = getFields();
  const gone = rows.flatMap(([, { values }]) =>
    [...values].flatMap(([column, text]) => (fields.has(column) ? [] : [{ column, text }])),
  );
  const [first, ...more] = gone;
  if (first === undefined) return true;
  const names = new Set(gone.map(({ column }) => session.findKnown(column)?.name ?? 'a field that is gone'));
  const type = session.findKnown(first.column)?.dataType;
  const isText = more.length === 0 && type !== undefined && valueOf(type).family === 'text';
  const isSure = await confirm({
    title: `Save without ${[...names].join(', ')}?`,
    body: `It was switched off, or is not for your role any more. What you typed there is not saved${isText ? `: “${first.text}”` : '.'}`,
    confirmLabel: 'Save without it',
  });
  if (isSure) for (const [id] of rows) session.dropGone(id);
  return isSure;
}

/** A number that is there already is asked about, in these rows too; it is no fault. */
async function confirmNumbers({ recordTypeId, confirm }: SavingParts, rows: Rows): Promise<boolean> {
  const written = rows.flatMap(([, { values }]) => values.get('recordNumber') ?? []);
  const taken = new Set(await findTakenNumbers(recordTypeId, written, new Set(rows.map(([id]) => id))));
  written.forEach((number, at) => {
    if (written.indexOf(number) !== at) taken.add(number);
  });
  const [number, ...more] = written.filter((each) => taken.has(each));
  if (number === undefined) return true;
  const others = more.length === 0 ? '' : ` So it is with ${more.length} more of the numbers.`;
  return confirm({
    title: `${numberTaken(number)} Save anyway?`,
    body: `Both records keep the number.${others}`,
    confirmLabel: 'Save anyway',
  });
}
