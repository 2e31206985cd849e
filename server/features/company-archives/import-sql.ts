// Archives on their way in. They belong to no company, so they are asked for as the owner.
import { keptImportHours } from '@rowhouse/domain/company-archives/import-rules.ts';
import type { CompanyImportPlan, CompanyImportState } from '@rowhouse/domain/contract.generated.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../../platform/database/database.ts';

export type WantedCompany = { readonly name: string; readonly url: string; readonly isMove: boolean };
export type MadeCompany = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly records: number;
  readonly files: number;
  readonly missingFiles: number;
  readonly joined: number;
  readonly made: number;
  readonly pausedMails: number;
};

export type StoredImport = {
  readonly id: number;
  readonly userId: number;
  readonly state: CompanyImportState;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly objectPrefix: string;
  readonly parts: number;
  readonly received: number;
  readonly done: number;
  readonly plan: CompanyImportPlan | null;
  readonly wanted: WantedCompany | null;
  readonly madeTenantId: number | null;
  readonly made: MadeCompany | null;
  readonly problem: string | null;
};

const columns = `id::float8 as id, user_id::float8 as "userId", state, file_name as "fileName", size_bytes::float8 as "sizeBytes",
  object_prefix as "objectPrefix", parts, received::float8 as received, done::float8 as done, plan, wanted,
  made_tenant_id as "madeTenantId", made, problem`;

const queryOne = (
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<StoredImport | null> =>
  database.asHome(async (connection) => {
    const { rows } = await connection.query(text, values);
    return (rows[0] as StoredImport | undefined) ?? null;
  });

export const findImport = (database: Database, user: UserId): Promise<StoredImport | null> =>
  queryOne(database, `select ${columns} from company_import where user_id = $1`, [user]);

/** Null where the person has one already. */
export const insertImport = (
  database: Database,
  user: UserId,
  file: { readonly name: string; readonly sizeBytes: number; readonly objectPrefix: string },
): Promise<StoredImport | null> =>
  queryOne(
    database,
    `insert into company_import (user_id, file_name, size_bytes, object_prefix) values ($1, $2, $3, $4)
     on conflict do nothing returning ${columns}`,
    [user, file.name, file.sizeBytes, file.objectPrefix],
  );

/** The next part of it; with the last one it is ready to be read. Null when another came before. */
export const notePart = (
  database: Database,
  { id }: StoredImport,
  part: number,
  bytes: number,
): Promise<StoredImport | null> =>
  queryOne(
    database,
    `update company_import set parts = $2, received = received + $3,
       state = case when received + $3 = size_bytes then 'CHECKING' else state end
     where id = $1 and state = 'UPLOADING' and parts = $2 - 1 and received + $3 <= size_bytes returning ${columns}`,
    [id, part, bytes],
  );

/** Null when it is not ready to be begun. */
export const beginImport = (
  database: Database,
  user: UserId,
  wanted: WantedCompany,
): Promise<StoredImport | null> =>
  queryOne(
    database,
    `update company_import set state = 'RUNNING', wanted = $2, problem = null, done = 0, tried_at = '-infinity'
     where user_id = $1 and state = 'CHECKED' returning ${columns}`,
    [user, JSON.stringify(wanted)],
  );

/** What is under way stays. Answers what was forgotten: its parts are to be removed. */
export const forgetImport = (database: Database, user: UserId): Promise<StoredImport | null> =>
  queryOne(
    database,
    `delete from company_import where user_id = $1 and state not in ('CHECKING', 'RUNNING') returning ${columns}`,
    [user],
  );

/** The one that has waited longest, and at which nobody is: who works at one says so more often than this. */
export const takeImportTurn = (database: Database): Promise<StoredImport | null> =>
  queryOne(
    database,
    `update company_import set tried_at = clock_timestamp(), done = 0 where id = (
       select id from company_import
       where state in ('CHECKING', 'RUNNING') and tried_at < clock_timestamp() - interval '2 minutes'
       order by tried_at, id limit 1 for update skip locked)
     returning ${columns}`,
    [],
  );

type Change = Partial<{
  state: CompanyImportState;
  done: number;
  plan: CompanyImportPlan;
  made: MadeCompany | null;
  madeTenantId: number | null;
  problem: string | null;
  isGivenBack: true;
}>;

/** What is said changes, and whoever is at it has said so. */
export const noteImport = (database: Database, { id }: StoredImport, change: Change): Promise<void> =>
  database.asHome(async (connection) => {
    await connection.query(
      `update company_import set state = coalesce($2, state), done = coalesce($3, done), plan = coalesce($4::jsonb, plan),
         made = coalesce($5::jsonb, made), made_tenant_id = case when $6 then $7::int else made_tenant_id end,
         problem = case when $8 then $9 else problem end,
         tried_at = case when $10 then '-infinity' else clock_timestamp() end
       where id = $1`,
      [
        id,
        change.state ?? null,
        change.done ?? null,
        change.plan === undefined ? null : JSON.stringify(change.plan),
        change.made == null ? null : JSON.stringify(change.made),
        'madeTenantId' in change,
        change.madeTenantId ?? null,
        'problem' in change,
        change.problem ?? null,
        change.isGivenBack === true,
      ],
    );
  });

/** What a process has left of the company: half of it, or all of it, or nothing. */
export const findArrived = (database: Database, tenant: TenantId): Promise<'half' | 'whole' | null> =>
  database.asOwnerOf(tenant, async (connection) => {
    const { rows } = await connection.query(
      `select exists (select from company_arrival where tenant_id = id) as half from tenant where id = $1`,
      [tenant],
    );
    if (rows.length === 0) return null;
    return rows[0]?.['half'] === true ? 'half' : 'whole';
  });

/** Of these emails those by which nobody has an account here. */
export const findNewcomers = (database: Database, emails: readonly string[]): Promise<string[]> =>
  database.asHome(async (connection) => {
    const { rows } = await connection.query(
      `select told.address from unnest($1::text[]) told (address)
       where not exists (select from app_user u where lower(u.email) = lower(told.address)) order by lower(told.address)`,
      [emails],
    );
    return rows.map((row) => String(row['address']));
  });

/** Those whose time is over, and that are not under way. */
export const listOldImports = (database: Database): Promise<StoredImport[]> =>
  database.asHome(async (connection) => {
    const { rows } = await connection.query(
      `select ${columns} from company_import where state not in ('CHECKING', 'RUNNING')
         and greatest(asked_at, tried_at) < now() - interval '${keptImportHours} hours'`,
    );
    return rows as StoredImport[];
  });
