import { bulkChangeKeptDays } from '@rowhouse/domain/bulk-changes/limits.ts';
import type { BulkChangeState } from '@rowhouse/domain/bulk-changes/rules.ts';
import type {
  BulkChangeKind,
  BulkChangeOutcome,
  BulkValuesInput,
} from '@rowhouse/domain/contract.generated.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Turn } from '../../platform/background/claims.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { ChangedRecord, ImportedPart } from './record-changing.ts';

const bulkChange = row(
  {
    id: number,
    recordTypeId: number,
    userId: number.as(userId),
    kind: text.as((kind) => kind as BulkChangeKind),
    state: text.as((state) => state as BulkChangeState),
    /** Null for an undo. */
    values: json<BulkValuesInput>().at('c.change_values').orNull,
    keys: json<readonly string[]>().at('to_jsonb(c.field_keys)'),
    undoOf: number.orNull,
    /** Of an import, and of its undo. */
    fileName: text.at(`(select i.file_name from record_import i
      where i.tenant_id = c.tenant_id and i.bulk_change_id in (c.id, c.undo_of) limit 1)`).orNull,
    importId: number.at(`(select i.id from record_import i
      where i.tenant_id = c.tenant_id and i.bulk_change_id = c.id)`).orNull,
    made: number.at(`coalesce((select i.made from record_import i
      where i.tenant_id = c.tenant_id and i.bulk_change_id = c.id), 0)`),
    /** Of an import it is a row of its file. */
    reached: number.at('c.reached_record_id'),
    /** Undone is what has an undo that was not stopped before its end. */
    isUndone: flag.at(`exists (select from bulk_change u
      where u.tenant_id = c.tenant_id and u.undo_of = c.id and u.state in ('RUNNING', 'FINISHED'))`),
    total: number,
    updated: number,
    unchanged: number,
    conflicts: number,
    notFound: number,
    refused: number,
    startedAt: text.at(`to_json(c.started_at) #>> '{}'`),
    endedAt: text.at(`to_json(c.ended_at) #>> '{}'`).orNull,
  },
  'c',
);

export type StoredBulkChange = Described<typeof bulkChange>;

export const readBulkChanges = (answer: Answer | undefined): StoredBulkChange[] => bulkChange.read(answer);

export const selectOwn = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `select ${bulkChange.columns} from bulk_change c where c.tenant_id = $1 and c.user_id = $2 and c.id = $3`,
  values: [tenant, user, id],
});

/** Locked: an undo is begun once. */
export const holdOwn = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `select ${bulkChange.columns} from bulk_change c where c.tenant_id = $1 and c.user_id = $2 and c.id = $3 for update`,
  values: [tenant, user, id],
});

export const selectOwnOfType = (tenant: TenantId, user: UserId, type: RecordTypeId): Statement => ({
  text: `select ${bulkChange.columns} from bulk_change c where c.tenant_id = $1 and c.user_id = $2 and c.record_type_id = $3
           and c.started_at > now() - interval '${bulkChangeKeptDays} days' order by c.id desc limit 20`,
  values: [tenant, user, type],
});

const left = row({ isAny: flag });

/** So many records are looked into; of a larger change that many overwritten ones say nothing. */
const lookedInto = 500;

/** Whether a value of the change still stands in a record: whether nobody wrote all of them again since. */
export const selectLeft = (tenant: TenantId, id: number, leaf: string): Statement => ({
  text: `select exists (select from bulk_change_record b
           join ${leaf} r on r.id = b.record_id and r.tenant_id = b.tenant_id and seen_version(r.version, r.unseen) = b.version
           where b.tenant_id = $1 and b.bulk_change_id = $2 and b.outcome = 'UPDATED')
         or (select count(*) > ${lookedInto} or coalesce(bool_or(exists (
               select from jsonb_object_keys(made.changes) key where not exists (
                 select from audit_log later where later.tenant_id = $1 and later.entity = 'record'
                   and later.entity_id = b.record_id and later.id > made.id and later.changes ? key))), false)
             from (select record_id from bulk_change_record
                   where tenant_id = $1 and bulk_change_id = $2 and outcome = 'UPDATED' limit ${lookedInto + 1}) b
             cross join lateral (
               select e.id, e.changes from audit_log e where e.tenant_id = $1 and e.entity = 'record'
                 and e.entity_id = b.record_id and (e.source ->> 'bulkChangeId')::bigint = $2
               order by e.id desc limit 1) made)`,
  values: [tenant, id],
});

