// The walls of the house as a failing check. Each rule is one entry with the sentence it answers with;
// feature names are captured from the path, so that a new feature is covered the moment it exists.
// Own code, because dependency-cruiser reads TypeScript through an interface that TypeScript 7 no longer has.
import path from 'node:path';
import { listFiles } from './list-files.ts';
import { findFeatureCircles } from './feature-circles.ts';
import { findLostClasses } from './module-classes.ts';
import { securityRules } from './security-rules.ts';
import { isTest, readSourceFile, type SourceFile, type SyntaxNode } from './source-file.ts';
import { isMember, isName, type SourceRule } from './source-rule.ts';

export interface Violation {
  place: string;
  sentence: string;
}

interface ImportRule {
  sentence: string;
  /** Group 1, where there is one, is the feature that the importing file belongs to. */
  from: RegExp;
  forbids(to: string, feature: string): boolean;
}

interface NameRule {
  sentence: string;
  breaks(path: string, allPaths: Set<string>): boolean;
}

const isToolSettings = (file: string) => /(^|\/)[\w-]+\.config\.ts$/.test(file);
const speaksSql = (file: string) =>
  /^server\/(platform|identity|migrations)\//.test(file) ||
  /^server\/.+\/(sql\/[^/]+|([\w-]+-)?sql)\.ts$/.test(file);
