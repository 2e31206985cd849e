// What would become of the values, counted part by part: each part says how far it came, and leaving ends it.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import {
  addReports,
  nothingReported,
  outcomes,
  type RetypeReport,
} from '@rowhouse/domain/record-types/retype.ts';
import {
  addPropertyReports,
  nothingOfProperty,
  type PropertyReport,
} from '@rowhouse/domain/record-types/property-retype.ts';
import type { Outcome } from '@rowhouse/domain/values/conversion.ts';
import { useEffect, useState } from 'react';
import { findPropertyRetypeReport, findRetypeReport } from './api.ts';

export type RetypeChoice = {
  readonly dataType: DataType | '';
  readonly listId: number | null;
  readonly dayFirst: boolean;
  readonly decimalComma: boolean;
};

type Counts = Pick<RetypeReport, 'total' | 'done' | 'kept' | 'changed' | 'lost' | 'empty' | 'deleted'>;

export type ShownSample = {
  readonly key: string;
  readonly outcome: Outcome;
  readonly holder: string;
  readonly before: string;
  readonly after: string;
};

export type ShownReport = Counts & {
  readonly samples: readonly ShownSample[];
  /** Numbers of records that the grid can show; of which type, where they are of several. */
  readonly records: readonly {
    readonly recordTypeId: number;
    readonly typeName: string | null;
    readonly numbers: Readonly<Record<Outcome, readonly number[]>>;
  }[];
};

export type LookedAt = {
  readonly report: ShownReport;
  readonly inTheWay: readonly string[];
  readonly isWhole: boolean;
};

/** Each answer is all that was looked at so far. */
export type Look = (choice: RetypeChoice, signal: AbortSignal) => AsyncIterable<LookedAt>;

/** A field of records, or of their lines. */
export const lookAtField = (recordTypeId: number, field: { fieldId: number; ofLines: boolean }): Look =>
  async function* look(choice, signal) {
    let report = nothingReported;
    const inTheWay: string[] = [];
    let after: number | null = null;
    do {
      const part = await findRetypeReport({ ...field, ...choice, after }, signal);
      after = part.next ?? null;
      report = addReports(report, part);
      inTheWay.push(...part.inTheWay);
      yield { report: showField(report, recordTypeId), inTheWay: [...inTheWay], isWhole: after === null };
    } while (after !== null);
  };

const showField = ({ samples, numbers, ...counts }: RetypeReport, recordTypeId: number): ShownReport => ({
  ...counts,
  samples: samples.map(({ recordId, recordNumber, lineId, ...sample }) => ({
    ...sample,
    key: String(lineId ?? recordId),
    holder: String(recordNumber),
  })),
  records: [{ recordTypeId, typeName: null, numbers }],
});

export const lookAtProperty = (propertyId: number): Look =>
  async function* look(choice, signal) {
    let report = nothingOfProperty;
    const inTheWay: string[] = [];
    let next: { afterType: number; after: number } | null = null;
    do {
      const part = await findPropertyRetypeReport({ propertyId, ...choice, ...next }, signal);
      next = part.nextType == null ? null : { afterType: part.nextType, after: part.next ?? 0 };
      report = addPropertyReports(report, part);
      inTheWay.push(...part.inTheWay);
      yield { report: showProperty(report), inTheWay: [...inTheWay], isWhole: next === null };
    } while (next !== null);
  };

const showProperty = ({ samples, records, ...counts }: PropertyReport): ShownReport => ({
  ...counts,
  samples: samples.map((sample, at) => ({ ...sample, key: String(at) })),
  records: records
    .filter((ofType) => outcomes.some((outcome) => ofType[outcome].length > 0))
    .map(({ recordTypeId, typeName, ...numbers }) => ({ recordTypeId, typeName, numbers })),
});

export type ReportOfRetype = LookedAt & { readonly failure: unknown };

const nothingShown: ShownReport = showProperty(nothingOfProperty);
const begun: ReportOfRetype = { report: nothingShown, inTheWay: [], isWhole: false, failure: null };

/** @param choice null while something of it is not chosen yet */
export function useRetypeReport(
  look: Look,
  choice: RetypeChoice | null,
): ReportOfRetype & { readonly again: () => void } {
  const [tries, setTries] = useState(0);
  const key = `${tries} ${JSON.stringify(choice)}`;
  const [found, setFound] = useState({ key, ...begun });
  useEffect(() => {
    if (choice === null) return;
    const left = new AbortController();
    const count = async () => {
      for await (const looked of look(choice, left.signal)) {
        if (left.signal.aborted) return;
        setFound({ key, ...looked, failure: null });
      }
    };
    count().catch((failure: unknown) => {
      if (!left.signal.aborted) setFound({ key, ...begun, failure });
    });
    return () => left.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says all of the question
  }, [key]);
  const { key: of, ...result } = found;
  return { ...(of === key ? result : begun), again: () => setTries((before) => before + 1) };
}
