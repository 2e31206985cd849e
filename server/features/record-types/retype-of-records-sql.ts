// Values of records: each field has a typed column, or its id in the overflow.
import { json, numbers, row } from '../../platform/database/row.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { slotType, type Slot } from '../../platform/record-store/slots.ts';
import { overflowJson, storedForm } from '../../platform/record-store/stored-forms.ts';
import { dropIndexesOfField } from '../../platform/record-store/tend-indexes.ts';
import { emptyPlace, isAnyFilled, placeOf, requireSlot } from '../../platform/record-store/walk-sql.ts';
import {
  nextOfType,
  sayWrittenSince,
  totalOfType,
  type RetypePlaceOfType,
  type RetypeSide,
} from './retype-place-sql.ts';

/** As the text of the column, or of the JSON of the overflow. */
function writtenText(slot: string | null, fieldId: number): string {
  if (slot === null) return `(x -> '${fieldId}')::text`;
  const type = slotType(slot as Slot);
  // As the driver writes them, whatever the zone of the session is.
  if (type === 'timestamptz')
    return `to_char(${slot} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00'`;
  return type === 'boolean' ? `left(${slot}::text, 1)` : `${slot}::text`;
}

/** What `writtenText` answers, as the contract writes it. */
function readWritten(written: string | null, { dataType, slot }: RetypeSide): string {
  if (written === null) return '';
  return slot === null
    ? storedForm(dataType).readOverflow(JSON.parse(written))
    : storedForm(dataType).read(written);
}

function asColumnText({ dataType, slot }: RetypeSide, value: string): string {
  if (slot === null) return overflowJson(dataType, value);
  const written = storedForm(dataType).write(value);
  return Array.isArray(written) ? `{${written.join(',')}}` : String(written);
}

/** Of all records of a part in one row: to read each as a row of its own took as long as what is asked of its value. */
const examined = row({
  ids: numbers.at(`coalesce(array_agg(id), '{}')`),
  recordNumbers: numbers.at(`coalesce(array_agg(record_number), '{}')`),
  disabled: numbers.at(`coalesce(array_agg(id) filter (where not enabled), '{}')`),
  written: json<readonly (string | null)[]>().at(`coalesce(json_agg(written), '[]')`),
});

export const retypeOfRecords: RetypePlaceOfType = {
  recordsOf: (size) => size,
  fields: `select tenant_id, record_type_id, null::bigint as line_item_type_id, null::bigint as object_definition_id, id, name, data_type, slot, list_id, default_value
           from field`,
  total: totalOfType,
  begin: async () => undefined,
  next: nextOfType,
  async isBulkChanging(connection, { tenantId, typeId, fieldId }) {
    const { rows } = await connection.query(
      `select 1 from bulk_change where tenant_id = $1 and record_type_id = $2 and state = 'RUNNING' and $3 = any(field_keys) limit 1`,
      [tenantId, typeId, `f${fieldId}`],
    );
    return rows.length > 0;
  },

  async read(connection, { tenantId, fieldId, from, buckets }, records) {
    const found: { id: string; stored: string }[] = [];
    for (const bucket of buckets) {
      const { rows } = await connection.query(
        `select id, ${writtenText(from.slot, fieldId)} as written from ${leafName(bucket)}
         where tenant_id = $1 and id = any($2::bigint[]) order by id for no key update`,
        [tenantId, records],
      );
      for (const { id, written } of rows)
        found.push({ id: String(id), stored: readWritten(written as string | null, from) });
    }
    return found;
  },

  async write(connection, { tenantId, fieldId, to, buckets }, values) {
    const set =
      to.slot === null
        ? `x = case when v.value is null then nullif(record.x - '${fieldId}', '{}')
             else jsonb_set(coalesce(record.x, '{}'), '{${fieldId}}', v.value::jsonb) end`
        : `${to.slot} = v.value::${slotType(to.slot as Slot)}`;
    // By the parent table: it is no change of the records, and nobody is told.
    for (const bucket of buckets)
      await connection.query(
        `update record set ${set} from unnest($2::bigint[], $3::text[]) v (id, value)
         where record.tenant_id = $1 and record.bucket = ${bucket} and record.id = v.id`,
        [
          tenantId,
          values.map(({ id }) => id),
          values.map(({ value }) => (value === null ? null : asColumnText(to, value))),
        ],
      );
  },

  async switchField(connection, { tenantId, id, typeId, fieldId }, [was, is]) {
    const { rowCount } = await connection.query(
      `update field f set data_type = r.${is}_type, slot = r.${is}_slot, list_id = r.${is}_list_id,
         default_value = r.${is}_default, version = f.version + 1
       from field_retype r where r.tenant_id = $1 and r.id = $2 and f.tenant_id = $1 and f.id = r.field_id
         and f.data_type = r.${was}_type and f.slot is not distinct from r.${was}_slot and f.delete_after is null`,
      [tenantId, id],
    );
    if (rowCount === 0) return false;
    // Totals that were counted by values of the other type count no more.
    await connection.query(
      'update record_type_counter set version = version + 1 where tenant_id = $1 and record_type_id = $2',
      [tenantId, typeId],
    );
    // What bulk changes hold for their undo is of the other type.
    await connection.query(
      `delete from bulk_change where tenant_id = $1 and record_type_id = $2 and state <> 'RUNNING' and $3 = any(field_keys)`,
      [tenantId, typeId, `f${fieldId}`],
    );
    return true;
  },

  empty: (connection, held, { slot }, records) =>
    emptyPlace(connection, held, { slot, fieldId: held.fieldId }, records),
  isAnyFilled: (connection, held, { slot }) => isAnyFilled(connection, held, { slot, fieldId: held.fieldId }),
  async giveUp(connection, { tenantId, typeId, buckets }, { slot }) {
    await dropIndexesOfField(connection, buckets, { tenantId, typeId, fieldKey: '', slot });
  },

  selectExamined(field, { typeId, buckets }, after, size) {
    const arms = buckets.map(
      (bucket) =>
        `(select id, record_number, enabled, ${writtenText(requireSlot(field.slot), Number(field.id))} as written
          from ${leafName(bucket)} where tenant_id = current_tenant() and record_type_id = $1 and id > $2 order by id limit $3)`,
    );
    return {
      text: `select ${examined.columns} from (select * from (${arms.join(' union all ')}) each order by id limit $3) part`,
      values: [typeId, after, size],
    };
  },
  readExamined(field, answer) {
    const { ids, recordNumbers, disabled, written } = examined.get(answer);
    const isDisabled = new Set(disabled);
    return ids.map((id, place) => ({
      id,
      recordNumber: recordNumbers[place]!,
      enabled: !isDisabled.has(id),
      lineId: null,
      stored: readWritten(written[place]!, field),
    }));
  },

  selectWrittenSince(tenant, retypeOf, { typeId, buckets }, most) {
    const fieldId = Number(retypeOf.fieldId);
    const { isFilled } = placeOf({ slot: requireSlot(retypeOf.toSlot), fieldId });
    const made = buckets.map(
      (bucket) =>
        `select id, created_at as at, created_by as user_id from ${leafName(bucket)}, since
         where tenant_id = $1 and record_type_id = $3 and created_at >= since.switched_at and ${isFilled}`,
    );
    return {
      text: sayWrittenSince(
        `select entity_id as id, at, user_id from audit_log, since
         where tenant_id = $1 and entity = 'record' and record_type_id = $3 and audit_log.at >= since.switched_at and changes ? $4
         union all ${made.join(' union all ')}`,
        buckets,
      ),
      values: [tenant, retypeOf.id, typeId, `f${fieldId}`, most],
    };
  },
};
