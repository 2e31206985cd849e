// The server of the journeys: the built client, on a real PostgreSQL with the demo in it. Playwright starts it and
// ends it; the database goes with it.
import { buildClientWhenNeeded } from '../../tools/client-build.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';

const port = process.env.PORT;
if (!port) throw new Error('PORT is not set.');

await buildClientWhenNeeded((text) => process.stderr.write(text));
const postgres = await startTestPostgres();
const database = await createTestDatabase(postgres.adminUrl);
const server = await spawnServer({
  env: {
    PORT: port,
    DATABASE_URL: database.url,
    DEMO: 'on',
    NODE_ENV: 'production',
    SECRET: 'the secret of the journeys, known to everyone',
  },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
const code = await server.ended;
if (code !== 0) process.stderr.write(server.output());
await postgres.stop();
process.exit(code ?? 0);
