import { accessSync, constants, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { currentUser, listLoginFaults, sayNoAppRole, whyNoAppRole } from '../platform/database/app-role.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import { leakproofMarks } from '../platform/database/leakproof-marks.ts';
import { listMigrations } from '../platform/database/migrate.ts';
import { appRole } from '../platform/database/open-database.ts';
import { compareMigrations, readRanMigrations } from '../platform/database/ran-migrations.ts';
import type { RanMigration } from '../platform/database/ran-migrations.ts';
import { createLog } from '../platform/log.ts';
import { openConfiguredDatabase } from '../platform/open-parts.ts';
import { isOpenToOthers } from '../platform/data-folder.ts';
import { isAdministered } from '../seed/company-sql.ts';
import { listOpenDemoAccounts, sayOpenDemo } from '../seed/open-demo-accounts.ts';
import type { Command } from './command.ts';
import { fail, ok, warn } from './finding.ts';
import type { Finding } from './finding.ts';
import { judgeBucket } from './judge-bucket.ts';
import { judgeSeals } from './judge-seals.ts';
import {
  countJobs,
  countTenants,
  countTenantTables,
  hasExtension,
  listInvalidIndexes,
  listLeakyFunctions,
  listMiscountedTypes,
  listOtherAppUsers,
  listTenantsWithoutAdministrator,
  listUnforcedTables,
  readAppRole,
  readFirstLinkEnd,
  readSettings,
} from './doctor-sql.ts';

const oldestNode = 22;
const oldestPostgres = 170_000;

export const doctor: Command = {
  name: 'doctor',
  summary: 'looks whether the installation is sound, and changes nothing of it',
  usage: `npm run rowhouse -- doctor

One line for each thing that is looked at: ok, warn or fail. The exit code is 1 when anything fails. The embedded
database can only be looked into while the server is stopped. A bucket is tried with an object that is removed again.`,
  async run(words) {
    parseArgs({ args: [...words], options: {} });
    const findings: Finding[] = [judgeNode()];
    const tell = (finding: Finding): void => {
      findings.push(finding);
      console.log(`${finding.state.padEnd(5)} ${finding.words}`);
    };
    console.log(`${judgeNode().state.padEnd(5)} ${judgeNode().words}`);
    const config = readKnown(tell);
    if (config !== null) {
      for (const finding of [...judgeFolder(config), ...judgeDoor(config)]) tell(finding);
      if (config.s3 !== null)
        for (const finding of await judgeBucket({ ...config, s3: config.s3 })) tell(finding);
      await lookIntoDatabase(config, tell);
    }
    return findings.some(({ state }) => state === 'fail') ? 1 : 0;
  },
};

function judgeNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= oldestNode
    ? ok(`Node ${process.versions.node}`)
    : fail(`Node ${process.versions.node} cannot run TypeScript. Start it by npm run, which brings its own.`);
}

function readKnown(tell: (finding: Finding) => void): Config | null {
  try {
    const config = readConfig();
    tell(ok('The configuration can be read'));
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) tell(fail(line));
    return null;
  }
}

function judgeFolder({ dataDir }: Config): Finding[] {
  if (!existsSync(dataDir))
    return [warn(`The data folder ${dataDir} is not there yet; the first start makes it`)];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    return isOpenToOthers(dataDir)
      ? [warn(`The data folder ${dataDir} is open to other users of this machine; chmod 700 shuts it`)]
      : [ok(`The data folder ${dataDir} can be written, and by nobody else`)];
  } catch {
    return [fail(`The data folder ${dataDir} cannot be written by this user`)];
  }
}

/** What stands between people and this server, as far as the configuration tells. */
function judgeDoor({ publicUrl, proxyHops }: Config): Finding[] {
  if (publicUrl === undefined || !publicUrl.startsWith('https:') || proxyHops > 0) return [];
  return [
    warn(
      'PUBLIC_URL is https, so a proxy ends TLS before this server, but PROXY_HOPS is 0: everybody has the address of the proxy, and fifty wrong guesses of anybody shut the sign-in for all',
    ),
  ];
}