/** A statement, told from a sentence by its small first letter. */
const sqlText =
  /^\s*(select\s|insert into\s|update \S+ set\s|delete from\s|with \w+ as\s*\(|begin\b|commit\b|set local\s)/;
const databasePackages = /^npm:(kysely|pg|@electric-sql\/pglite)(\/|$)/;

const wrongInName = /^present([A-Z]|$)|[a-z]Present([A-Z]|$)|^Present([A-Z]|$)/;
/** `isPresent` is a name on the wire; what "is present" or stands "when present" is there. */
const wireNames = new Set(['isPresent']);
const wrongInComment = /(?<!\b(?:at|is|are|be|if|when) )\bpresent\b/;
const plainWord = 'Current, not present (CONTRIBUTING, plain words); what is there is found, there or kept.';

const importRules: ImportRule[] = [
  {
    sentence: 'domain/ imports only itself and zod.',
    from: /^domain\//,
    forbids: (to) => !/^(domain\/|npm:zod(\/|$))/.test(to),
  },
  {
    sentence: 'client/ and server/ share only domain/.',
    from: /^client\//,
    forbids: (to) => /^(server|testing|tools|node:)/.test(to),
  },
  {
    sentence: 'client/ and server/ share only domain/.',
    from: /^server\//,
    forbids: (to) => /^(client|testing|tools)\//.test(to),
  },
  {
    sentence: 'A client feature never imports another: a page puts them together.',
    from: /^client\/features\/([^/]+)\//,
    forbids: (to, feature) => isOtherFeature(to, 'client', feature),
  },
  {
    sentence: "A server feature imports only another feature's sql.ts.",
    from: /^server\/features\/([^/]+)\//,
    forbids: (to, feature) => isOtherFeature(to, 'server', feature) && path.basename(to) !== 'sql.ts',
  },
  {
    sentence: 'Only sql.ts, platform/, identity/ and migrations/ speak SQL.',
    from: /^server\/(?!platform\/|migrations\/)/,
    forbids: (to) => databasePackages.test(to),
  },
  {
    sentence: 'Nothing imports upward: app, pages, features, ui, platform is the order.',
    from: /^client\/pages\//,
    forbids: (to) => to.startsWith('client/app/'),
  },
  {
    sentence: 'Nothing imports upward: app, pages, features, ui, platform is the order.',
    from: /^client\/features\//,
    forbids: (to) => /^client\/(app|pages)\//.test(to),
  },
  {
    sentence:
      'Nothing imports upward: app, pages, features, values and edit-session, ui, platform is the order.',
    from: /^client\/(?:edit-session|values)\//,
    forbids: (to) => /^client\/(app|pages|features)\//.test(to),
  },
  {
    sentence:
      'Nothing imports upward: app, pages, features, values and edit-session, ui, platform is the order.',
    from: /^client\/(?:ui|platform)\//,
    forbids: (to) => /^client\/(edit-session|values)\//.test(to),
  },
  {
    sentence: 'Nothing imports upward: app, pages, features, ui, platform is the order.',
    from: /^client\/(?:ui|brands)\//,
    forbids: (to) => /^client\/(app|pages|features)\//.test(to),
  },
  {
    sentence: 'Nothing imports upward: app, pages, features, ui, platform is the order.',
    from: /^client\/platform\//,
    forbids: (to) => /^client\/(app|pages|features|ui)\//.test(to),
  },
  {
    sentence:
      'Nothing imports upward: main, features, graphql, realtime and identity, platform is the order.',
    from: /^server\/platform\//,
    forbids: (to) => /^server\/(features|graphql|realtime|identity|main)/.test(to),
  },
  {
    sentence:
      'Nothing imports upward: main, features, graphql, realtime and identity, platform is the order.',
    from: /^server\/(?:graphql|realtime|identity)\//,
    forbids: (to) => /^server\/(features|main)/.test(to),
  },
  {
    sentence:
      'Nothing imports upward: main, features, graphql, realtime and identity, platform is the order.',
    from: /^server\/features\//,
    forbids: (to) => to === 'server/main.ts',
  },
  {
    sentence: 'client/ui imports no feature and no domain.',
    from: /^client\/ui\//,
    forbids: (to) => /^(domain|client\/features)\//.test(to),
  },
];

const sourceRules: readonly SourceRule[] = [
  ...securityRules,
  {
    sentence: 'Only sql.ts, platform/, identity/ and migrations/ speak SQL.',
    appliesTo: (file) => file.startsWith('server/') && !speaksSql(file) && !isTest(file),
    find: ({ nodes }) =>
      nodes.filter(
        (node) =>
          (node.type === 'TaggedTemplateExpression' && isName(node.tag, 'sql')) ||
          (node.type === 'Literal' && typeof node.value === 'string' && sqlText.test(node.value)) ||
          (node.type === 'TemplateElement' && sqlText.test((node.value as { raw: string }).raw)),
      ),
  },
  {
    sentence: 'A column is read by its name (server/platform/database/row.ts), never by its number.',
    appliesTo: (file) => /^server\/(?!platform\/record-store\/)/.test(file) && !isTest(file),
    find: ({ nodes }) => nodes.filter(readsColumnByNumber),
  },
  {
    sentence: 'The environment is read only in server/platform/config.ts.',
    appliesTo: (file) =>
      /^(domain|server|client)\//.test(file) &&
      file !== 'server/platform/config.ts' &&
      !isTest(file) &&
      !isToolSettings(file),
    find: ({ nodes }) =>
      nodes.filter((node) => isMember(node, ['process'], 'env') || isImportOf(node, 'node:process', 'env')),
  },
  {
    sentence: 'Browser storage and the network are reached only in client/platform.',
    appliesTo: (file) => /^client\/(?!platform\/)/.test(file) && !isTest(file) && !isToolSettings(file),
    find: ({ nodes }) =>
      nodes.filter(
        (node) =>
          isName(node, 'localStorage', 'sessionStorage', 'indexedDB') ||
          (node.type === 'NewExpression' &&
            isName(node.callee, 'XMLHttpRequest', 'WebSocket', 'EventSource')) ||
          (node.type === 'CallExpression' && isName(node.callee, 'fetch')) ||
          isMember(node, ['window', 'globalThis', 'self'], 'fetch'),
      ),
  },
  {
    sentence:
      'A client feature asks the server in its api.ts; only the first questions of the app take its documents.',
    appliesTo: (file) =>
      /^client\/(?!platform\/)/.test(file) && file !== 'client/app/first-questions.ts' && !isTest(file),
    find: ({ path: file, nodes }) =>
      nodes.filter(
        (node) =>
          importsDocument(node) ||
          (path.basename(file) !== 'api.ts' &&
            node.type === 'CallExpression' &&
            isName(node.callee, 'graphql', 'request')),
      ),
  },
  {
    sentence: 'domain/ has no clock and no chance: what is current is handed in.',
    appliesTo: (file) => file.startsWith('domain/') && !isTest(file),
    find: ({ nodes }) =>
      nodes.filter(
        (node) =>
          isMember(node, ['Date'], 'now') ||
          isMember(node, ['Math'], 'random') ||
          (node.type === 'NewExpression' &&
            isName(node.callee, 'Date') &&
            (node.arguments as unknown[]).length === 0),
      ),
  },
  {
    sentence:
      'What depends on the data type is an entry by type or family, of which the compiler misses none.',
    appliesTo: (file) => /^(domain|server|client)\//.test(file) && !isTest(file),
    find: ({ nodes }) =>
      nodes.filter(({ type, discriminant }) => {
        if (type !== 'SwitchStatement') return false;
        const asked = discriminant as SyntaxNode;
        return isName(asked.type === 'MemberExpression' ? asked.property : asked, 'dataType', 'family');
      }),
  },
  {
    sentence: plainWord,
    appliesTo: (file) => !file.endsWith('.generated.ts'),
    find: ({ nodes }) =>
      nodes.filter(
        ({ type, name }) =>
          type === 'Identifier' && wrongInName.test(name as string) && !wireNames.has(name as string),
      ),
  },
  {
    sentence: 'No barrels: import from the file that holds the thing.',
    appliesTo: (file) => !isToolSettings(file),
    find: ({ statements }) => {
      const passesOn = (node: SyntaxNode) => /^Export(All|Named)Declaration$/.test(node.type) && node.source;
      return statements.length > 0 && statements.every(passesOn) ? statements.slice(0, 1) : [];
    },
  },
];

const formerFloors =
  /^(resolvers?|services?|repositor(y|ies)|controllers?|quer(y|ies)|mutations?|types?|models?)\.ts$/;

const nameRules: NameRule[] = [
  {
    sentence: 'No barrels: a file is named for the one thing it exports, never index.',
    breaks: (file) => /(^|\/)index\.tsx?$/.test(file),
  },
  {
    sentence: 'Files and folders are named in kebab-case.',
    breaks: (file) =>
      /\.tsx?$/.test(file) && !file.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part)),
  },
  {
    sentence: 'A name says what the thing is: no util, helper, common, manager, handler, data, info.',
    breaks: (file) =>
      /\.tsx?$/.test(file) &&
      (/(^|[/-])(utils?|helpers?|common|managers?|handlers?)([-./]|$)/.test(file) ||
        /(^|[/-])(data|info)(\/|\.(test\.)?tsx?$)/.test(file)),
  },
  {
    sentence:
      'A server feature is schema.graphql, operations.ts, sql.ts, operations.test.ts and files named for one thing.',
    breaks: (file) => {
      const inFeature = /^server\/features\/[^/]+\/(.+)$/.exec(file)?.[1];
      if (inFeature === undefined) return false;
      return (
        formerFloors.test(inFeature) || !/\.(ts|graphql|json)$/.test(inFeature) || isMisnamedSchema(inFeature)
      );
    },
  },
  {
    sentence: 'A server feature promises in schema.graphql what its operations.ts carries out.',
    breaks: (file, allPaths) =>
      /^server\/features\/[^/]+\/operations\.ts$/.test(file) &&
      !allPaths.has(path.posix.join(path.posix.dirname(file), 'schema.graphql')),
  },
];

