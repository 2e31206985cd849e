// Values of lines: a field has its id in `field_values` of each line, or in `beside_values`.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { OwnerConnection } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { lineColumn } from '../../platform/record-store/line-values.ts';
import {
  besideSlot,
  nextOfType,
  sayWrittenSince,
  totalOfType,
  type RetypePlaceOfType,
  type RetypeSide,
} from './retype-place-sql.ts';

const columnOf = ({ slot }: Pick<RetypeSide, 'slot'>) => lineColumn(slot === besideSlot);

/** What is done to a line here is no change of it: it has no entry of the history, and nobody is told. */
const beQuiet = (connection: OwnerConnection) =>
  connection.query(`select set_config('app.purging_field', 'on', true)`);

const examined = row({
  id: number.at('r.id'),
  recordNumber: number.at('r.record_number'),
  enabled: flag.at('r.enabled and coalesce(l.enabled, true)'),
  lineId: number.at('l.id').orNull,
  written: text.at('l.written').orNull,
});

export const retypeOfLines: RetypePlaceOfType = {
  // A record has some ten lines.
  recordsOf: (size) => Math.ceil(size / 10),
  fields: `select f.tenant_id, k.record_type_id, k.id as line_item_type_id, null::bigint as object_definition_id, f.id, f.name, f.data_type,
             case when f.stands_beside then '${besideSlot}' end as slot, f.list_id, null::text as default_value
           from line_item_field f join line_item_type k on k.tenant_id = f.tenant_id and k.id = f.line_item_type_id`,
  total: totalOfType,
  begin: async () => undefined,
  next: nextOfType,
  isBulkChanging: async () => false,

  async read(connection, { tenantId, lineTypeId, fieldId, from }, records) {
    const { rows } = await connection.query(
      `select id, ${columnOf(from)} ->> $4 as written from line_item
       where tenant_id = $1 and record_id = any($2::bigint[]) and line_item_type_id = $3 order by id for no key update`,
      [tenantId, records, lineTypeId, String(fieldId)],
    );
    return rows.map(({ id, written }) => ({ id: String(id), stored: String(written ?? '') }));
  },

  async write(connection, { tenantId, fieldId, to }, values) {
    const column = columnOf(to);
    const { toKept } = valueOf(to.dataType);
    await beQuiet(connection);
    await connection.query(
      `update line_item l set ${column} = case when v.value is null then l.${column} - $4
         else l.${column} || jsonb_build_object($4::text, v.value) end
       from unnest($2::bigint[], $3::text[]) v (id, value) where l.tenant_id = $1 and l.id = v.id`,
      [
        tenantId,
        values.map(({ id }) => id),
        values.map(({ value }) => (value === null ? null : toKept(value))),
        String(fieldId),
      ],
    );
  },

  async switchField(connection, { tenantId, id }, [was, is]) {
    const { rowCount } = await connection.query(
      `update line_item_field f set data_type = r.${is}_type, stands_beside = r.${is}_slot is not null,
         list_id = r.${is}_list_id, version = f.version + 1
       from field_retype r where r.tenant_id = $1 and r.id = $2 and f.tenant_id = $1 and f.id = r.field_id
         and f.data_type = r.${was}_type and f.stands_beside = (r.${was}_slot is not null) and f.delete_after is null`,
      [tenantId, id],
    );
    return rowCount > 0;
  },

  async empty(connection, { tenantId, lineTypeId, fieldId }, side, records) {
    const column = columnOf(side);
    await beQuiet(connection);
    await connection.query(
      `update line_item set ${column} = ${column} - $4
       where tenant_id = $1 and record_id = any($2::bigint[]) and line_item_type_id = $3 and ${column} ? $4`,
      [tenantId, records, lineTypeId, String(fieldId)],
    );
  },

  async isAnyFilled(connection, { tenantId, lineTypeId, fieldId }, side) {
    const { rows } = await connection.query(
      `select exists (select from line_item
         where tenant_id = $1 and line_item_type_id = $2 and ${columnOf(side)} ? $3) as left`,
      [tenantId, lineTypeId, String(fieldId)],
    );
    return rows[0]?.['left'] === true;
  },
  giveUp: async () => undefined,

  selectExamined(field, { typeId, buckets }, after, size) {
    const arms = buckets.map(
      (bucket) =>
        `(select id, record_number, enabled from ${leafName(bucket)}
          where tenant_id = current_tenant() and record_type_id = $1 and id > $2 order by id limit $3)`,
    );
    return {
      text: `select ${examined.columns}
             from (select * from (${arms.join(' union all ')}) each order by id limit $3) r
             left join lateral (
               select id, enabled, position, ${columnOf(field)} ->> $5 as written from line_item
               where tenant_id = current_tenant() and record_id = r.id and line_item_type_id = $4) l on true
             order by r.id, l.position, l.id`,
      values: [typeId, after, size, field.lineTypeId, String(field.id)],
    };
  },
  readExamined: (_field, answer) =>
    examined.read(answer).map(({ written, ...one }) => ({
      ...one,
      stored: one.lineId === null ? null : (written ?? ''),
    })),

  // What a line began with is told by its history too.
  selectWrittenSince: (tenant, retypeOf, { typeId, buckets }, most) => ({
    text: sayWrittenSince(
      `select record_id as id, at, user_id from audit_log, since
       where tenant_id = $1 and entity = 'line_item' and record_type_id = $3 and audit_log.at >= since.switched_at
         and action in ('create', 'update') and changes ? $4`,
      buckets,
    ),
    values: [tenant, retypeOf.id, typeId, `f${Number(retypeOf.fieldId)}`, most],
  }),
};
