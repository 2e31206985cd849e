// A class of a CSS module is written by its name twice, and TypeScript believes both: what is used and has no rule has no
// look, what has a rule and no user is a look that was lost.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFile, SyntaxNode } from './source-file.ts';

interface UsedClass {
  sheet: string;
  name: string;
  place: string;
}

/** What is said of classes that are used without a rule, and of rules that nobody uses. */
export async function findLostClasses(
  root: string,
  paths: readonly string[],
  sources: readonly SourceFile[],
): Promise<{ place: string; sentence: string }[]> {
  const sheets = new Map<string, ReadonlyMap<string, number>>();
  await Promise.all(
    paths
      .filter((file) => file.endsWith('.module.css'))
      .map(async (file) => sheets.set(file, readClasses(await readFile(path.join(root, file), 'utf8')))),
  );
  const used = sources.flatMap(usedClasses);
  const withoutRule = used
    .filter(({ sheet, name }) => sheets.get(sheet)?.has(name) === false)
    .map(({ sheet, name, place }) => ({
      place,
      sentence: `A class that is used has a rule. (.${name} in ${sheet})`,
    }));
  const known = new Set(used.map(({ sheet, name }) => `${sheet} ${name}`));
  const unused = [...sheets].flatMap(([sheet, classes]) =>
    [...classes]
      .filter(([name]) => !known.has(`${sheet} ${name}`))
      .map(([name, line]) => ({
        place: `${sheet}:${line}`,
        sentence: `A rule of a CSS module has its user. (.${name})`,
      })),
  );
  return [...withoutRule, ...unused];
}

/** The classes of a sheet and the line where each stands first; what is `:global` belongs to others. */
function readClasses(css: string): ReadonlyMap<string, number> {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const selectors = css
    .replaceAll(/\/\*.*?\*\/|"[^"\n]*"|'[^'\n]*'/gs, blank)
    .replaceAll(/:global\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)/g, blank)
    .replaceAll(/[^{};]*;|[^{};]*(?=\})/g, blank);
  const found = new Map<string, number>();
  for (const { 1: name, index } of selectors.matchAll(/\.([A-Za-z][\w-]*)/g))
    if (name !== undefined && !found.has(name)) found.set(name, selectors.slice(0, index).split('\n').length);
  return found;
}

function usedClasses({ path: file, nodes, lineOf }: SourceFile): UsedClass[] {
  const sheets = new Map(nodes.flatMap((node) => importedSheet(file, node)));
  if (sheets.size === 0) return [];
  return nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression') return [];
    const sheet = sheets.get((node.object as SyntaxNode & { name?: string }).name ?? '');
    const name = propertyName(node);
    return sheet === undefined || name === null
      ? []
      : [{ sheet, name, place: `${file}:${lineOf(node.start)}` }];
  });
}

function importedSheet(file: string, node: SyntaxNode): [string, string][] {
  if (node.type !== 'ImportDeclaration') return [];
  const from = (node.source as { value: string }).value;
  const name = (node.specifiers as { local?: { name?: string } }[])[0]?.local?.name;
  if (!from.endsWith('.module.css') || name === undefined) return [];
  return [[name, path.posix.join(path.posix.dirname(file), from)]];
}

/** `styles.card` and `styles['card']`. */
function propertyName(node: SyntaxNode): string | null {
  const { name, value } = node.property as { name?: string; value?: unknown };
  if (node.computed !== true) return name ?? null;
  return typeof value === 'string' ? value : null;
}
