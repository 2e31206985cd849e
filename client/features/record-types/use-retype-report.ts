// What would become of the values of a field, counted part by part: each part says how far it came, and leaving ends it.
import type { FindRetypeReportInput } from '@rowhouse/domain/contract.generated.ts';
import { addReports, nothingReported, type RetypeReport } from '@rowhouse/domain/record-types/retype.ts';
import { useEffect, useState } from 'react';
import { findRetypeReport } from './api.ts';

export type RetypeQuestion = Omit<FindRetypeReportInput, 'after'>;

export type ReportOfRetype = {
  readonly report: RetypeReport;
  readonly inTheWay: readonly string[];
  readonly isWhole: boolean;
  readonly failure: unknown;
};

const begun: ReportOfRetype = { report: nothingReported, inTheWay: [], isWhole: false, failure: null };

/** @param question null while something of it is not chosen yet */
export function useRetypeReport(
  question: RetypeQuestion | null,
): ReportOfRetype & { readonly again: () => void } {
  const [tries, setTries] = useState(0);
  const key = `${tries} ${JSON.stringify(question)}`;
  const [found, setFound] = useState({ key, ...begun });
  useEffect(() => {
    if (question === null) return;
    const left = new AbortController();
    const count = async () => {
      let sum = begun;
      let after: number | null = null;
      do {
        const part = await findRetypeReport({ ...question, after }, left.signal);
        after = part.next ?? null;
        sum = {
          report: addReports(sum.report, part),
          inTheWay: [...sum.inTheWay, ...part.inTheWay],
          isWhole: after === null,
          failure: null,
        };
        if (!left.signal.aborted) setFound({ key, ...sum });
      } while (after !== null && !left.signal.aborted);
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
