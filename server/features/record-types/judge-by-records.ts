// What of a change the records of the type stand against: empty fields that would be required, numbers that are given.
import type { FieldDesignInput, UpdateRecordTypeInput } from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { NumberingDesign } from '@rowhouse/domain/record-types/design.ts';
import { designChangedMeanwhile, emptyRecords, seriesNumber } from '@rowhouse/domain/record-types/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { countEmpty, findHighestNumber, readCount, readHighest } from './asking-sql.ts';
import { planNumbering, type planFields } from './plan-design.ts';
import { showDesign } from './show-design.ts';
import type { StoredDesign } from './sql.ts';

type Asking = { readonly tenant: TenantId; readonly transaction: Pick<Transaction, 'one'> };

/** A field that is to be asked for from now on, where records are that have nothing in it. */
export async function refuseEmptyRequired(
  inputs: readonly FieldDesignInput[],
  { made, changed }: ReturnType<typeof planFields>,
  current: StoredDesign,
  { tenant, transaction }: Asking,
): Promise<void> {
  const refuse = (count: number, index: number) => {
    if (count === 0) return;
    throw new Refusal('INVALID', emptyRecords(count, current.name), {
      field: `fields.${index}.required`,
      details: { empty: count },
    });
  };
  const isAsked = (
    design: { required: boolean; enabled: boolean; defaultValue: string | null },
    index: number,
  ) =>
    design.required &&
    design.enabled &&
    design.defaultValue === null &&
    inputs[index]?.requiredFromNow !== true;
  for (const { design, index } of made) if (isAsked(design, index)) refuse(current.recordsTotal, index);
  for (const { design, current: before, index } of changed) {
    if ((before.required && before.enabled) || !isAsked(design, index) || current.recordsTotal === 0)
      continue;
    const stored = current.fields.find(({ id }) => id === before.id);
    if (stored === undefined) continue;
    refuse(readCount(await transaction.one(countEmpty(tenant, current, stored))), index);
  }
}

/** Null where nothing of it is given. Numbers that records have already are not given again. */
export async function planSeries(
  { numbering: input }: UpdateRecordTypeInput,
  current: StoredDesign,
  { tenant, transaction, year }: Asking & { readonly year: number },
): Promise<NumberingDesign | null> {
  if (input == null) return null;
  if ((input.version ?? null) !== (current.numbering?.version ?? null))
    throw designChangedMeanwhile('the numbering', showDesign(current));
  // Records get numbers while an administrator looks at the page: what is not given goes on from where it has come to.
  const wanted = planNumbering(input, current.numbering);
  if (!wanted.enabled) return wanted;
  const from = seriesNumber(wanted, wanted.nextNumber, year);
  const digits = Math.max(wanted.padding, String(wanted.nextNumber).length);
  const isPlain = wanted.prefix === '' && !wanted.byYear;
  const front = isPlain ? 0 : seriesNumber({ ...wanted, padding: digits }, 0, year);
  const to = isPlain ? Number.MAX_SAFE_INTEGER : front + 10 ** digits - 1;
  const highest = readHighest(await transaction.one(findHighestNumber(tenant, current, from, to)));
  if (highest === 0) return wanted;
  throw invalid(
    `There is a record ${highest} already: let the next number be ${highest - front + 1} or more.`,
    'numbering.nextNumber',
  );
}
