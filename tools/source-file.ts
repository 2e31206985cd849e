import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree, as far as the rules look into it. */
export interface SyntaxNode {
  type: string;
  start: number;
  [property: string]: unknown;
}

export interface Import {
  /** A path in the repository, or `npm:zod`, or `node:fs`. */
  to: string;
  relative: boolean;
  line: number;
}

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  path: string;
  nodes: SyntaxNode[];
  statements: SyntaxNode[];
  comments: { text: string; line: number }[];
  imports: Import[];
  lineOf(offset: number): number;
}

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

const workspacePrefix = '@rowhouse/';

export async function readSourceFile(root: string, filePath: string): Promise<SourceFile> {
  const text = await readFile(path.join(root, filePath), 'utf8');
  const parsed = parseSync(filePath, text);
  const syntaxError = parsed.errors[0];
  if (syntaxError) throw new Error(`${filePath}: ${syntaxError.message}`);

  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;

  const program = parsed.program as unknown as SyntaxNode;
  const nodes = collectNodes(program);
  return {
    path: filePath,
    nodes,
    statements: program.body as SyntaxNode[],
    comments: parsed.comments.map((comment) => ({ text: comment.value, line: lineOf(comment.start) })),
    imports: nodes.flatMap((node) => {
      const specifier = importedSpecifier(node);
      if (specifier === undefined) return [];
      const to = resolveSpecifier(filePath, specifier);
      return [{ to, relative: specifier.startsWith('.'), line: lineOf(node.start) }];
    }),
    lineOf,
  };
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

/** In the order of the text. A parent comes before its children, so little is left to sort. */
function collectNodes(root: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    nodes.push(node);
    for (const name in node) {
      const value = node[name];
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(root);
  return nodes.sort((one, other) => one.start - other.start);
}

function importedSpecifier(node: SyntaxNode): string | undefined {
  const imports = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ];
  if (!imports.includes(node.type)) return undefined;
  const source = (node.source ?? node.argument) as { value?: unknown } | null | undefined;
  return typeof source?.value === 'string' ? source.value : undefined;
}

function resolveSpecifier(from: string, specifier: string): string {
  const withoutQuery = specifier.replace(/\?.*$/, '');
  if (withoutQuery.startsWith('.')) return path.posix.join(path.posix.dirname(from), withoutQuery);
  if (withoutQuery.startsWith(workspacePrefix)) return withoutQuery.slice(workspacePrefix.length);
  return withoutQuery.startsWith('node:') ? withoutQuery : `npm:${withoutQuery}`;
}
