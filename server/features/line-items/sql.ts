import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';

export type NewLineItem = {
  readonly recordId: number;
  /** 1-based. */
  readonly position: number;
  /** By field id, each value as its text; fields without a value are left out (Specification 5). */
  readonly values: Readonly<Record<string, string>>;
};

export function insertLineItemsStatement(
  tenantId: TenantId,
  lineItemTypeId: number,
  lines: readonly NewLineItem[],
): Statement {
  return {
    text: `insert into line_item (tenant_id, line_item_type_id, record_id, position, field_values)
           select $1::int, $2::bigint, u.record_id, u.position, u.field_values
           from unnest($3::bigint[], $4::int[], $5::jsonb[]) as u(record_id, position, field_values)`,
    values: [
      tenantId,
      lineItemTypeId,
      arrayText(lines, (line) => line.recordId),
      arrayText(lines, (line) => line.position),
      arrayText(lines, (line) => JSON.stringify(line.values)),
    ],
  };
}

/** Of a record type: type id, its name, field id, name, data type, required, list id and the list's type. */
export const selectLineItemFields = (recordTypeId: number): Statement => ({
  text: `select t.id, t.name, f.id, f.name, f.data_type, f.required, f.list_id, l.list_type
         from line_item_type t
         join line_item_field f on f.tenant_id = t.tenant_id and f.line_item_type_id = t.id and f.enabled
         left join list l on l.tenant_id = f.tenant_id and l.id = f.list_id
         where t.record_type_id = $1 and t.enabled order by t.id, f.position, f.id`,
  values: [recordTypeId],
});