async function lookIntoDatabase(config: Config, tell: (finding: Finding) => void): Promise<void> {
  // Looking must not make what is not there.
  if (config.databaseUrl === undefined && !existsSync(`${config.dataDir}/database`)) {
    tell(warn('There is no embedded database yet; the first start makes it'));
    return;
  }
  let opened: Awaited<ReturnType<typeof openConfiguredDatabase>>;
  try {
    opened = await openConfiguredDatabase(config, createLog('silent'));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    tell(warn(`The database was not looked into. ${error.message}`));
    return;
  }
  try {
    tell(ok(config.databaseUrl === undefined ? 'The embedded database opens' : 'The database is configured'));
    const login = await opened.database.requestUser();
    await opened.database.inEveryCell((connection) => examine(connection, { config, login }, tell));
  } catch (error) {
    tell(fail(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`));
  } finally {
    await opened.stop();
  }
}

async function examine(
  connection: OwnerConnection,
  { config, login }: { config: Config; login: string | null },
  tell: (finding: Finding) => void,
): Promise<void> {
  const settings = await readSettings(connection);
  tell(
    settings.versionNumber >= oldestPostgres
      ? ok(`PostgreSQL ${settings.version}`)
      : fail(`PostgreSQL ${settings.version} is too old; 17 is the oldest that will do`),
  );
  tell(
    settings.isDurable
      ? ok('What is acknowledged is on the disk (fsync, full_page_writes)')
      : warn('fsync or full_page_writes is off: a power cut loses data'),
  );
  const migrations = judgeMigrations(await readRanMigrations(connection));
  tell(migrations);
  if (migrations.state === 'fail') return;

  tell(
    (await hasExtension(connection, 'pg_trgm'))
      ? ok('The extension pg_trgm is there')
      : fail('The extension pg_trgm is missing'),
  );
  for (const finding of await judgeRole(connection, login)) tell(finding);
  if (config.databaseUrl !== undefined) tell(await judgeLogin(connection, login));
  const unforced = await listUnforcedTables(connection);
  const tables = await countTenantTables(connection);
  tell(
    judgeNone(unforced, `Row-level security is forced on all ${tables} tables with a tenant`, (names) =>
      fail(`Row-level security is not forced on ${names}`),
    ),
  );
  tell(
    judgeNone(
      await listLeakyFunctions(connection),
      'Text and array searches may use their indexes (leakproof)',
      (names) =>
        warn(
          `Not leakproof, so that some searches go the slower way: ${names}. Where you have a superuser, it runs in this database: ${leakproofMarks.join('; ')};`,
        ),
    ),
  );
  tell(
    judgeNone(await listInvalidIndexes(connection), 'Every index is valid', (names) =>
      warn(`Indexes that were not finished: ${names}. The server drops and builds them again`),
    ),
  );
  tell(judgeJobs(await countJobs(connection)));
  tell(
    judgeNone(await listMiscountedTypes(connection), 'The kept totals are those of the records', (names) =>
      fail(`Totals that are not those of the records: ${names}`),
    ),
  );
  for (const finding of await judgeSeals(connection, config)) tell(finding);
  const openDemo = await listOpenDemoAccounts(connection);
  const isForALook = config.databaseUrl === undefined && config.mode !== 'production';
  tell(
    judgeNone(openDemo, 'No demo account opens with the password that everybody knows', () =>
      (isForALook ? warn : fail)(sayOpenDemo(openDemo)),
    ),
  );
  const tenants = await countTenants(connection);
  if (!(await isAdministered(connection))) tell(sayNobody(await readFirstLinkEnd(connection)));
  tell(
    judgeNone(
      await listTenantsWithoutAdministrator(connection),
      tenants === 0
        ? 'There is no company yet'
        : `Each of ${showCount(tenants)} companies has an administrator`,
      (names) => warn(`Nobody can administer ${names}: npm run rowhouse -- create-admin gives them somebody`),
    ),
  );
}

const sayNobody = (linkEnd: Date | null): Finding =>
  warn(
    `Nobody administers here yet. Each start prints a link, good once, that makes the first account and company${
      linkEnd === null ? '' : `; the last one is good until ${linkEnd.toISOString().slice(0, 16)} UTC`
    }`,
  );

function judgeNone(names: readonly string[], fine: string, found: (names: string) => Finding): Finding {
  return names.length === 0
    ? ok(fine)
    : found(names.slice(0, 8).join(', ') + (names.length > 8 ? ', …' : ''));
}

function judgeMigrations(ran: readonly RanMigration[] | null): Finding {
  const known = listMigrations();
  if (ran === null) return fail('No migration has run; the next start runs them');
  const standing = compareMigrations(ran, known);
  switch (standing.kind) {
    case 'newer':
      return fail(
        `This data is of a newer version: it has run ${standing.names.join(', ')}, which this version does not have`,
      );
    case 'misplaced':
      return fail(
        `The database has run ${standing.name}, which does not stand at that place in this version`,
      );
    case 'changed':
      return fail(`The migration ${standing.name} was changed after it had run`);
    case 'fits': {
      const { pending, ahead } = standing;
      if (pending.length > 0)
        return fail(`${pending.length} of ${known.length} migrations have not run; the next start runs them`);
      return ok(
        `All ${known.length} migrations have run${ahead.length === 0 ? '' : `, and ${ahead.length} of a newer version that this one can live with`}`,
      );
    }
  }
}

async function judgeRole(connection: OwnerConnection, login: string | null): Promise<Finding[]> {
  const role = await readAppRole(connection);
  const user = await currentUser(connection);
  if (role === null)
    return [fail(`The role ${appRole} is missing; the next start makes it, or says what to run`)];
  if ((await whyNoAppRole(connection)) !== null) return [fail(sayNoAppRole(user))];
  const others = await listOtherAppUsers(connection, login);
  return [
    role.faults.length === 0
      ? ok(`Requests can take on the role ${appRole}, which may do what they need and no more`)
      : fail(`The role ${appRole} ${role.faults.join(', ')}`),
    ...(others.length === 0
      ? []
      : [
          warn(
            `${others.join(', ')} may connect here and take on ${appRole} too, and so read every company. If that is not wanted: revoke connect on this database from public`,
          ),
        ]),
  ];
}

async function judgeLogin(connection: OwnerConnection, login: string | null): Promise<Finding> {
  if (login === null || login === (await currentUser(connection)))
    return warn(
      `Requests share the login of the owner: whoever found a way to run SQL of their own in one could leave the role ${appRole}. DATABASE_APP_URL gives them another login (docs/operating.md)`,
    );
  const faults = await listLoginFaults(connection, login);
  return faults.length === 0
    ? ok(`Requests have a login of their own, ${login}, which can take on that role and nothing else`)
    : fail(`The login of requests, ${login}, ${faults.join(' and ')}`);
}

function judgeJobs(jobs: ReadonlyMap<string, number> | null): Finding {
  if (jobs === null) return ok('No background job was ever queued');
  const failed = jobs.get('failed') ?? 0;
  const waiting = (jobs.get('created') ?? 0) + (jobs.get('retry') ?? 0);
  const words = `${showCount(waiting)} background jobs wait, ${showCount(jobs.get('active') ?? 0)} run, ${showCount(failed)} failed`;
  return failed > 0 ? warn(words) : ok(words);
}
