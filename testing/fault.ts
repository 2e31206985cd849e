// What a test of faults needs: the real server in a process of its own, which can be killed at any moment
// and started again on the same data and the same port. Waiting is for conditions, never for time alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { serverIsBuilt } from './built-server.ts';
import { findFreePort } from './free-port.ts';

const root = path.resolve(import.meta.dirname, '..');
const readyLimitMs = 120_000;

export interface SpawnedServer {
  url: string;
  pid: number;
  /** Everything that it has said so far. */
  output(): string;
  /** Answers when /readyz does; throws with the server's words when it ends before. */
  waitReady(): Promise<void>;
  /** The power cut: nothing of it runs on. */
  kill9(): Promise<void>;
  /** The graceful stop; answers with the exit code. */
  stop(): Promise<number | null>;
  /** Settles when the process has ended, however it did. */
  ended: Promise<number | null>;
}

export interface SpawnOptions {
  /** Beside the current environment: DATA_DIR or DATABASE_URL, PORT to keep an address over a restart, … */
  env: Record<string, string>;
  /** The way of npm start, which builds the client first where needed; left out, the server alone. */
  withClient?: boolean;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function spawnServer({ env, withClient = false }: SpawnOptions): Promise<SpawnedServer> {
  await serverIsBuilt();
  const port = env.PORT ?? String(await findFreePort());
  const entry = ['tools/start.ts', ...(withClient ? [] : ['--no-client'])];
  // As npm start runs it.
  const flags = [
    '--max-semi-space-size=8',
    '--heap-growing-percent=25',
    '--wasm-num-compilation-tasks=1',
    '--import',
    './tools/require-node.mjs',
  ];
  const child = spawn(process.execPath, [...flags, ...entry], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      // Whoever measures it, or tries to break it, calls as often as they can.
      CALLS_PER_MINUTE: '0',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const url = `http://127.0.0.1:${port}`;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    return ended;
  }

  return {
    url,
    pid: child.pid ?? -1,
    output: () => output,
    ended,
    async waitReady() {
      const deadline = AbortSignal.timeout(readyLimitMs);
      let over = false;
      void ended.then(() => (over = true));
      while (!(await answersReady(url))) {
        if (over) throw new Error(`The server ended before it was ready:\n${output}`);
        if (deadline.aborted) throw new Error(`The server is not ready after ${readyLimitMs} ms:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async kill9() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

async function answersReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
