import { bulkChangeKeptDays } from '@rowhouse/domain/bulk-changes/limits.ts';
import type { BulkChangeState } from '@rowhouse/domain/bulk-changes/rules.ts';
import type {
  BulkChangeKind,
  BulkChangeOutcome,
  BulkValuesInput,
} from '@rowhouse/domain/contract.generated.ts';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import type { ChangedRecord } from './record-changing.ts';

export type StoredBulkChange = {
  readonly id: number;
  readonly recordTypeId: number;
  readonly userId: UserId;
  readonly kind: BulkChangeKind;
  readonly state: BulkChangeState;
  /** Null for an undo. */
  readonly values: BulkValuesInput | null;
  readonly keys: readonly string[];
  readonly undoOf: number | null;
  readonly isUndone: boolean;
  readonly total: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly conflicts: number;
  readonly notFound: number;
  readonly refused: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
};

/** Undone is what has an undo that was not stopped before its end. */
const columns = `c.id, c.record_type_id, c.user_id, c.kind, c.state, c.change_values, to_jsonb(c.field_keys), c.undo_of,
  exists (select from bulk_change u where u.tenant_id = c.tenant_id and u.undo_of = c.id and u.state in ('RUNNING', 'FINISHED')),
  c.total, c.updated, c.unchanged, c.conflicts, c.not_found, c.refused, to_json(c.started_at) #>> '{}', to_json(c.ended_at) #>> '{}'`;

const readRow = (row: TextRow): StoredBulkChange => ({
  id: Number(row[0]),
  recordTypeId: Number(row[1]),
  userId: userId(Number(row[2])),
  kind: row[3] as BulkChangeKind,
  state: row[4] as BulkChangeState,
  values: row[5] == null ? null : (JSON.parse(row[5]) as BulkValuesInput),
  keys: JSON.parse(row[6] ?? '[]') as string[],
  undoOf: row[7] == null ? null : Number(row[7]),
  isUndone: row[8] === 't',
  total: Number(row[9]),
  updated: Number(row[10]),
  unchanged: Number(row[11]),
  conflicts: Number(row[12]),
  notFound: Number(row[13]),
  refused: Number(row[14]),
  startedAt: row[15] ?? '',
  endedAt: row[16] ?? null,
});

export const readBulkChanges = (answer: Answer | undefined): StoredBulkChange[] =>
  (answer?.rows ?? []).map(readRow);

export const selectOwn = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `select ${columns} from bulk_change c where c.tenant_id = $1 and c.user_id = $2 and c.id = $3`,
  values: [tenant, user, id],
});

/** Locked: an undo is begun once. */
export const holdOwn = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `select ${columns} from bulk_change c where c.tenant_id = $1 and c.user_id = $2 and c.id = $3 for update`,
  values: [tenant, user, id],
});

export const selectOwnOfType = (tenant: TenantId, user: UserId, type: RecordTypeId): Statement => ({
  text: `select ${columns} from bulk_change c where c.tenant_id = $1 and c.user_id = $2 and c.record_type_id = $3
           and c.started_at > now() - interval '${bulkChangeKeptDays} days' order by c.id desc limit 20`,
  values: [tenant, user, type],
});

export const countRunning = (tenant: TenantId, user: UserId): Statement => ({
  text: `select count(*) from bulk_change where tenant_id = $1 and user_id = $2 and state = 'RUNNING'`,
  values: [tenant, user],
});

export type NewBulkChange = {
  readonly recordTypeId: number;
  readonly kind: BulkChangeKind;
  readonly values: BulkValuesInput | null;
  readonly keys: readonly string[];
  readonly undoOf: number | null;
};

