// What becomes of the values of a property in some of what holds its objects: counted, and told as far as the viewer sees them.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { fieldId as toFieldId, recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import {
  addPropertyReports,
  nothingOfProperty,
  type PropertyReport,
} from '@rowhouse/domain/record-types/property-retype.ts';
import { mostNumbers, mostSamples } from '@rowhouse/domain/record-types/retype.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Examined } from './examine-values.ts';
import type { ExaminedHolder, HoldingRecords } from './property-retype-sql.ts';

/** Counts what becomes of the values of one part. */
export function countPart(
  values: readonly ExaminedHolder[],
  holder: HoldingRecords | null,
  examine: (stored: string) => Examined | null,
  context: MemberContext,
): { readonly report: Omit<PropertyReport, 'total'>; readonly last: number | null } {
  const counts = { kept: 0, changed: 0, lost: 0, empty: 0, deleted: 0 };
  const numbers = { kept: new Set<number>(), changed: new Set<number>(), lost: new Set<number>() };
  const samples: PropertyReport['samples'][number][] = [];
  const told =
    holder === null ? null : new Set(holder.fieldIds.filter((id) => seesAll(holder.typeId, id, context)));
  for (const { name, recordNumber, enabled, fieldId, stored } of values) {
    if (stored === null) continue;
    const examined = examine(stored);
    if (examined === null) {
      counts.empty += 1;
      continue;
    }
    const { outcome, show: shown } = examined;
    counts[outcome] += 1;
    if (!enabled) counts.deleted += 1;
    // Who administers the company keeps its lists.
    if (!enabled || (told !== null && !told.has(fieldId ?? 0))) continue;
    if (recordNumber !== null && numbers[outcome].size < mostNumbers) numbers[outcome].add(recordNumber);
    if (samples.filter((sample) => sample.outcome === outcome).length < mostSamples)
      samples.push({
        outcome,
        holder: name ?? nameRecord(holder, recordNumber, fieldId, context),
        ...shown(),
      });
  }
  return {
    report: addPropertyReports(
      { ...nothingOfProperty, ...counts, done: new Set(values.map(({ id }) => id)).size },
      {
        ...nothingOfProperty,
        samples,
        records:
          holder === null
            ? []
            : [
                {
                  recordTypeId: holder.typeId,
                  typeName: holder.name,
                  kept: [...numbers.kept],
                  changed: [...numbers.changed],
                  lost: [...numbers.lost],
                },
              ],
      },
    ),
    last: values.at(-1)?.id ?? null,
  };
}

/** 'Orders 12', and of which field where there are several. */
function nameRecord(
  holder: HoldingRecords | null,
  recordNumber: number | null,
  fieldId: number | null,
  { config }: MemberContext,
): string {
  const name = `${holder?.name ?? 'Record'} ${recordNumber ?? ''}`;
  const field =
    holder !== null && holder.fieldIds.length > 1 ? config.fields.get(toFieldId(fieldId ?? 0)) : undefined;
  return field === undefined ? name : `${name}, ${field.name}`;
}

/** Examples say values: to whom the field is hidden, or some of the records, none are told. */
function seesAll(typeId: number, fieldId: number, { config, viewer }: MemberContext): boolean {
  const grid = findAuthorisedRecordType(config, viewer, recordTypeId(typeId));
  return (
    grid?.fields.get(additionalFieldKey(toFieldId(fieldId))) !== undefined &&
    grid.sources.every(({ confinement }) => confinement.length === 0)
  );
}
