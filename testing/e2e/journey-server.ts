// The server of the journeys: the built client, on a real PostgreSQL with the demo in it. Playwright starts it and
// ends it; the database and the mail server go with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildClientWhenNeeded } from '../../tools/client-build.ts';
import { type SpawnedServer, spawnServer } from '../fault.ts';
import { findFreePort } from '../free-port.ts';
import { startMailServer } from '../mail-server.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { runRowhouse } from '../run-rowhouse.ts';
import { s3Keys } from '../s3-server.ts';
import { makeNewCompany, makeOwnCompanies, requireSecondFactor, setUp } from './own-companies.ts';

const port = process.env.PORT;
const mailPort = process.env.JOURNEY_MAIL_PORT;
if (!port || !mailPort) throw new Error('PORT and JOURNEY_MAIL_PORT must be set.');

await buildClientWhenNeeded((text) => process.stderr.write(text));
const postgres = await startTestPostgres({ inMemory: true });
const database = await createTestDatabase(postgres.adminUrl);
const mailServer = await startMailServer();
// Where the journeys, in processes of their own, read what was mailed (mail.ts), and ask for what is no page's to do.
const backstage = createServer((request, response) => {
  answer(new URL(request.url ?? '/', 'http://localhost')).then(
    (content) => response.end(JSON.stringify(content)),
    (error: Error) => response.writeHead(404).end(error.message),
  );
}).listen(Number(mailPort), '127.0.0.1');

async function answer({ pathname, searchParams: asked }: URL): Promise<unknown> {
  if (pathname === '/companies') return companies.then(() => null);
  if (pathname === '/require-second-factor')
    return requireSecondFactor(database.url, asked.get('company') ?? '').then(() => null);
  if (pathname === '/new-company')
    return companies.then(() => makeNewCompany(database.url, asked.get('url') ?? ''));
  if (pathname === '/empty-installation') return startEmpty();
  if (pathname === '/set-up') return setUp(database.url, asked.get('what') ?? '').then(() => null);
  if (pathname === '/other-server/start')
    return startOther(asked.get('port') ?? undefined, asked.get('bucket') ?? '');
  if (pathname === '/other-server/kill') {
    const port = asked.get('port') ?? '';
    return others.get(port)?.kill9();
  }
  const { to, subject, text } = await mailServer.waitForMail(
    asked.get('to') ?? '',
    asked.get('subject') ?? undefined,
  );
  return { to, subject, text };
}

/** Of an installation that nobody has opened yet: its address, and the link that its start printed. */
async function startEmpty(): Promise<{ url: string; link: string }> {
  const own = await createTestDatabase(postgres.adminUrl);
  const emptyPort = String(await findFreePort());
  const empty = await spawnServer({ env: { ...environment(emptyPort), DATABASE_URL: own.url } });
  others.set(emptyPort, empty);
  await empty.waitReady();
  for (;;) {
    const [link] = /http\S+\/register#first=\S+/.exec(empty.output()) ?? [];
    if (link !== undefined) return { url: `http://127.0.0.1:${emptyPort}`, link };
    // It is printed a moment after the server is ready.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Of the same installation, to be killed and started again without the others being hit. */
const others = new Map<string, SpawnedServer>();

async function startOther(asked?: string, bucket = ''): Promise<string> {
  const port = asked ?? String(await findFreePort());
  const other = await spawnServer({ env: { ...environment(port), ...(bucket !== '' && inBucket(bucket)) } });
  others.set(port, other);
  await other.waitReady();
  return port;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-journeys-'));
const installation = {
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  SECRET: 'the secret of the journeys, known to everyone',
};
const environment = (port: string) => ({
  ...installation,
  PORT: port,
  NODE_ENV: 'production',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SMTP_URL: mailServer.url,
  EMBED_HOSTS: 'https://reports.example',
});
const inBucket = (endpoint: string) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
});
// With the passwords that everybody knows, which a server in production would not give its demo.
const seeding = await runRowhouse(['seed'], { ...installation, NODE_ENV: 'test' });
if (seeding.code !== 0) throw new Error(seeding.text);

const server = await spawnServer({ env: environment(port) });
const companies = server.waitReady().then(() => makeOwnCompanies(database.url));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
// A run that was killed ends nothing: whoever it left behind ends by itself.
const run = Number(process.env.JOURNEY_RUN);
if (run > 0) setInterval(() => isThere(run) || void server.stop(), 1000).unref();
const code = await server.ended;
if (code !== 0) process.stderr.write(server.output());
for (const other of others.values()) await other.kill9();
backstage.closeAllConnections();
backstage.close();
await mailServer.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(code ?? 0);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
