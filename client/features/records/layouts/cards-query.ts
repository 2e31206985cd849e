// A part of the records of a column or a day, in the order of the grid.
import { findRecordPart } from '../api.ts';
import type { RecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';

type Part = {
  readonly recordTypeId: number;
  readonly query: RecordQuery;
  readonly switches: Readonly<Record<string, boolean>>;
  readonly offset: number;
  readonly limit: number;
};

export const cardsQuery = ({ recordTypeId, query, switches, offset, limit }: Part) => ({
  queryKey: ['records', recordTypeId, 'layout', query, switches, offset, limit],
  async queryFn({ signal }: { signal: AbortSignal }): Promise<readonly RecordRow[]> {
    const variables = { data: query, pagination: { offset, limit }, ...switches };
    return (await findRecordPart(variables, { signal, together: true })).records;
  },
  structuralSharing: false as const,
  meta: { isLive: true },
  staleTime: 0,
  gcTime: 60_000,
  retry: false,
});
