import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../platform/database/database.ts';
import { number, row } from '../platform/database/row.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import { leafName } from '../platform/record-store/column.ts';

const highest = row({ number: number.at('coalesce(max(record_number), 0)') });
export const readHighestNumber = (answer: Answer | undefined): number => highest.get(answer).number;

export const highestNumberStatement = (bucket: number, typeId: RecordTypeId): Statement => ({
  text: `select ${highest.columns} from ${leafName(bucket)} where record_type_id = $1`,
  values: [typeId],
});
