// The server of the journeys: the built client, on a real PostgreSQL with the demo in it. Playwright starts it and
// ends it; the database and the mail server go with it.
import { createServer } from 'node:http';
import { buildClientWhenNeeded } from '../../tools/client-build.ts';
import { spawnServer } from '../fault.ts';
import { startMailServer } from '../mail-server.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { makeOwnCompanies, requireSecondFactor } from './own-companies.ts';

const port = process.env.PORT;
const mailPort = process.env.JOURNEY_MAIL_PORT;
if (!port || !mailPort) throw new Error('PORT and JOURNEY_MAIL_PORT must be set.');

await buildClientWhenNeeded((text) => process.stderr.write(text));
const postgres = await startTestPostgres();
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
  const { to, subject, text } = await mailServer.waitForMail(
    asked.get('to') ?? '',
    asked.get('subject') ?? undefined,
  );
  return { to, subject, text };
}

const server = await spawnServer({
  env: {
    PORT: port,
    DATABASE_URL: database.url,
    DEMO: 'on',
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mailServer.url,
    SECRET: 'the secret of the journeys, known to everyone',
  },
});
const companies = server.waitReady().then(() => makeOwnCompanies(database.url));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
const code = await server.ended;
if (code !== 0) process.stderr.write(server.output());
backstage.closeAllConnections();
backstage.close();
await mailServer.close();
await postgres.stop();
process.exit(code ?? 0);
