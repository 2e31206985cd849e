// What docs/asvs.md says of the whole of the sources, as rules that fail the check.
import type { SyntaxNode } from './source-file.ts';
import { isMember, isName, type SourceRule } from './source-rule.ts';

const isOfProduct = (file: string) =>
  /^(domain|server|client)\//.test(file) &&
  !/\.(test|spec)\.tsx?$/.test(file) &&
  !/[\w-]+\.config\.ts$/.test(file);
const isOfServer = (file: string) => file.startsWith('server/') && isOfProduct(file);

const isCall = (node: SyntaxNode, ...names: string[]): boolean =>
  node.type === 'CallExpression' && isName(node.callee, ...names);
const firstOf = (node: SyntaxNode): SyntaxNode | undefined =>
  (node.arguments as SyntaxNode[] | undefined)?.[0];
const isImportOf = (node: SyntaxNode, module: RegExp): boolean =>
  node.type === 'ImportDeclaration' && module.test((node.source as { value: string }).value);
const asking = ['request', 'get', 'connect', 'createConnection', 'createSocket', 'lookup', 'resolve'];
/** Types of the network's modules, and what they say of an address, ask nobody. */
const asksNetwork = (node: SyntaxNode): boolean =>
  isImportOf(node, /^(node:)?(https?|http2|net|tls|dgram|dns)$/) &&
  node.importKind !== 'type' &&
  (node.specifiers as SyntaxNode[]).some(
    ({ type, imported }) => type !== 'ImportSpecifier' || isName(imported, ...asking),
  );
const isFunction = ({ type }: SyntaxNode): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

export const securityRules: readonly SourceRule[] = [
  {
    sentence: 'Only the try of a backup starts a process (server/platform/backup/try-backup.ts).',
    appliesTo: (file) => isOfProduct(file) && file !== 'server/platform/backup/try-backup.ts',
    find: ({ nodes }) => nodes.filter((node) => isImportOf(node, /^(node:)?(child_process|cluster)$/)),
  },
  {
    sentence:
      'The server asks no address that somebody gives it: other servers are asked in platform/, as the configuration names them.',
    appliesTo: (file) => isOfServer(file) && !/^server\/(platform|command-line)\//.test(file),
    find: ({ nodes }) =>
      nodes.filter(
        (node) => isCall(node, 'fetch') || isMember(node, ['globalThis'], 'fetch') || asksNetwork(node),
      ),
  },
  {
    sentence:
      'What nobody may guess is drawn by node:crypto; Math.random spreads tries (server/graphql/gate.ts).',
    appliesTo: (file) => isOfServer(file) && file !== 'server/graphql/gate.ts',
    find: ({ nodes }) => nodes.filter((node) => isMember(node, ['Math'], 'random')),
  },
  {
    sentence:
      'Hashes are SHA-256, passwords argon2id (server/platform/identity/embedded/password-hashes.ts).',
    // The list of stolen passwords is of SHA-1, and guards nothing by it.
    appliesTo: (file) => isOfServer(file) && !file.endsWith('/embedded/breached-passwords.ts'),
    find: ({ path, nodes }) =>
      nodes.filter(
        (node) =>
          (isCall(node, 'createHash', 'createHmac', 'hkdf', 'hkdfSync') &&
            firstOf(node)?.value !== 'sha256') ||
          (!path.endsWith('/password-hashes.ts') &&
            isCall(node, 'argon2', 'argon2Sync', 'scrypt', 'scryptSync', 'pbkdf2', 'pbkdf2Sync')),
      ),
  },
  {
    sentence: 'Only server/platform/secret.ts encrypts, and by AES-256-GCM.',
    appliesTo: isOfServer,
    find: ({ path, nodes }) =>
      nodes.filter(
        (node) =>
          (path !== 'server/platform/secret.ts' && isCall(node, 'createCipheriv', 'createDecipheriv')) ||
          (node.type === 'Literal' &&
            typeof node.value === 'string' &&
            /^(aes|aria|camellia|chacha20|des|rc[24])-\w/i.test(node.value) &&
            node.value !== 'aes-256-gcm'),
      ),
  },
  {
    sentence: 'Certificates are checked, of whoever is asked.',
    appliesTo: isOfServer,
    find: ({ nodes }) =>
      nodes.filter(
        (node) =>
          isName(node, 'rejectUnauthorized', 'checkServerIdentity', 'NODE_TLS_REJECT_UNAUTHORIZED') ||
          node.value === 'NODE_TLS_REJECT_UNAUTHORIZED',
      ),
  },
  {
    sentence: 'A regular expression is made when its file is read, and never of what somebody sent.',
    appliesTo: isOfProduct,
    find({ nodes }) {
      const functions = nodes.filter(isFunction).map(({ start, end }) => [start, Number(end)] as const);
      return nodes.filter(
        (node) =>
          (node.type === 'NewExpression' || node.type === 'CallExpression') &&
          isName(node.callee, 'RegExp') &&
          functions.some(([start, end]) => start < node.start && node.start < end),
      );
    },
  },
];
