import { keptExportHours } from '@rowhouse/domain/company-archives/rules.ts';
import type { CompanyExportState, CompanyExportStep } from '@rowhouse/domain/contract.generated.ts';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { findInCells } from '../../platform/database/cells.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const kept = row(
  {
    id: number,
    userId: number.as(userId),
    state: text.as((stored) => stored as CompanyExportState),
    objectKey: text,
    step: text.as((stored) => stored as CompanyExportStep),
    total: number,
    done: number,
    records: number,
    files: number,
    missingFiles: number,
    sizeBytes: number,
    askedAt: text.as(instantFromText),
    keptUntil: text
      .at(`case when e.state = 'FINISHED' then e.ended_at + interval '${keptExportHours} hours' end`)
      .as(instantFromText).orNull,
  },
  'e',
);
export type StoredExport = Described<typeof kept>;
export const readExport = (answer: Answer | undefined): StoredExport | null => kept.find(answer);

/** The last one that is still told of. */
export const selectExport = (tenant: TenantId): Statement => ({
  text: `select ${kept.columns} from company_export e where e.tenant_id = $1
           and (e.state = 'RUNNING' or e.ended_at > now() - interval '${keptExportHours} hours')
         order by e.id desc limit 1`,
  values: [tenant],
});

/** Nothing is made where one runs. */
export const insertExport = (tenant: TenantId, user: UserId, objectKey: string): Statement => ({
  text: `insert into company_export (tenant_id, user_id, object_key) values ($1, $2, $3)
         on conflict (tenant_id) where state = 'RUNNING' do nothing`,
  values: [tenant, user, objectKey],
});

/** An export that this process is at. */
export type ExportTurn = {
  readonly tenantId: TenantId;
  readonly id: number;
  readonly userId: UserId;
  readonly objectKey: string;
};

/** The one that has waited longest, and at which nobody is: who works at one says so more often than this. */
export const takeExportTurn = (database: Database): Promise<ExportTurn | null> =>
  findInCells(database, async (connection) => {
    const { rows } = await connection.query(
      `update company_export e set tried_at = clock_timestamp(), step = 'RECORDS', done = 0, total = coalesce((
           select sum(all_count) from record_type_counter c where c.tenant_id = e.tenant_id), 0)
       where (tenant_id, id) = (
         select tenant_id, id from company_export
         where state = 'RUNNING' and tried_at < clock_timestamp() - interval '2 minutes'
         order by tried_at, id limit 1 for update skip locked)
       returning tenant_id, id, user_id, object_key`,
    );
    const [taken] = rows;
    if (taken === undefined) return null;
    return {
      tenantId: tenantId(Number(taken['tenant_id'])),
      id: Number(taken['id']),
      userId: userId(Number(taken['user_id'])),
      objectKey: String(taken['object_key']),
    };
  });

const one = 'where tenant_id = $1 and id = $2';

/** False when it is gone, with its company. */
export const noteProgress = (
  database: Database,
  { tenantId: tenant, id }: ExportTurn,
  { step, done, total }: { readonly step: CompanyExportStep; readonly done: number; readonly total: number },
): Promise<boolean> =>
  database.asOwnerOf(tenant, async (connection) => {
    const { rowCount } = await connection.query(
      `update company_export set tried_at = clock_timestamp(), step = $3, done = $4::bigint, total = greatest($5::bigint, $4::bigint) ${one}`,
      [tenant, id, step, done, total],
    );
    return rowCount > 0;
  });

export const noteFinished = (
  database: Database,
  { tenantId: tenant, id }: ExportTurn,
  told: Pick<StoredExport, 'records' | 'files' | 'missingFiles' | 'sizeBytes'>,
): Promise<boolean> =>
  database.asOwnerOf(tenant, async (connection) => {
    const { rowCount } = await connection.query(
      `update company_export set state = 'FINISHED', ended_at = now(), records = $3, files = $4, missing_files = $5,
         size_bytes = $6 ${one}`,
      [tenant, id, told.records, told.files, told.missingFiles, told.sizeBytes],
    );
    return rowCount > 0;
  });

export const noteExportFailed = (database: Database, { tenantId: tenant, id }: ExportTurn): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(`update company_export set state = 'FAILED', ended_at = now() ${one}`, [
      tenant,
      id,
    ]);
  });

/** The next process begins with it at once. */
export const giveTurnBack = (database: Database, { tenantId: tenant, id }: ExportTurn): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(`update company_export set tried_at = '-infinity' ${one}`, [tenant, id]);
  });

/** Files whose time is over, and those of a company that has a newer one: of each the last is kept. */
export async function sweepExports(
  database: Database,
  removeObject: (key: string) => Promise<void>,
): Promise<void> {
  const found = await database.inEveryCell((connection) =>
    connection.query(
      `select tenant_id, id, object_key from company_export e where state <> 'RUNNING'
         and (ended_at < now() - interval '${keptExportHours} hours' or exists (
           select from company_export later where later.tenant_id = e.tenant_id and later.id > e.id and later.state = 'FINISHED'))
       order by ended_at limit 500`,
    ),
  );
  for (const row of found.flatMap(({ rows }) => rows)) {
    await removeObject(String(row['object_key']));
    await database.asOwnerOf(tenantId(Number(row['tenant_id'])), (connection) =>
      connection.query(`delete from company_export ${one}`, [row['tenant_id'], row['id']]),
    );
  }
}
