// By what a summary gathers records, and what it says of each group. Kept in this browser for each person and record type.
import { intervals, type Interval } from '@rowhouse/domain/aggregates/interval.ts';
import { mayGroup, measureKinds, measuresOf, takesInterval } from '@rowhouse/domain/aggregates/measures.ts';
import type { FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { readOwnSetting, writeOwnSetting } from '../../../platform/storage/own-settings.ts';
import type { RecordField } from '../record-field.ts';

export type SummaryLevel = { readonly field: string; readonly interval: Interval | null };
export type SummaryMeasure = { readonly kind: FieldMeasure; readonly field: string };
export type SummarySetting = {
  readonly levels: readonly SummaryLevel[];
  readonly measures: readonly SummaryMeasure[];
};

export const mostSummaryMeasures = 3;

const isList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);

function isSetting(value: unknown): value is SummarySetting {
  if (typeof value !== 'object' || value === null) return false;
  const { levels, measures } = value as Record<string, unknown>;
  return (
    isList(levels) &&
    isList(measures) &&
    levels.every(
      ({ interval }) => interval === null || (intervals as readonly unknown[]).includes(interval),
    ) &&
    measures.every(({ kind }) => (measureKinds as readonly unknown[]).includes(kind)) &&
    [...levels, ...measures].every(({ field }) => typeof field === 'string')
  );
}

const nameOf = (recordTypeId: number): string => `summary:${recordTypeId}`;

export const keepSummary = (recordTypeId: number, setting: SummarySetting): void =>
  writeOwnSetting(nameOf(recordTypeId), setting);

/**
 * What was kept, as far as the role still sees its fields; where nothing was, by status with the first amount that is
 * shown.
 */
export function readSummary(
  recordTypeId: number,
  fields: ReadonlyMap<string, RecordField>,
  shownKeys: readonly string[],
): SummarySetting {
  const start = startOf(fields, shownKeys);
  const { levels, measures } = readOwnSetting(nameOf(recordTypeId), isSetting) ?? start;
  const usable = levels.filter(({ field }) => {
    const found = fields.get(field);
    return found !== undefined && mayGroup(found);
  });
  return {
    levels: usable.length > 0 ? usable : start.levels,
    measures: measures.filter(({ field, kind }) => {
      const found = fields.get(field);
      return found !== undefined && measuresOf(found).includes(kind);
    }),
  };
}

function startOf(fields: ReadonlyMap<string, RecordField>, shownKeys: readonly string[]): SummarySetting {
  const shown = shownKeys.flatMap((key) => fields.get(key) ?? []);
  const group = fields.get('status') ?? shown.find(mayGroup);
  const amount = shown.find(({ dataType }) => dataType === 'currency');
  return {
    levels: group === undefined ? [] : [levelOf(group)],
    measures: amount === undefined ? [] : [{ kind: 'SUM', field: amount.key }],
  };
}

export const levelOf = ({ key, dataType }: RecordField): SummaryLevel => ({
  field: key,
  interval: takesInterval(dataType) ? 'MONTH' : null,
});
