// The deletion of a record type: asking for it, taking it back, and what each part of the work takes away (decision 107).
import { unsavedUploadHours } from '@rowhouse/domain/attachments/limits.ts';
import type { DeletionPlan, DeletionState } from '@rowhouse/domain/record-types/deletion.ts';
import { deletionGraceDays } from '@rowhouse/domain/kernel/deletion.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Turn } from '../../platform/background/claims.ts';
import type { Answer, Database, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const deletion = row(
  {
    state: text.as((stored) => stored as DeletionState),
    deleteAfter: text.at('t.delete_after').as(instantFromText),
    total: number,
    done: number,
  },
  'd',
);
export type StoredDeletion = Described<typeof deletion>;
export const readDeletion = (answer: Answer | undefined): StoredDeletion | null => deletion.find(answer);

/** Null where nobody deletes the type, and where a deletion was taken back. */
export const selectDeletion = (tenant: TenantId, typeId: number): Statement => ({
  text: `select ${deletion.columns} from record_type_deletion d
           join record_type t on t.tenant_id = d.tenant_id and t.id = d.record_type_id
         where d.tenant_id = $1 and d.record_type_id = $2 and d.state in ('WAITING', 'RUNNING', 'FAILED')`,
  values: [tenant, typeId],
});

type PlacedType = { readonly id: number; readonly bucket: number; readonly movingFrom: number | null };
const leavesOf = ({ bucket, movingFrom }: PlacedType): string[] =>
  [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(leafName);

/** The ids in the value of an attachment field, as an array; null for none (decision 052). */
export const idsInValue = (value: string): string =>
  `(select array_agg(m[1]::bigint) from regexp_matches(${value}, '"id":\\s*(\\d+)', 'g') m)`;

const plan = row({
  records: number,
  deletedRecords: number,
  lines: number,
  files: number,
  comments: number,
  menuItems: number,
  dashboards: number,
  mappings: number,
  orderForms: number,
  savedViews: number,
  superTypes: number,
});

export const readDeletionPlan = (answer: Answer | undefined): DeletionPlan => plan.get(answer);

const showsType = `exists (select from jsonb_array_elements(b.widgets) w where (w -> 'chart' ->> 'recordTypeId')::bigint = $2)`;

/** Counted as it stands: records from their counter, files from the records that hold them. */
export function selectDeletionPlan(tenant: TenantId, type: PlacedType): Statement {
  const holders = leavesOf(type)
    .map(
      (leaf) => `select coalesce(sum((r.record_file_id is not null)::int + coalesce((
          select sum(cardinality(${idsInValue('r.x ->> f.id::text')})) from field f
          where f.tenant_id = $1 and f.record_type_id = $2 and f.data_type = 'attachment'), 0)), 0) as files
        from ${leaf} r where r.tenant_id = $1 and r.record_type_id = $2`,
    )
    .join(' union all ');
  const values: Readonly<Record<keyof DeletionPlan, string>> = {
    records: `(select coalesce(sum(all_count), 0) from record_type_counter where tenant_id = $1 and record_type_id = $2)`,
    deletedRecords: `(select coalesce(sum(all_count - enabled_count), 0) from record_type_counter where tenant_id = $1 and record_type_id = $2)`,
    lines: `(select count(*) from line_item where tenant_id = $1 and enabled and line_item_type_id in
      (select id from line_item_type where tenant_id = $1 and record_type_id = $2))`,
    files: `(select sum(files) from (${holders}) held)`,
    comments: `(select count(*) from record_talk t join record_comment c on c.tenant_id = t.tenant_id and c.record_id = t.record_id
      where t.tenant_id = $1 and t.record_type_id = $2 and c.deleted_at is null)`,
    menuItems: `(select count(*) from menu_item where tenant_id = $1 and record_type_id = $2 and enabled)`,
    dashboards: `(select count(*) from dashboard b where b.tenant_id = $1 and b.enabled and ${showsType})`,
    mappings: `(select count(*) from transmission_mapping where tenant_id = $1 and record_type_id = $2 and enabled)
      + (select count(*) from transmission_acceptance where tenant_id = $1 and record_type_id = $2)`,
    orderForms: `(select count(*) from order_form where tenant_id = $1 and record_type_id = $2 and enabled)`,
    savedViews: `(select count(*) from grid_preference where tenant_id = $1 and record_type_id = $2 and enabled)`,
    superTypes: `(select count(*) from record_type_related where tenant_id = $1 and related_id = $2 and enabled)`,
  };
  const columns = Object.entries(values).map(
    ([key, value]) => `${value} as ${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
  );
  return { text: `select ${plan.columns} from (select ${columns.join(', ')}) p`, values: [tenant, type.id] };
}

/** Switched off from here on. The caller holds the type. */
export const askDeletion = (tenant: TenantId, userId: UserId, typeId: number): Statement[] => [
  {
    text: `insert into record_type_deletion (tenant_id, record_type_id, user_id, was_enabled, total)
           select $1, t.id, $3, t.enabled, (select coalesce(sum(c.all_count), 0) from record_type_counter c
             where c.tenant_id = t.tenant_id and c.record_type_id = t.id)
           from record_type t where t.tenant_id = $1 and t.id = $2`,
    values: [tenant, typeId, userId],
  },
  {
    text: `update record_type set enabled = false, delete_after = now() + make_interval(days => $3::int), version = version + 1
           where tenant_id = $1 and id = $2`,
    values: [tenant, typeId, deletionGraceDays],
  },
];

/** One that has begun to go meanwhile has no row here and stays as it is. */
export const takeBackDeletion = (tenant: TenantId, typeId: number): Statement => ({
  text: `with kept as (
           update record_type_deletion set state = 'TAKEN_BACK', ended_at = now()
           where tenant_id = $1 and record_type_id = $2 and state = 'WAITING' returning was_enabled)
         update record_type t set enabled = kept.was_enabled, delete_after = null, version = t.version + 1
         from kept where t.tenant_id = $1 and t.id = $2 returning ${takenBack.columns}`,
  values: [tenant, typeId],
});
const takenBack = row({ id: number.at('t.id') });
export const wasTakenBack = (answer: Answer | undefined): boolean => takenBack.find(answer) !== null;

/** Those whose time is over begin to go, and those that were given up an hour ago are tried again. */
export const beginDueDeletions = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(
      `update record_type_deletion d set state = 'RUNNING', failures = 0, ended_at = null
       from record_type t where t.tenant_id = d.tenant_id and t.id = d.record_type_id
         and (d.state = 'WAITING' and t.delete_after <= now()
           or d.state = 'FAILED' and d.ended_at < now() - interval '1 hour')`,
    );
  });

type HeldDeletion = { readonly typeId: number; readonly name: string; readonly leaves: readonly string[] };

/** Null where another process is at it, or it is over. Everything below is done as who asked for the deletion. */
export async function holdDeletion(
  connection: OwnerConnection,
  { tenantId, id, userId }: Turn,
): Promise<HeldDeletion | null> {
  await connection.query(
    `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true)`,
    [String(tenantId), String(userId)],
  );
  const { rows } = await connection.query(
    `select t.id, t.name, t.bucket, t.moving_from from record_type_deletion d
       join record_type t on t.tenant_id = d.tenant_id and t.id = d.record_type_id
     where d.tenant_id = $1 and d.id = $2 and d.state = 'RUNNING' for update of d skip locked`,
    [tenantId, id],
  );
  const [found] = rows;
  if (found === undefined) return null;
  const movingFrom = found['moving_from'];
  return {
    typeId: Number(found['id']),
    name: String(found['name']),
    leaves: leavesOf({
      id: Number(found['id']),
      bucket: Number(found['bucket']),
      movingFrom: movingFrom === null ? null : Number(movingFrom),
    }),
  };
}

/** Takes away so many records of the type with all that is theirs; answers how many they were. */
export async function removeRecords(
  connection: OwnerConnection,
  { tenantId, id }: Turn,
  { typeId, leaves }: HeldDeletion,
  size: number,
): Promise<number> {
  const ids: string[] = [];
  for (const leaf of leaves) {
    const { rows } = await connection.query(
      `select id from ${leaf} where tenant_id = $1 and record_type_id = $2 order by created_at, id limit $3 for update`,
      [tenantId, typeId, size - ids.length],
    );
    ids.push(...rows.map((found) => String(found['id'])));
  }
  if (ids.length === 0) return 0;
  const run = (statement: string, values: readonly unknown[] = [tenantId, ids]) =>
    connection.query(statement, values);
  // Records of other types that stand under them come to stand under nothing.
  const { rows: below } = await run(
    `select id from record where tenant_id = $1 and parent_id = any($2::bigint[]) and record_type_id <> $3
       and bucket = any(buckets_of_tenant($1))`,
    [tenantId, ids, typeId],
  );
  if (below.length > 0) {
    const children = below.map((found) => String(found['id']));
    await run(
      `select count(*) from place_records(null, $1::bigint[], array_fill(null::int, array[cardinality($1::bigint[])]))`,
      [children],
    );
  }
  const named = leaves
    .map(
      (leaf) =>
        `select record_file_id as file from ${leaf} where tenant_id = $1 and id = any($2::bigint[])
         union all select unnest(${idsInValue('r.x ->> f.id::text')}) from ${leaf} r
           join field f on f.tenant_id = $1 and f.record_type_id = $3 and f.data_type = 'attachment'
           where r.tenant_id = $1 and r.id = any($2::bigint[])`,
    )
    .join(' union all ');
  // What was taken out of a field stands in its history alone, and can be put back from there.
  const namedOnce = `select unnest(${idsInValue('pair.value::text')}) from audit_log a
      cross join lateral jsonb_each(a.changes) c cross join lateral jsonb_array_elements_text(case jsonb_typeof(c.value) when 'array' then c.value end) pair (value)
      where a.tenant_id = $1 and a.entity = 'record' and a.entity_id = any($2::bigint[]) and c.key in
        (select 'f' || f.id from field f where f.tenant_id = $1 and f.record_type_id = $3 and f.data_type = 'attachment')
    union all select (pair.value)::bigint from audit_log a
      cross join lateral jsonb_array_elements_text(a.changes -> 'record_file_id') pair (value)
      where a.tenant_id = $1 and a.entity = 'record' and a.entity_id = any($2::bigint[])
        and jsonb_typeof(a.changes -> 'record_file_id') = 'array' and pair.value ~ '^\\d+$'`;
  await run(
    `update record_file set gone_with_type_id = $3
     where tenant_id = $1 and id in (select file from (${named} union all ${namedOnce}) n where file is not null)`,
    [tenantId, ids, typeId],
  );
  for (const table of ['line_item', 'record_comment', 'record_talk_reader', 'record_talk', 'record_evidence'])
    await run(`delete from ${table} where tenant_id = $1 and record_id = any($2::bigint[])`);
  for (const table of ['notification', 'transmission', 'transmission_received'])
    await run(`delete from ${table} where tenant_id = $1 and record_id = any($2::bigint[])`);
  // The own half alone: what the other company keeps is its own.
  await run(
    `delete from conversation_version where tenant_id = $1 and conversation_id in
       (select id from conversation where tenant_id = $1 and record_id = any($2::bigint[]))`,
  );
  await run(`delete from conversation where tenant_id = $1 and record_id = any($2::bigint[])`);
  // Their history last: what is done above is written there too.
  await run(
    `delete from audit_log where tenant_id = $1 and entity = 'record' and entity_id = any($2::bigint[])`,
  );
  await run(`delete from audit_log where tenant_id = $1 and record_id = any($2::bigint[])`);
  for (const leaf of leaves) await run(`delete from ${leaf} where tenant_id = $1 and id = any($2::bigint[])`);
  await run(
    `update record_type_deletion set done = done + $3, failures = 0 where tenant_id = $1 and id = $2`,
    [tenantId, id, ids.length],
  );
  return ids.length;
}

/** What has rows of a type, those that others refer to last; what hangs on them goes first. */
const configured = [
  'field_condition where record_type_id = $2',
  'field_retype_written where retype_id in (select id from field_retype where tenant_id = $1 and record_type_id = $2)',
  'line_item_field where line_item_type_id in (select id from line_item_type where tenant_id = $1 and record_type_id = $2)',
  'role_menu_item_action where menu_item_id in (select id from menu_item where tenant_id = $1 and record_type_id = $2)',
  'record_type_related where $2 in (super_id, related_id)',
  ...[
    'menu_item',
    'line_item_type',
    'role_field_access',
    'field_use',
    'formula_pass',
    'field_deletion',
    'field_retype',
    'record_import',
    'bulk_change',
    'notification',
    'transmission',
    'transmission_received',
    'transmission_acceptance',
    'transmission_mapping',
    'grid_preference_default',
    'grid_preference',
    'order_form',
    'status_transition',
    'record_status',
    'problem_code',
    'number_series_counter',
    'number_series',
    'record_talk',
    'field',
    'record_status_counter',
    'record_type_counter',
  ].map((table) => `${table} where record_type_id = $2`),
  'record_type where id = $2',
];

/** The type itself, with all that it is made of and all that leads to it. Its records are gone before. */
export async function removeType(
  connection: OwnerConnection,
  { tenantId, id }: Turn,
  { typeId, name }: HeldDeletion,
): Promise<void> {
  const run = (statement: string, values: readonly unknown[] = [tenantId, typeId]) =>
    connection.query(statement, values);
  await keepSharedFiles(connection, tenantId, typeId);
  // The sweep of uploads takes the objects and the rows: a storage that is away holds up nothing here.
  await run(
    `insert into file_upload (tenant_id, object_key, user_id, created_at)
     select f.tenant_id, f.object_key, coalesce(f.created_by, 0), now() - interval '${unsavedUploadHours + 2} hours'
     from record_file f where f.tenant_id = $1 and f.gone_with_type_id = $2
     on conflict (tenant_id, object_key) do update set saved_at = null, created_at = excluded.created_at`,
  );
  await run(
    `update dashboard b set version = b.version + 1, updated_at = now(), widgets = (
       select coalesce(jsonb_agg(w order by place), '[]') from jsonb_array_elements(b.widgets) with ordinality as each (w, place)
       where (w -> 'chart' ->> 'recordTypeId')::bigint is distinct from $2)
     where b.tenant_id = $1 and ${showsType}`,
  );
  const { rows } = await run(`select done from record_type_deletion where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ]);
  for (const table of configured) await run(`delete from ${table} and tenant_id = $1`);
  await run(
    `insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
     values ($1, acting_user(), 'record_type', $2, 'delete',
       jsonb_build_object('name', jsonb_build_array($3::text, null), 'records', jsonb_build_array($4::int, null)))`,
    [tenantId, typeId, name, Number(rows[0]?.['done'] ?? 0)],
  );
  await run(
    `update record_type_deletion set state = 'FINISHED', ended_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
}

/** A person may put one file of theirs into two records: what a record of another type holds stays. */
async function keepSharedFiles(
  connection: OwnerConnection,
  tenantId: TenantId,
  typeId: number,
): Promise<void> {
  const { rows } = await connection.query(
    `select t.id, b as bucket from record_type t cross join lateral unnest(array[t.bucket, t.moving_from]) b
     where t.tenant_id = $1 and t.id <> $2 and b is not null`,
    [tenantId, typeId],
  );
  for (const found of rows) {
    const leaf = leafName(Number(found['bucket']));
    await connection.query(
      `update record_file f set gone_with_type_id = null
       where f.tenant_id = $1 and f.gone_with_type_id = $2 and (
         exists (select from ${leaf} r where r.tenant_id = $1 and r.record_file_id = f.id)
         or f.id in (select unnest(${idsInValue('r.x ->> a.id::text')}) from field a
           join ${leaf} r on r.tenant_id = $1 and r.record_type_id = $3 and r.x ? a.id::text
           where a.tenant_id = $1 and a.record_type_id = $3 and a.data_type = 'attachment'))`,
      [tenantId, typeId, Number(found['id'])],
    );
  }
}
