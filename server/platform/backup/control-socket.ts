import { existsSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Log } from '../log.ts';
import type { TakenBackup } from './take-backup.ts';

/** What a command asks of the server that holds the data folder; who reaches the socket owns the folder. */
type Asked = { readonly backup: string };
type Answered = { readonly taken: TakenBackup } | { readonly why: string };

/** The longest that a system takes as an address of a socket. */
const longestPath = 100;

export const controlSocketOf = (dataDir: string): string => join(dataDir, 'rowhouse.sock');

/** Listens for commands in the data folder, which is shut to everybody but its owner. */
export async function serveControl(
  dataDir: string,
  { takeBackup, log }: { takeBackup(target: string): Promise<TakenBackup>; log: Log },
): Promise<{ close(): Promise<void> }> {
  const path = controlSocketOf(dataDir);
  if (path.length > longestPath) {
    log.warn(
      { path },
      'the path of the data folder is too long for a socket: a backup needs the server stopped',
    );
    return { close: async () => undefined };
  }
  // Of a process that was killed: this one holds the lock of the folder.
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).once('line', (line) => {
      void answer(line).then((answered) => socket.end(`${JSON.stringify(answered)}\n`));
    });
  });
  async function answer(line: string): Promise<Answered> {
    try {
      const asked = JSON.parse(line) as Asked;
      return { taken: await takeBackup(asked.backup) };
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, 'a backup failed');
      return { why: error instanceof Error ? error.message : String(error) };
    }
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(path, { force: true });
    },
  };
}

/** Null where no server listens in the folder. */
export async function askForBackup(dataDir: string, target: string): Promise<Answered | null> {
  const path = controlSocketOf(dataDir);
  if (path.length > longestPath || !existsSync(path)) return null;
  const socket = createConnection(path);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
  } catch {
    return null;
  }
  socket.on('error', () => socket.destroy());
  socket.write(`${JSON.stringify({ backup: target } satisfies Asked)}\n`);
  for await (const line of createInterface({ input: socket })) return JSON.parse(line) as Answered;
  return { why: 'The server went away before the backup was whole. Try again.' };
}
