import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

export const askYes = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await askLine(`${question} [y/N] `));

export async function askLine(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question(question);
  reader.close();
  return answer.trim();
}

/** What is typed is not shown. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silence, terminal: true });
  const answer = await reader.question('');
  reader.close();
  process.stdout.write('\n');
  return answer;
}
