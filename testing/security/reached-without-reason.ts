// Which modules of the client set something up and can be reached from a page that has no reason of its own to give.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Beside these stand pages of administration, whose header asks why. The audit log is one that asks nothing in its header. */
const pages = [
  'app/layout/main-layout.tsx',
  'pages/account-page.tsx',
  'pages/audit-log-page.tsx',
  'pages/create-record-page.tsx',
  'pages/dashboard-page.tsx',
  'pages/order-entry-page.tsx',
  'pages/portal-page.tsx',
  'pages/record-details-page.tsx',
  'pages/record-grid-page.tsx',
  'pages/record-page.tsx',
  'pages/start-page.tsx',
].map((page) => `client/${page}`);

const asksWhy = /<(ReasonOfSettings|LateReason|ReasonInput)\b|asksWhy/;
const documents = /const (\w+) = graphql\(`([^`]*)`\)/g;

/** As 'saveListValue in client/features/lists/chosen-list-value.tsx'. */
export function findAskedWithoutReason(operations: readonly string[]): string[] {
  const files = globSync('client/{app,edit-session,features,pages,platform,ui,values}/**/*.{ts,tsx}');
  const texts = new Map(
    files
      .filter((file) => !/\.test\.|\.generated\./.test(file))
      .map((file) => [file, readFileSync(file, 'utf8')] as const),
  );
  const importsOf = (file: string): string[] =>
    [...(texts.get(file) ?? '').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, to = '']) => path.join(path.dirname(file), to))
      .filter((to) => texts.has(to));
  const reached = new Set(pages);
  for (const file of reached) for (const next of importsOf(file)) reached.add(next);
  const missing = pages.filter((page) => !texts.has(page));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is no page any more.`);

  /** What is exported of the file and names one of these. */
  const exportsThatUse = (file: string, names: readonly string[]): string[] =>
    (texts.get(file) ?? '')
      .replaceAll(documents, '')
      .split(/\n(?=export )/)
      .filter((part) => names.some((name) => new RegExp(`\\b${name}\\b`).test(part)))
      .flatMap((part) => /^export (?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? []);
  const callersOf = (file: string, names: readonly string[]): string[] =>
    [...reached].flatMap((caller) => {
      const text = texts.get(caller) ?? '';
      const calls = names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
      if (caller === file || !calls || !importsOf(caller).includes(file) || asksWhy.test(text)) return [];
      // A hook is called by what is on the screen.
      const isHook = path.basename(caller).startsWith('use-');
      return isHook ? callersOf(caller, exportsThatUse(caller, names)) : [caller];
    });

  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(documents)].flatMap(([, document = '', words = '']) => {
      const asked = operations.filter((name) => new RegExp(`\\b${name}\\(`).test(words));
      if (asked.length === 0) return [];
      const callers = callersOf(file, exportsThatUse(file, [document]));
      return asked.flatMap((name) => callers.map((caller) => `${name} in ${caller}`));
    }),
  );
}
