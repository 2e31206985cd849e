import { Link } from 'react-router';
import type { LinkedRecord } from './api.ts';

/** The page of the record; records are another feature, so the page of the application brings it. */
export type HrefOfRecord = (record: Pick<LinkedRecord, 'id' | 'recordTypeId'>) => string;

export const nameRecord = (record: LinkedRecord | null | undefined): string =>
  record == null
    ? 'No record in sight'
    : `${record.recordTypeName} ${record.recordNumber ?? `ID ${record.id}`}`;

export function RecordLink({
  record,
  hrefOf,
}: {
  record: LinkedRecord | null | undefined;
  hrefOf: HrefOfRecord;
}) {
  return record == null ? nameRecord(record) : <Link to={hrefOf(record)}>{nameRecord(record)}</Link>;
}
