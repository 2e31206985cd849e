import { readFileSync } from 'node:fs';
import path from 'node:path';
import { securityEvents } from '@rowhouse/server/platform/security-log.ts';
import { listFiles } from './list-files.ts';
import { root } from './run-command.ts';

/** Every line that the server logs, by its words; what is put into them is written as …. */
export async function listLogLines(): Promise<string[]> {
  const sources = (await listFiles(root, ['server'])).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const found = sources.flatMap((name) => linesOf(readFileSync(path.join(root, name), 'utf8')));
  return [...new Set([...found, ...Object.values(securityEvents)])].toSorted();
}

const call = /\blog\??\.(?:info|warn|error)\(/gi;
const literal = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;

const linesOf = (source: string): string[] =>
  [...source.matchAll(call)].flatMap((match) => {
    const texts = [...callAt(source, match.index + match[0].length).matchAll(literal)];
    return texts
      .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
      .filter((text) => text.includes(' '));
  });

/** To the bracket that closes the call. */
function callAt(source: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
  }
  return source.slice(from, at - 1);
}
