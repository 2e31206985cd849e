// npm run dev: the server, started again with each change, and the client as vite serves it while one works on it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';
import { commandEnvironment, root } from './run-command.ts';

const serverPort = process.env.PORT ?? '4000';
// Where the client's own vite configuration sends what the server answers.
process.env.ROWHOUSE_SERVER = `http://127.0.0.1:${serverPort}`;

const client = await createServer({ configFile: path.join(root, 'client/vite.config.ts') });
await client.listen();
// The server names this address, in its greeting and its mails: its own would show the client that was built last.
const address = client.resolvedUrls?.local[0] ?? '';

const server = spawn(process.execPath, ['--watch', 'tools/start.ts', '--no-build'], {
  cwd: root,
  env: commandEnvironment({
    NODE_ENV: 'development',
    PORT: serverPort,
    PUBLIC_URL: process.env.PUBLIC_URL ?? address,
  }),
  stdio: 'inherit',
});

async function stop(): Promise<void> {
  server.kill('SIGTERM');
  await client.close();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
server.once('exit', () => void client.close());