export const readIsAnyLeft = (answer: Answer | undefined): boolean => left.get(answer).isAny;

const total = row({ count: number.at('count(*)') });
export const readCount = (answer: Answer | undefined): number => total.get(answer).count;

export const countRunning = (tenant: TenantId, user: UserId): Statement => ({
  text: `select ${total.columns} from bulk_change where tenant_id = $1 and user_id = $2 and state = 'RUNNING'`,
  values: [tenant, user],
});

export type NewBulkChange = {
  readonly recordTypeId: number;
  readonly kind: BulkChangeKind;
  readonly values: BulkValuesInput | null;
  readonly keys: readonly string[];
  readonly undoOf: number | null;
};

const made = row({ id: number });
export const readMadeId = (answer: Answer | undefined): number => made.get(answer).id;

export const insertBulkChange = (tenant: TenantId, user: UserId, added: NewBulkChange): Statement => ({
  text: `insert into bulk_change (tenant_id, user_id, record_type_id, kind, change_values, field_keys, undo_of, total)
         values ($1, $2, $3, $4, $5, $6, $7, 0) returning ${made.columns}`,
  values: [
    tenant,
    user,
    added.recordTypeId,
    added.kind,
    added.values === null ? null : JSON.stringify(added.values),
    added.keys,
    added.undoOf,
  ],
});

/** @param matching gives ids and versions */
export function insertMatching(tenant: TenantId, id: number, matching: Statement, most: number): Statement {
  const values = matching.values ?? [];
  const at = values.length;
  return {
    text: `insert into bulk_change_record (tenant_id, bulk_change_id, record_id, expected_version)
           select $${at + 1}, $${at + 2}, m.id, m.version from (${matching.text}) m limit $${at + 3}`,
    values: [...values, tenant, id, most],
  };
}

/** The records that a change changed, with the versions that it made and what they held before. */
export const insertUndone = (tenant: TenantId, id: number, undoOf: number): Statement => ({
  text: `insert into bulk_change_record (tenant_id, bulk_change_id, record_id, expected_version, given_back)
         select tenant_id, $2, record_id, version, held from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $3 and outcome = 'UPDATED'`,
  values: [tenant, id, undoOf],
});

export const setTotal = (tenant: TenantId, id: number, total: number): Statement => ({
  text: 'update bulk_change set total = $3 where tenant_id = $1 and id = $2',
  values: [tenant, id, total],
});

export const stopOwn = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `update bulk_change set state = 'STOPPED', ended_at = now()
         where tenant_id = $1 and user_id = $2 and id = $3 and state = 'RUNNING'`,
  values: [tenant, user, id],
});

const notReached = 'NOT_REACHED';

const reported = row({
  id: number.at('record_id'),
  outcome: text.at(`coalesce(outcome, '${notReached}')`).as((outcome) => outcome as BulkChangeOutcome),
  message: text.orNull,
});
export const readRecords = (answer: Answer | undefined) => reported.read(answer);

export const selectRecords = (
  tenant: TenantId,
  id: number,
  outcomes: readonly BulkChangeOutcome[] | null,
  slice: { offset: number; limit: number },
): Statement => ({
  text: `select ${reported.columns} from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2 and ($3::text[] is null or coalesce(outcome, '${notReached}') = any($3))
         order by record_id offset $4 limit $5`,
  values: [tenant, id, outcomes, slice.offset, slice.limit],
});

export const countRecords = (
  tenant: TenantId,
  id: number,
  outcomes: readonly BulkChangeOutcome[] | null,
): Statement => ({
  text: `select ${total.columns} from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2 and ($3::text[] is null or coalesce(outcome, '${notReached}') = any($3))`,
  values: [tenant, id, outcomes],
});

// What the runner does.

/** None where it was stopped meanwhile, or where another process is at it. */
export const holdRunning = (tenant: TenantId, id: number): Statement => ({
  text: `select ${bulkChange.columns} from bulk_change c where c.tenant_id = $1 and c.id = $2 and c.state = 'RUNNING' for update of c skip locked`,
  values: [tenant, id],
});

/** From where the changes of the transaction come, for the audit log: this bulk change, or an undo. */
export const saySource = (tenant: TenantId, id: number): Statement => ({
  text: `select set_config('app.source', (case
           when c.undo_of is not null then jsonb_build_object('kind', 'UNDO', 'bulkChangeId', c.id)
           when c.kind = 'IMPORT' then jsonb_build_object('kind', 'IMPORT', 'file', i.file_name, 'bulkChangeId', c.id)
           else jsonb_build_object('kind', 'BULK_CHANGE', 'records', c.total, 'bulkChangeId', c.id) end)::text, true)
         from bulk_change c left join record_import i on i.tenant_id = c.tenant_id and i.bulk_change_id = c.id
         where c.tenant_id = $1 and c.id = $2`,
  values: [tenant, id],
});

