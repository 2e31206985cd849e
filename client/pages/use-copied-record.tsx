import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyLines } from '../features/line-items/copy-lines.ts';
import { askForAllLines, useLineTypes } from '../features/line-items/use-lines.ts';
import { findRecords } from '../features/records/api.ts';
import type { RecordField } from '../features/records/record-field.ts';
import { rowLabel } from '../features/records/record-row.ts';
import { storedValues } from '../features/records/row-edit/row-values.ts';
import { toSentence } from '../platform/request-failure.ts';
import { LabelledCheckbox } from '../ui/labelled-checkbox.tsx';
import { snackbars } from '../ui/snackbars.tsx';

type Setting = {
  recordTypeId: number;
  /** Null: the form begins empty. */
  recordId: number | null;
  fields: readonly RecordField[] | undefined;
  grants: ReadonlySet<string>;
};

/** What a new record takes over from another: its fields as the role sees them, and its lines where they are asked for. */
export function useCopiedRecord({ recordTypeId, recordId, fields, grants }: Setting) {
  const isCopy = recordId !== null;
  const found = useQuery({
    queryKey: ['records', recordTypeId, 'copied', recordId],
    queryFn: async ({ signal }) => (await findRecords(recordTypeId, [recordId!], { signal }))[0] ?? null,
    enabled: isCopy,
    staleTime: Infinity,
  });
  const mayHaveLines = isCopy && grants.has('line item access') && grants.has('edit line items');
  const types = useLineTypes(recordTypeId, mayHaveLines).data ?? [];
  const lines = useQuery({
    queryKey: ['line-items', 'copied', recordId],
    queryFn: ({ signal }) => askForAllLines(recordId!, recordTypeId, signal),
    enabled: mayHaveLines,
    staleTime: Infinity,
  });
  const [withLines, setWithLines] = useState(true);
  const record = found.data ?? null;
  const count = lines.data?.length ?? 0;
  return {
    isPending: isCopy && (found.isPending || (mayHaveLines && lines.isPending)),
    /** The record that was asked for is not there, or could not be read. */
    whyNot: !isCopy
      ? null
      : found.error
        ? toSentence(found.error)
        : found.isSuccess && record === null
          ? 'The record to copy was not found. The form begins empty.'
          : null,
    label: record && rowLabel(record),
    copied: record && fields ? { id: record.id, values: storedValues(fields, record) } : undefined,
    extra: count > 0 && (
      <LabelledCheckbox
        label={`With its ${count} ${count === 1 ? 'line' : 'lines'}`}
        checked={withLines}
        onChange={({ target }) => setWithLines(target.checked)}
      />
    ),
    async finish(newId: number): Promise<void> {
      if (!withLines || count === 0) return;
      const made = await copyLines(lines.data ?? [], types, newId).catch((failure: unknown) => {
        snackbars.error(`The record was created without its lines: ${toSentence(failure)}`);
        return null;
      });
      if (made !== null && made < count)
        snackbars.warning(`${made} of ${count} lines were copied. The others are refused as they stand.`);
    },
  };
}
