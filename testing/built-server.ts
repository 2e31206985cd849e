import { buildServerWhenNeeded } from '../tools/server-build.ts';

let built: Promise<unknown> | undefined;

/**
 * Before a test starts a process of the server: otherwise the first one builds the bundle and says so, in the output that
 * the test reads. Where it cannot be built the process says why itself.
 */
export async function serverIsBuilt(): Promise<void> {
  built ??= buildServerWhenNeeded(() => undefined).catch(() => undefined);
  await built;
}
