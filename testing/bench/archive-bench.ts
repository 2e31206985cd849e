// One company as an archive, out and in again: records a second, and for how long the moment that is read is held, which on
// the embedded database is for how long others wait. In this process, by the functions of the command line.
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { checkArchive } from '@rowhouse/server/platform/company-archive/archive-reader.ts';
import { exportCompany } from '@rowhouse/server/platform/company-archive/export-company.ts';
import { importCompany } from '@rowhouse/server/platform/company-archive/import-company.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { openFolderStorage } from '@rowhouse/server/platform/object-storage/object-storage.ts';
import { openConfiguredDatabase } from '@rowhouse/server/platform/open-parts.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { createLargeTenant } from './large-tenant.ts';
import { benchIdentity, prepareDatabase } from './records-bench.ts';

export async function archiveBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  const rows: Record<string, string>[] = [];
  const postgres = await startTestPostgres();
  try {
    const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const database = await prepareDatabase(url);
    rows.push(...(await measure('PostgreSQL', database, records, path.join(folder, 'server'))));
    await database.close();
    const settings = {
      dataDir: path.join(folder, 'data'),
      databaseUrl: undefined,
      databasePoolSize: 1,
    };
    const embedded = await openConfiguredDatabase(settings, createLog('error'));
    await migrate(embedded.database);
    rows.push(...(await measure('embedded', embedded.database, records, path.join(folder, 'embedded'))));
    await embedded.stop();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return [{ title: `A company of ${records.toLocaleString('en')} records as an archive`, rows }];
}

async function measure(
  name: string,
  database: Database,
  records: number,
  base: string,
): Promise<Record<string, string>[]> {
  const say = (text: string) => process.stderr.write(text);
  const large = await createLargeTenant(database, benchIdentity(database), records, say, { plain: false });
  const parts = { database, storage: openFolderStorage(`${base}-files`) };
  const file = `${base}.tar.gz`;
  type Timed<Result> = { seconds: number; ownSeconds: number; result: Result };
  const timed = async <Result>(work: () => Promise<Result>): Promise<Timed<Result>> => {
    const [began, used] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(used);
    return { seconds: (performance.now() - began) / 1000, ownSeconds: (user + system) / 1e6, result };
  };
  const row = (
    what: string,
    { seconds, ownSeconds }: Pick<Timed<unknown>, 'seconds' | 'ownSeconds'>,
    more: Record<string, string> = {},
  ) => ({
    database: name,
    what,
    'records a second': Math.round(records / seconds).toLocaleString('en'),
    seconds: seconds.toFixed(1),
    // Others who use the machine make the time longer, and this not.
    'seconds of a processor, of this process': ownSeconds.toFixed(1),
    ...more,
  });
  const made = await timed(() => exportCompany(parts, tenantId(large.tenantId), file));
  const checked = await timed(() => checkArchive(file));
  const brought = await timed(() => importCompany(parts, checked.result, { name: 'Copy', url: 'copy' }));
  const memory = `${Math.round(process.memoryUsage().rss / 1e6)} MB`;
  return [
    row('export', made, {
      held: `${(made.result.heldMs / 1000).toFixed(1)} s`,
      rows: made.result.rows.toLocaleString('en'),
      file: `${(statSync(file).size / 1e6).toFixed(1)} MB`,
    }),
    row('check', checked),
    row('import', brought, { memory }),
  ];
}
