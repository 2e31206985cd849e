import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

export interface CommandOutcome {
  code: number;
  output: string;
}

/** Runs a program of node_modules/.bin or of the machine; its words go to `say` as they come. */
export async function runCommand(
  command: string[],
  { say, env = {} }: { say?: (text: string) => void; env?: Record<string, string> } = {},
): Promise<CommandOutcome> {
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    cwd: root,
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      say?.(text);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}

/** The current environment, in which the installed programs and their Node come first. */
export function commandEnvironment(further: Record<string, string> = {}): NodeJS.ProcessEnv {
  const folders = [path.join(root, 'node_modules/.bin'), path.dirname(process.execPath), process.env.PATH];
  // What the program writes goes through us: it cannot see for itself whether it writes to a terminal.
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' };
  // What one process has compiled, the many others of a run read.
  const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules/.cache/compiled');
  return {
    ...process.env,
    ...colour,
    NODE_COMPILE_CACHE: compiled,
    PATH: folders.join(path.delimiter),
    ...further,
  };
}