const silencer = /(?:ox|es)lint-disable|@ts-(?:ignore|expect-error|nocheck)/;
const silencerWithReason =
  /(?:(?:ox|es)lint-disable\S*\s.*--\s*\S.{9,}|@ts-(?:ignore|expect-error|nocheck)\S*\s+\S.{9,})/s;
const unfinished = /\b(?:TODO|FIXME|XXX|HACK)\b(?!.*#\d+)/;

export async function findViolations(root: string): Promise<Violation[]> {
  const paths = await listFiles(root, ['domain', 'server', 'client', 'testing', 'tools']);
  const allPaths = new Set(paths);
  const violations: Violation[] = [];
  for (const place of paths) {
    for (const rule of nameRules)
      if (rule.breaks(place, allPaths)) violations.push({ place, ...sentenceOf(rule) });
  }
  const sources = await Promise.all(
    paths
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .map((file) => readSourceFile(root, file)),
  );
  for (const file of sources) violations.push(...importViolations(file), ...sourceViolations(file));
  violations.push(...findFeatureCircles(sources));
  violations.push(...(await findLostClasses(root, paths, sources)));
  return violations;
}

function importViolations(file: SourceFile): Violation[] {
  return file.imports.flatMap(({ to, relative, line }) => {
    const broken = importRules.filter(({ from, forbids }) => {
      const match = from.exec(file.path);
      return match !== null && forbids(to, match[1] ?? '') && !isExcused(file.path, to);
    });
    const found = broken.map((rule) => ({
      place: `${file.path}:${line}`,
      sentence: `${rule.sentence} (${to})`,
    }));
    const floor = floorOf(file.path);
    if (relative && floor !== undefined && floorOf(to) !== undefined && floorOf(to) !== floor)
      found.push({
        place: `${file.path}:${line}`,
        sentence: `One package is reached from another by its name, not by a path into its insides. (${to})`,
      });
    return found;
  });
}

/** Tests may take what only tests take; sql files speak SQL; a tool's settings belong to the tool. */
function isExcused(from: string, to: string): boolean {
  if (isToolSettings(from)) return !/^(client|server|domain)\//.test(to);
  if (speaksSql(from) && databasePackages.test(to)) return true;
  return isTest(from) && /^(testing\/|node:|npm:)/.test(to);
}

function sourceViolations(file: SourceFile): Violation[] {
  const found = sourceRules
    .filter((rule) => rule.appliesTo(file.path))
    .flatMap((rule) =>
      rule
        .find(file)
        .map((node) => ({ place: `${file.path}:${file.lineOf(node.start)}`, ...sentenceOf(rule) })),
    );
  for (const comment of file.comments) {
    const place = `${file.path}:${comment.line}`;
    if (wrongInComment.test(comment.text)) found.push({ place, sentence: plainWord });
    if (silencer.test(comment.text) && !silencerWithReason.test(comment.text))
      found.push({ place, sentence: 'A check that is silenced says why on the same line, after " -- ".' });
    if (unfinished.test(comment.text))
      found.push({ place, sentence: 'Unfinished work is named with its issue (#12), or done.' });
  }
  return found;
}

function isOtherFeature(to: string, floor: string, feature: string): boolean {
  const [, other] = new RegExp(`^${floor}/features/([^/]+)/`).exec(to) ?? [];
  return other !== undefined && other !== feature;
}

function isMisnamedSchema(file: string): boolean {
  return file.endsWith('.graphql') && file !== 'schema.graphql';
}

function floorOf(file: string): string | undefined {
  return /^(domain|server|client)\//.exec(file)?.[1];
}

function sentenceOf({ sentence }: { sentence: string }): { sentence: string } {
  return { sentence };
}

/** `import { listsDocument } from './api.ts'`: by their names, which end so. */
function importsDocument(node: SyntaxNode): boolean {
  if (node.type !== 'ImportDeclaration' || !/(^|\/)api\.ts$/.test((node.source as { value: string }).value))
    return false;
  return (node.specifiers as { imported?: { name?: string } }[]).some(({ imported }) =>
    imported?.name?.endsWith('Document'),
  );
}

/** `row[3]`, `answer.rows[0]?.[3]`, and the same by a pattern: `rows.map(([id, name]) => …)`. */
function readsColumnByNumber(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return isNumbered(node) && (isRow(node.object) || isRowOfAnswer(node.object));
    case 'VariableDeclarator':
      return isPattern(node.id) && (isRow(node.init) || isRowOfAnswer(node.init));
    case 'ForOfStatement':
      return isPatternDeclared(node.left) && isRowsOfAnswer(node.right);
    case 'CallExpression': {
      const callee = unwrap(node.callee);
      const takesRow = (taker: unknown) =>
        isPattern(((taker as SyntaxNode).params as unknown[] | undefined)?.[0]);
      return (
        callee?.type === 'MemberExpression' &&
        isRowsOfAnswer(callee.object) &&
        (node.arguments as unknown[]).some(takesRow)
      );
    }
    default:
      return false;
  }
}