const pending = row({
  id: number.at('record_id'),
  version: number.at('expected_version'),
  givenBack: text.at(`coalesce(given_back, '{}')`),
});

export type PendingRecord = Described<typeof pending>;

export const selectPart = (tenant: TenantId, id: number, size: number): Statement => ({
  text: `select ${pending.columns} from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2
           and record_id > (select reached_record_id from bulk_change where tenant_id = $1 and id = $2)
         order by record_id limit $3`,
  values: [tenant, id, size],
});

export const readPart = (answer: Answer | undefined): PendingRecord[] => pending.read(answer);

/** What became of the part, in the transaction that changed it. */
export function keepPart(
  tenant: TenantId,
  id: number,
  changed: readonly ChangedRecord[],
  isLast: boolean,
): Statement[] {
  const of = (outcome: ChangedRecord['outcome']) => changed.filter((one) => one.outcome === outcome).length;
  return [
    {
      text: `update bulk_change_record r set outcome = o.outcome, version = nullif(o.version, 0), message = nullif(o.message, ''),
               held = nullif(o.held, '')::jsonb
             from unnest($3::bigint[], $4::text[], $5::int[], $6::text[], $7::text[]) as o (id, outcome, version, message, held)
             where r.tenant_id = $1 and r.bulk_change_id = $2 and r.record_id = o.id`,
      values: [
        tenant,
        id,
        changed.map((one) => one.id),
        changed.map((one) => one.outcome),
        changed.map((one) => one.version ?? 0),
        changed.map((one) => one.message ?? ''),
        changed.map((one) => (one.outcome === 'UPDATED' ? (one.held ?? '') : '')),
      ],
    },
    {
      text: `update bulk_change set updated = updated + $3, unchanged = unchanged + $4, conflicts = conflicts + $5,
               not_found = not_found + $6, refused = refused + $7, failures = 0, reached_record_id = greatest(reached_record_id, $8),
               state = case when $9 then 'FINISHED' else state end, ended_at = case when $9 then now() end
             where tenant_id = $1 and id = $2`,
      values: [
        tenant,
        id,
        of('UPDATED'),
        of('UNCHANGED'),
        of('CONFLICT'),
        of('NOT_FOUND'),
        of('REFUSED'),
        Math.max(0, ...changed.map((one) => one.id)),
        isLast,
      ],
    },
  ];
}

/** What became of a part of an import, which writes down its rows by itself. */
export const keepImportedPart = (tenant: TenantId, id: number, part: ImportedPart): Statement => ({
  text: `update bulk_change set updated = updated + $3, unchanged = unchanged + $4, refused = refused + $5, failures = 0,
           reached_record_id = $6, state = case when $7 then 'FINISHED' else state end, ended_at = case when $7 then now() end
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, part.updated, part.unchanged, part.refused, part.reachedRow, part.isLast],
});

/** All that is left, with one sentence. */
export const refuseRest = (database: Database, { tenantId: tenant, id }: Turn, message: string) =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `with running as (
         select tenant_id, id, kind, reached_record_id from bulk_change where tenant_id = $1 and id = $2 and state = 'RUNNING' for update
       ), rest as (
         update bulk_change_record r set outcome = 'REFUSED', message = $3 from running c
         where r.tenant_id = c.tenant_id and r.bulk_change_id = c.id and c.kind <> 'IMPORT' and r.record_id > c.reached_record_id returning 1
       ), rows_of_file as (
         update record_import_row r set fault = coalesce(r.fault, $3) from running c
           join record_import i on i.tenant_id = c.tenant_id and i.bulk_change_id = c.id
         where r.tenant_id = i.tenant_id and r.import_id = i.id and r.row_number > c.reached_record_id returning 1
       )
       update bulk_change c set refused = c.refused + (select count(*) from rest) + (select count(*) from rows_of_file), state = 'FINISHED', ended_at = now()
       from running where c.tenant_id = running.tenant_id and c.id = running.id`,
      [tenant, id, message],
    );
  });

/** Forgets what is too old to be undone; the audit log keeps what was changed. */
export const sweepBulkChanges = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(
      `delete from bulk_change where state <> 'RUNNING' and started_at < now() - interval '${bulkChangeKeptDays} days'`,
    );
  });
