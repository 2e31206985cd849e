import { createInterface, type ReadLineOptions } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';

export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** Questions come before what they ask for. */
export const unanswered = 'The question was left without an answer. Nothing was changed.';

export const askYes = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await askLine(`${question} [y/N] `));

const atTerminal = (): ReadLineOptions => ({ input: process.stdin, output: process.stdout });

export async function askLine(question: string, streams = atTerminal()): Promise<string> {
  const answer = await ask(question, streams).catch((fault: unknown) => {
    streams.output?.write('\n');
    throw fault;
  });
  return answer.trim();
}

/** What is typed is not shown. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await ask('', { input: process.stdin, output: silence, terminal: true });
  } finally {
    process.stdout.write('\n');
  }
}

/** Ctrl+C and Ctrl+D are a no, and no bug. */
async function ask(question: string, options: ReadLineOptions): Promise<string> {
  const reader = createInterface(options);
  try {
    return await reader.question(question);
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'AbortError') throw invalid(unanswered);
    throw fault;
  } finally {
    reader.close();
  }
}
