import { openConfiguredBreaches } from './platform/identity/embedded/breached-passwords.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApplication } from './application.ts';
import { makeAuditPartitions } from './features/audit-log/retention-sql.ts';
import { startBackupSchedule } from './platform/backup/backup-schedule.ts';
import { serveControl } from './platform/backup/control-socket.ts';
import { takeBackup } from './platform/backup/take-backup.ts';
import { tryBackup } from './platform/backup/try-backup.ts';
import { systemClock } from './platform/clock.ts';
import { loadEnvironmentFile, readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { startUpkeep } from './platform/database/embedded-upkeep.ts';
import { giveIdsOfCell } from './platform/database/ids-of-cell.ts';
import { migrate } from './platform/database/migrate.ts';
import { startJobs } from './jobs.ts';
import { openProviders } from './identity/open-providers.ts';
import { sayForeseenFault } from './platform/foreseen-fault.ts';
import { keepFilesPrivate, prepareDataFolder } from './platform/data-folder.ts';
import type { Database } from './platform/database/database.ts';
import { explainPort, refuseTakenPort, watchNames } from './platform/free-port.ts';
import { growHeapFreely } from './platform/heap-growth.ts';
import { createLog } from './platform/log.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/mail/create-mailer.ts';
import { mailboxKey, mailboxPath } from './platform/mail/mailbox-page.ts';
import { openConfiguredDatabase, openConfiguredStorage } from './platform/open-parts.ts';
import { readSecret } from './platform/secret.ts';
import type { seedDemoOnce } from './seed/demo.ts';
import { listOpenDemoAccounts, sayOpenDemo } from './seed/open-demo-accounts.ts';
import { hasTenants } from './seed/sql.ts';
import { stopOnSignal } from './platform/shutdown.ts';

/** Starts the server with what the environment says, and prints where it is. */
export async function main(): Promise<void> {
  try {
    await start();
  } catch (error) {
    const sentence = sayForeseenFault(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

async function start(): Promise<void> {
  keepFilesPrivate();
  loadEnvironmentFile();
  const config = readConfig();
  growHeapFreely(config);
  const log = createLog(config.logLevel);
  // Whatever can be refused is refused before anything is made.
  prepareDataFolder(config);
  await refuseTakenPort(config);
  if (config.watch !== null) await refuseTakenPort(config.watch, watchNames);
  const opened = await openConfiguredDatabase(config, log);
  try {
    await serve(config, log, opened);
  } catch (error) {
    // Else the embedded database would keep its lock, and connections the process.
    await opened.stop();
    throw error;
  }
}

async function serve(
  config: Config,
  log: Log,
  { database, stop }: Awaited<ReturnType<typeof openConfiguredDatabase>>,
): Promise<void> {
  await migrate(database, { log });
  await giveIdsOfCell(database, config.cell);
  await makeAuditPartitions(database, systemClock.now());
  database.notifications.listen();
  const storage = await openConfiguredStorage(config);
  const mailer = createMailer(config.mail, { log });
  const address = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '');
  const secret = readSecret(config);
  const breached = await openConfiguredBreaches(config);
  const parts = { database, storage, clock: systemClock, log, secret, mailer, linkBase: address, breached };
  const application = createApplication({
    ...config,
    ...parts,
    hasOwnWatchPort: config.watch !== null,
    identityConfig: config.identity,
    providers: await openProviders(config.identity, parts),
  });
  const demo = await lookAfterDemo(config.demo, { database, storage, identity: application.identity });
  const firstLink = await application.identity.renewFirstLink();
  const jobs = await startJobs({
    database,
    log,
    fieldUse: application.fieldUse,
    bulkChanges: application.bulkChanges,
    formulas: application.formulas,
    deletions: application.deletions,
    fieldDeletions: application.fieldDeletions,
    propertyDeletions: application.propertyDeletions,
    companyExports: application.companyExports,
    companyImports: application.companyImports,
    retypes: application.retypes,
    transmissions: application.transmissions,
    notificationMails: application.notificationMails,
    scheduledMails: application.scheduledMails,
    identity: application.identity,
    storage,
    auditRetentionYears: config.auditRetentionYears,
  });
  await application.app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw explainPort(config, error);
  });

  if (config.watch !== null && application.watch !== null)
    await application.watch.listen(config.watch).catch((error: unknown) => {
      throw explainPort(config.watch ?? config, error, watchNames);
    });
  const backups = await startBackups(config, database, log);

  stopOnSignal(log, { graceMs: config.stopGraceMs }, async () => {
    await application.drain(wait(config.stopGraceMs));
    await backups.stop();
    await application.app.close();
    await application.watch?.close();
    await mailer.close();
    await jobs.stop();
    await stop();
  });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`\nRowhouse is at ${address}/login`);
  if (mailer.mailbox !== null)
    say(
      `Mails are kept at ${address}${mailboxPath}/${mailboxKey(secret)} (whoever has this address reads them)`,
    );
  for (const { email, password, what } of demo.made) say(`  ${email}  ${password}  ${what}`);
  if (demo.openAccounts.length > 0) {
    say(sayOpenDemo(demo.openAccounts));
    if (config.mode === 'production') log.error({ accounts: demo.openAccounts }, 'demo accounts are open');
  } else if (demo.made.length > 0) say('These passwords are shown this once.');
  if (firstLink !== null)
    say(sayFirstLink(`${address}/register#first=${firstLink}`, demo.isEmpty, database.kind));
}

