import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';

type Address = Pick<Config, 'port' | 'host'>;

const mainNames = { port: 'PORT', host: 'HOST' };
/** Of the port where /metrics and /readyz stand alone. */
export const watchNames: typeof mainNames = { port: 'METRICS_PORT', host: 'METRICS_HOST' };

/** Looked at before the database is made: whoever is told that the port is taken has nothing half made. */
export async function refuseTakenPort({ port, host }: Address, names = mainNames): Promise<void> {
  const probe = createServer();
  try {
    const failed = once(probe, 'error').then(([error]) => Promise.reject(error as Error));
    probe.listen(port, host);
    await Promise.race([once(probe, 'listening'), failed]);
  } catch (error) {
    throw explainPort({ port, host }, error, names);
  } finally {
    probe.close();
  }
}

/** In place of what listening on it threw. */
export function explainPort({ port, host }: Address, error: unknown, names = mainNames): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentence =
    code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program. Stop that one, or name another port: ${names.port}=${port + 1} npm start.`
      : code === 'EACCES'
        ? `Port ${port} is not open to this user. Name one from 1024 on in ${names.port}.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? `${names.host} is ${host}, which is no address of this machine. Name one that is, or leave it out.`
          : null;
  return sentence === null ? error : new ConfigError(sentence, { cause: error });
}
