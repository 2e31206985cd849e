// Judges every row of a file that was sent, and changes nothing of the records.
import { setImmediate } from 'node:timers/promises';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { noDayWitness, noteDays, settleDays } from '@rowhouse/domain/import/judge-days.ts';
import { noteDecimals, noWitness, settleDecimals } from '@rowhouse/domain/import/judge-decimals.ts';
import { lastPreviewedRows, previewedRows, rowsOfReason } from '@rowhouse/domain/import/limits.ts';
import { planChosen, listScreenFields, type ChosenColumn } from '@rowhouse/domain/import/screen-fields.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { DecimalSign } from '@rowhouse/domain/values/read-number.ts';
import type { ValueFamily } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { SeenRows, type ImportPlan, type PlannedRow, type ReadRow } from './import-plan.ts';
import { findCurrent } from './current-records.ts';
import { readStagedRows, selectRowsAfter, type JudgedRow, type StagedImport } from './staged-sql.ts';

const rowsAtOnce = 1000;

/** A part of the rows at a time: a file is never in memory whole, and others are answered meanwhile. */
async function* rowsOf(
  { id }: StagedImport,
  { viewer, read }: MemberContext,
): AsyncGenerator<readonly JudgedRow[]> {
  let after = 0;
  for (;;) {
    const { answers } = await read([selectRowsAfter(viewer.tenantId, id, after, rowsAtOnce)]);
    const rows = readStagedRows(answers[0]);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.row ?? after;
    await setImmediate();
  }
}

/** How numbers and dates are written; null where that is to be found. Of dates, null is found where nothing turns on it. */
type Writing<Known> = { readonly decimalSign: DecimalSign | Known; readonly dayFirst: boolean | null };

/**
 * What was not said, as all cells of all columns of numbers and dates say it; refused where they do not.
 * @param delimiter null: the cells are those of a workbook
 */
export async function findWriting(
  { decimalSign, dayFirst }: Writing<null>,
  staged: StagedImport,
  columns: readonly ChosenColumn[],
  delimiter: string | null,
  recordType: AuthorisedRecordType,
  context: MemberContext,
): Promise<Writing<never>> {
  const fields = listScreenFields(recordType, context.config, context.viewer);
  const mapping = planChosen(columns, staged.headers, fields);
  const columnsOf = (...families: readonly ValueFamily[]) =>
    mapping.columns.filter(({ field }) => families.includes(valueOf(field.dataType).family));
  const numbers = (decimalSign === null ? columnsOf('number') : []).map(({ header, index, field }) => ({
    name: header,
    index,
    dataType: field.dataType,
    witness: noWitness(),
  }));
  const dates = (dayFirst === null ? columnsOf('date', 'datetime') : []).map(({ header, index }) => ({
    name: header,
    index,
    witness: noDayWitness(),
  }));
  if (numbers.length + dates.length > 0)
    for await (const rows of rowsOf(staged, context))
      for (const { row, cells, broken } of rows) {
        if (broken !== null) continue;
        for (const { index, witness, dataType } of numbers) {
          const text = cells[index] ?? '';
          // The numbers of a workbook are sure; those with a comma are texts that somebody typed.
          if (delimiter !== null || text.includes(',')) noteDecimals(witness, text, row, dataType);
        }
        for (const { index, witness } of dates) noteDays(witness, cells[index] ?? '', row);
      }
  const decimals = settleDecimals(numbers, delimiter);
  if ('whyNot' in decimals) throw invalid(decimals.whyNot, 'decimals');
  const days = settleDays(dates);
  if ('whyNot' in days) throw invalid(days.whyNot, 'dayFirst');
  return { decimalSign: decimalSign ?? decimals.sign, dayFirst: dayFirst ?? days.dayFirst };
}

export type Judgement = {
  making: number;
  changing: number;
  unchanged: number;
  readonly faults: { readonly row: number; readonly fault: string; readonly cells: readonly string[] }[];
  readonly rows: { readonly read: ReadRow; readonly planned: PlannedRow }[];
  /** By its sentence how many rows have it, and the first of them. */
  readonly reasons: Map<string, { count: number; readonly rows: number[] }>;
};

/** Of the faulty rows so many are shown with their cells. */
export const shownFaults = 100;

export async function judgeStaged(
  staged: StagedImport,
  plan: ImportPlan,
  recordType: AuthorisedRecordType,
  context: MemberContext,
): Promise<Judgement> {
  const judgement: Judgement = {
    making: 0,
    changing: 0,
    unchanged: 0,
    faults: [],
    rows: [],
    reasons: new Map(),
  };
  const seen = new SeenRows();
  const wanted = { plan, recordType, context, locks: false };
  for await (const rows of rowsOf(staged, context)) {
    const read = rows.map(plan.read);
    const current = await findCurrent(
      read,
      wanted,
      async (statements) => (await context.read(statements)).answers,
    );
    for (const one of read) {
      const planned = plan.judge(one, current, seen);
      if (planned.kind === 'MAKE') judgement.making += 1;
      else if (planned.kind === 'CHANGE') judgement.changing += 1;
      else if (planned.kind === 'UNCHANGED') judgement.unchanged += 1;
      else {
        const cells = judgement.faults.length < shownFaults ? one.staged.cells : [];
        judgement.faults.push({ row: planned.row, fault: planned.fault, cells });
        for (const { reason } of planned.faults ?? []) noteReason(judgement, reason, planned.row);
      }
      if (judgement.rows.length >= previewedRows + lastPreviewedRows) judgement.rows.splice(previewedRows, 1);
      judgement.rows.push({ read: one, planned });
    }
  }
  return judgement;
}

function noteReason({ reasons }: Judgement, reason: string, row: number): void {
  const found = reasons.get(reason) ?? { count: 0, rows: [] };
  found.count += 1;
  if (found.rows.length < rowsOfReason) found.rows.push(row);
  reasons.set(reason, found);
}