export const insertBulkChange = (tenant: TenantId, user: UserId, made: NewBulkChange): Statement => ({
  text: `insert into bulk_change (tenant_id, user_id, record_type_id, kind, change_values, field_keys, undo_of, total)
         values ($1, $2, $3, $4, $5, $6, $7, 0) returning id`,
  values: [
    tenant,
    user,
    made.recordTypeId,
    made.kind,
    made.values === null ? null : JSON.stringify(made.values),
    made.keys,
    made.undoOf,
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

export const selectRecords = (
  tenant: TenantId,
  id: number,
  outcomes: readonly BulkChangeOutcome[] | null,
  slice: { offset: number; limit: number },
): Statement => ({
  text: `select record_id, coalesce(outcome, '${notReached}'), message from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2 and ($3::text[] is null or coalesce(outcome, '${notReached}') = any($3))
         order by record_id offset $4 limit $5`,
  values: [tenant, id, outcomes, slice.offset, slice.limit],
});

export const countRecords = (
  tenant: TenantId,
  id: number,
  outcomes: readonly BulkChangeOutcome[] | null,
): Statement => ({
  text: `select count(*) from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2 and ($3::text[] is null or coalesce(outcome, '${notReached}') = any($3))`,
  values: [tenant, id, outcomes],
});

// What the runner does.

export type RunningBulkChange = { readonly tenantId: TenantId; readonly id: number; readonly userId: UserId };

/** The one that has waited longest for its turn. It is taken as tried at once, so that another process takes another. */
export const takeTurn = (database: Database): Promise<RunningBulkChange | null> =>
  database.asOwner(async (connection) => {
    const { rows } = await connection.query(
      `update bulk_change set tried_at = clock_timestamp() where (tenant_id, id) = (
         select tenant_id, id from bulk_change where state = 'RUNNING'
         order by tried_at limit 1 for update skip locked)
       returning tenant_id, id, user_id`,
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      tenantId: tenantId(Number(row['tenant_id'])),
      id: Number(row['id']),
      userId: userId(Number(row['user_id'])),
    };
  });

/** None where it was stopped meanwhile, or where another process is at it. */
export const holdRunning = (tenant: TenantId, id: number): Statement => ({
  text: `select ${columns} from bulk_change c where c.tenant_id = $1 and c.id = $2 and c.state = 'RUNNING' for update of c skip locked`,
  values: [tenant, id],
});

export type PendingRecord = { readonly id: number; readonly version: number; readonly givenBack: string };

export const selectPart = (tenant: TenantId, id: number, size: number): Statement => ({
  text: `select record_id, expected_version, given_back from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2
           and record_id > (select reached_record_id from bulk_change where tenant_id = $1 and id = $2)
         order by record_id limit $3`,
  values: [tenant, id, size],
});

export const readPart = (answer: Answer | undefined): PendingRecord[] =>
  (answer?.rows ?? []).map(([id, version, givenBack]) => ({
    id: Number(id),
    version: Number(version),
    givenBack: givenBack ?? '{}',
  }));

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

/** All that is left, with one sentence. */
export const refuseRest = (
  database: Database,
  { tenantId: tenant, id }: RunningBulkChange,
  message: string,
) =>
  database.asOwner(async (connection) => {
    await connection.query(
      `with running as (
         select tenant_id, id, reached_record_id from bulk_change where tenant_id = $1 and id = $2 and state = 'RUNNING' for update
       ), rest as (
         update bulk_change_record r set outcome = 'REFUSED', message = $3 from running c
         where r.tenant_id = c.tenant_id and r.bulk_change_id = c.id and r.record_id > c.reached_record_id returning 1
       )
       update bulk_change c set refused = c.refused + (select count(*) from rest), state = 'FINISHED', ended_at = now()
       from running where c.tenant_id = running.tenant_id and c.id = running.id`,
      [tenant, id, message],
    );
  });

/** Given up when it failed so often in a row. */
export const noteFailure = (database: Database, { tenantId: tenant, id }: RunningBulkChange, most: number) =>
  database.asOwner(async (connection) => {
    await connection.query(
      `update bulk_change set failures = failures + 1,
         state = case when failures + 1 >= $3 then 'FAILED' else state end,
         ended_at = case when failures + 1 >= $3 then now() end
       where tenant_id = $1 and id = $2 and state = 'RUNNING'`,
      [tenant, id, most],
    );
  });

/** Forgets what is too old to be undone; the audit log keeps what was changed. */
export const sweepBulkChanges = (database: Database): Promise<void> =>
  database.asOwner(async (connection) => {
    await connection.query(
      `delete from bulk_change where state <> 'RUNNING' and started_at < now() - interval '${bulkChangeKeptDays} days'`,
    );
  });