/** What stands inside optional chains, parentheses, `!` and `?? []`. */
function unwrap(node: unknown): SyntaxNode | null {
  const inner = node as SyntaxNode | null;
  if (inner === null) return null;
  if (/^(ChainExpression|ParenthesizedExpression|TSNonNullExpression|TSAsExpression)$/.test(inner.type))
    return unwrap(inner.expression);
  return inner.type === 'LogicalExpression' ? unwrap(inner.left) : inner;
}

const isNumbered = (node: SyntaxNode): boolean =>
  node.computed === true && typeof (node.property as { value?: unknown }).value === 'number';

const isPattern = (node: unknown): boolean =>
  (node as SyntaxNode | null | undefined)?.type === 'ArrayPattern';

function isPatternDeclared(node: unknown): boolean {
  const declared = (node as SyntaxNode).declarations as SyntaxNode[] | undefined;
  return isPattern(declared?.[0]?.id);
}

const isRow = (node: unknown): boolean => isName(unwrap(node), 'row');

function isRowsOfAnswer(node: unknown): boolean {
  const rows = unwrap(node);
  return rows?.type === 'MemberExpression' && rows.computed !== true && isName(rows.property, 'rows');
}

function isRowOfAnswer(node: unknown): boolean {
  const row = unwrap(node);
  return row?.type === 'MemberExpression' && isNumbered(row) && isRowsOfAnswer(row.object);
}

function isImportOf(node: SyntaxNode, source: string, name: string): boolean {
  return (
    node.type === 'ImportDeclaration' &&
    (node.source as { value: string }).value === source &&
    (node.specifiers as SyntaxNode[]).some((specifier) => isName(specifier.imported, name))
  );
}
