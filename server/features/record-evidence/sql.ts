import type { EvidencePlace } from '@rowhouse/domain/documents/evidence-rules.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { json, number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const evidence = row({
  fieldKey: text.at('e.field_key'),
  value: text.at('e.taken_value'),
  fileId: number.at('e.file_id'),
  fileName: text.at('f.original_file_name'),
  page: number.at('e.page'),
  box: json<number[]>().at('to_json(e.box)'),
  takenAt: text.at('e.taken_at').as(instantFromText),
});

export const listEvidenceStatement = (
  recordId: number,
  fieldKeys: readonly string[],
  fileIds: readonly number[],
): Statement => ({
  text: `select ${evidence.columns} from record_evidence e
         join record_file f on f.tenant_id = e.tenant_id and f.id = e.file_id
         where e.record_id = $1 and e.field_key = any($2::text[]) and e.file_id = any($3::bigint[])
         order by e.field_key`,
  values: [recordId, fieldKeys, fileIds],
});

export const readEvidence = (answer: Answer | undefined) => evidence.read(answer);

export const keepEvidenceStatement = (
  tenantId: TenantId,
  userId: UserId,
  recordId: number,
  { fieldKey, value, fileId, page, box }: EvidencePlace,
): Statement => ({
  text: `insert into record_evidence (tenant_id, record_id, field_key, taken_value, file_id, page, box, taken_by)
         values ($1, $2, $3, $4, $5, $6, $7::float8[], $8)
         on conflict (tenant_id, record_id, field_key) do update
         set taken_value = excluded.taken_value, file_id = excluded.file_id, page = excluded.page,
             box = excluded.box, taken_by = excluded.taken_by, taken_at = now()`,
  values: [tenantId, recordId, fieldKey, value, fileId, page, box, userId],
});
