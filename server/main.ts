import { createApplication } from './application.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, loadEnvironmentFile, readConfig } from './platform/config.ts';
import { migrate } from './platform/database/migrate.ts';
import { startJobs } from './jobs.ts';
import { openProviders } from './platform/identity/open-providers.ts';
import { createLog } from './platform/log.ts';
import { createMailer } from './platform/mail/create-mailer.ts';
import { openConfiguredDatabase, openConfiguredStorage } from './platform/open-parts.ts';
import { readSecret } from './platform/secret.ts';
import type { seedDemoOnce } from './seed/demo.ts';
import { stopOnSignal } from './platform/shutdown.ts';

/** Starts the server with what the environment says, and prints where it is. */
export async function main(): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(): Promise<void> {
  loadEnvironmentFile();
  const config = readConfig();
  const log = createLog(config.logLevel);
  const { database, stop } = await openConfiguredDatabase(config, log);
  await migrate(database);
  const storage = await openConfiguredStorage(config);
  const mailer = createMailer(config.mail, { log });
  const address = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/$/, '');
  const parts = {
    database,
    storage,
    clock: systemClock,
    log,
    secret: readSecret(config),
    mailer,
    linkBase: address,
  };
  const application = createApplication({
    ...config,
    ...parts,
    identityConfig: config.identity,
    providers: await openProviders(config.identity, parts),
  });
  const accounts = config.demo ? await seedDemo({ database, storage, identity: application.identity }) : [];
  const jobs = await startJobs({
    database,
    log,
    fieldUse: application.fieldUse,
    bulkChanges: application.bulkChanges,
    identity: application.identity,
    storage,
  });
  await application.app.listen({ port: config.port, host: config.host });

  stopOnSignal(log, async () => {
    await application.app.close();
    await mailer.close();
    await jobs.stop();
    await stop();
  });
  process.stdout.write(`\nRowhouse is at ${address}/login\n`);
  for (const { email, password, what } of accounts)
    process.stdout.write(`  ${email}  ${password}  ${what}\n`);
}

/** Loaded only when it is wanted: a server of one's own has no use for it. */
async function seedDemo(parts: Parameters<typeof seedDemoOnce>[0]) {
  const demo = await import('./seed/demo.ts');
  return demo.seedDemoOnce(parts);
}
