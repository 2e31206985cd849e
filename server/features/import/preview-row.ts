// What the cells of a row become, cell by cell: by the reading and the judging that the import itself goes by.
import type { ImportPreviewValue } from '@rowhouse/domain/contract.generated.ts';
import { createdAtKey, parentKey } from '@rowhouse/domain/import/import-field.ts';
import { longestShownCell } from '@rowhouse/domain/import/limits.ts';
import type { ImportPlan, PlannedRow, ReadRow } from './import-plan.ts';

/** Said once, with a new record. */
const ofNewAlone: ReadonlySet<string> = new Set([createdAtKey, parentKey]);

/** @param planned null: it was judged before, and only how its cells read is asked for */
export function previewRow(
  plan: ImportPlan,
  { staged, reading }: ReadRow,
  planned: PlannedRow | null,
): ImportPreviewValue[] {
  // What a record has already is said of none that is changed.
  const isRefused = planned === null || planned.kind === 'FAULTY';
  const faults = new Map((isRefused ? reading.rejections : []).map(({ key, reason }) => [key, reason]));
  if (planned?.kind === 'FAULTY')
    for (const { key, reason } of planned.faults ?? [])
      if (key !== null && !faults.has(key)) faults.set(key, reason);
  return plan.mapping.columns.map(({ index, field }): ImportPreviewValue => {
    const cell = (staged.cells[index] ?? '').slice(0, longestShownCell);
    const said = reading.values.get(field.key);
    const fault = faults.get(field.key) ?? null;
    // Cells that cannot be told apart stand where they came to stand.
    if (fault !== null || staged.broken !== null)
      return { column: index, shown: cell, source: 'FILE', fault };
    const isNew = planned?.kind === 'MAKE';
    const isThere = planned?.kind === 'CHANGE' || planned?.kind === 'UNCHANGED';
    const value = isNew ? planned.values.get(field.key) : said;
    const source =
      isThere && (said === undefined || ofNewAlone.has(field.key))
        ? 'KEPT'
        : said !== undefined && value === said
          ? 'FILE'
          : value !== undefined || (isNew && field.key === 'recordNumber')
            ? 'GIVEN'
            : 'EMPTY';
    const shown =
      source === 'KEPT' || value === undefined ? '' : plan.show(field, value).slice(0, longestShownCell);
    return { column: index, shown, source, fault: null };
  });
}
