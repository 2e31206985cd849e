import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import { leafName } from '../platform/record-store/column.ts';

export const highestNumberStatement = (bucket: number, typeId: RecordTypeId): Statement => ({
  text: `select coalesce(max(record_number), 0) from ${leafName(bucket)} where record_type_id = $1`,
  values: [typeId],
});