/** Of the embedded database, by command and by schedule; one at a time, and it is looked after in between. */
async function startBackups(
  config: Config,
  database: Database,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  if (database.kind !== 'embedded') return { stop: async () => undefined };
  const { dataDir } = config;
  const inTurn = createTurns();
  const take = (target: string) =>
    inTurn(() => takeBackup(target, { database, dataDir, clock: systemClock }));
  const upkeep = startUpkeep({ database, log, inTurn });
  const control = await serveControl(dataDir, { takeBackup: take, log });
  const command = fileURLToPath(new URL('../tools/rowhouse.ts', import.meta.url));
  const schedule =
    config.backup &&
    startBackupSchedule(config.backup, {
      takeBackup: take,
      tryBackup: (path) => tryBackup(command, path),
      clock: systemClock,
      log,
    });
  return {
    async stop() {
      schedule?.stop();
      upkeep.stop();
      await control.close();
    },
  };
}

/** One after the other. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Makes it where that is wanted and nothing is there yet; tells what stands open, and whether there is nobody at all. */
async function lookAfterDemo(wanted: Config['demo'], parts: Parameters<typeof seedDemoOnce>[0]) {
  const made = wanted === 'off' ? [] : await seedDemo(wanted === 'random-passwords', parts);
  return {
    made,
    openAccounts: await parts.database.asHome(listOpenDemoAccounts),
    isEmpty: made.length === 0 && !(await parts.database.asHome(hasTenants)),
  };
}

/** Loaded only when it is wanted: a server of one's own has no use for it. */
async function seedDemo(withRandomPasswords: boolean, parts: Parameters<typeof seedDemoOnce>[0]) {
  const demo = await import('./seed/demo.ts');
  return demo.seedDemoOnce({ ...parts, withRandomPasswords });
}

/** It is told on standard output alone, and never to the log. */
const sayFirstLink = (link: string, isEmpty: boolean, kind: Database['kind']): string =>
  `${isEmpty ? 'There is no company yet.' : 'Nobody administers any company here.'} This link leads through the first account and company. It is good once, for 24 hours:
  ${link}
Or from this machine${kind === 'embedded' ? ', while this server is stopped' : ''}:
  npm run rowhouse -- create-admin --tenant acme --new-company "Acme" --email you@example.com`;
