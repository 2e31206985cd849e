// What docs/asvs.md and docs/incidents.md name as a proof is there, and their figures are those of their rows.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listLogLines } from './log-lines.ts';
import { root } from './run-command.ts';

const read = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8');

const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (\d[\d.]*) *\|(.*)\|$/gm)].map(([, id = '', rest = '']) => [
    id,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);

const isPath = (code: string): boolean => /^(\.oxlintrc\.json|[\w-]+\/\S*\.\w+)$/.test(code);

describe.each(['asvs.md', 'incidents.md'])('docs/%s', (name) => {
  test('names no file that is not there', () => {
    const named = [...read(name).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).filter(isPath);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((file) => !file.includes('*') && !existsSync(path.join(root, file)))).toEqual([]);
  });
});

test('docs/log-events.md lists each line that is logged, and no other', async () => {
  const listed = [...read('log-events.md').matchAll(/^\| ([^|]+?) +\|/gm)].map(([, line = '']) => line);
  const isLine = (text: string): boolean =>
    text.includes(' ') && !notLines.has(text) && !text.startsWith('-');
  expect(listed.filter(isLine).toSorted()).toEqual(await listLogLines());
});

/** The places, in the first table of that page. */
const notLines = new Set([
  'standard output',
  'audit log, in the database',
  'events of signing in, in the database',
]);

test('docs/limits.md has the limits that the rules enforce', async () => {
  const rows = [
    ...read('limits.md').matchAll(/^\|[^|]+\| ([\d,]+) ?(\w*) *\| `([\w-]+)\/limits\.ts` `(\w+)` *\|$/gm),
  ];
  expect(rows.length).toBeGreaterThan(50);
  const wrong = await Promise.all(
    rows.map(async ([, number = '', unit = '', feature = '', name = '']) => {
      const limits = (await import(`../domain/${feature}/limits.ts`)) as Record<string, unknown>;
      const told =
        Number(number.replaceAll(',', '')) * (name.endsWith('Ms') ? (msOf[unit] ?? Number.NaN) : 1);
      return limits[name] === told ? [] : [`${feature} ${name}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});

const msOf: Readonly<Record<string, number>> = { minutes: 60_000, days: 86_400_000 };

test('docs/asvs.md has an answer in each of its rows, and counts them rightly', () => {
  const text = read('asvs.md');
  const rows = rowsOf(text);
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  const kinds = {
    proved: /^`[\w./-]+\.(test\.tsx?|spec\.ts|json)`/,
    documented: /^documented: \[/,
    built: /^built, no test: `/,
    no: /^no: ./,
    'not applicable': /^not applicable: ./,
  };
  const answers = rows.map(([, , answer = '']) => answer);
  const kindOf = (answer: string) =>
    Object.entries(kinds).find(([, form]) => form.test(answer))?.[0] ?? answer;
  expect([...new Set(answers.map(kindOf))].toSorted()).toEqual(Object.keys(kinds).toSorted());
  const told = Object.keys(kinds).map((kind) => [
    kind,
    Number(new RegExp(`^- (\\d+) ${kind}`, 'm').exec(text)?.[1]),
  ]);
  expect(told).toEqual(
    Object.keys(kinds).map((kind) => [kind, answers.filter((answer) => kindOf(answer) === kind).length]),
  );
  expect(text).toContain(`asks for ${rows.length} things`);
});
