import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askLine, unanswered } from './ask.ts';

function ask(keys: string): Promise<string> {
  const input = new PassThrough();
  const answer = askLine('Sure? ', { input, output: new PassThrough(), terminal: true });
  input.write(keys);
  return answer;
}

test('what is typed is the answer', async () => expect(await ask(' acme \r')).toBe('acme'));

test.each([
  ['Ctrl+D', '\u0004'],
  ['Ctrl+C', '\u0003'],
])('%s is a no with its sentence', async (_name, key) => {
  await expect(ask(key)).rejects.toMatchObject({ message: unanswered });
});
