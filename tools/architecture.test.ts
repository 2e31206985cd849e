import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findViolations } from './architecture.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'rowhouse-architecture-'));
});
afterEach(() => rm(root, { recursive: true }));

async function violationsOf(files: Record<string, string>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return (await findViolations(root)).map(({ sentence }) => sentence);
}

const importing = (specifier: string) =>
  `import { thing } from '${specifier}';\nexport const other = thing;\n`;

function usingStyles(...classes: string[]): string {
  return `import styles from './badge.module.css';\nexport const badge = [${classes.join(', ')}];\n`;
}

/** What each plant does wrong, and the beginning of the answer. */
const plants: { wrong: string; answer: string; files: Record<string, string> }[] = [
  {
    wrong: 'domain/ imports a library other than zod',
    answer: 'domain/ imports only itself and zod.',
    files: { 'domain/lists/rules.ts': importing('date-fns') },
  },
  {
    wrong: 'domain/ reads files',
    answer: 'domain/ imports only itself and zod.',
    files: { 'domain/lists/rules.ts': importing('node:fs') },
  },
  {
    wrong: 'the composition root imports client/',
    answer: 'client/ and server/ share only domain/.',
    files: { 'server/main.ts': importing('@rowhouse/client/app/routes.tsx') },
  },
  {
    wrong: 'client/ imports server/',
    answer: 'client/ and server/ share only domain/.',
    files: { 'client/pages/home-page.tsx': importing('@rowhouse/server/main.ts') },
  },
  {
    wrong: 'server/ imports client/ by a type alone',
    answer: 'client/ and server/ share only domain/.',
    files: {
      'server/platform/mail.ts': "export type Theme = import('@rowhouse/client/app/theme.ts').Theme;\n",
    },
  },
  {
    wrong: 'two features of the server use each other by way of a third',
    answer: 'Features of the server use one another in one direction',
    files: {
      'server/features/lists/sql.ts': importing('../menu/sql.ts'),
      'server/features/menu/sql.ts': importing('../roles/sql.ts'),
      'server/features/roles/sql.ts': importing('../lists/sql.ts'),
    },
  },
  {
    wrong: 'server/ imports testing/',
    answer: 'client/ and server/ share only domain/.',
    files: { 'server/platform/jobs.ts': importing('../../testing/postgres.ts') },
  },
  {
    wrong: 'a command of the server imports something of testing/',
    answer: 'client/ and server/ share only domain/.',
    files: { 'server/command-line/seed.ts': importing('../../testing/postgres.ts') },
  },
  {
    wrong: 'a client feature imports another',
    answer: 'A client feature never imports another',
    files: { 'client/features/lists/list-panel.tsx': importing('../users/user-picker.tsx') },
  },
  {
    wrong: 'the server starts a process',
    answer: 'Only the try of a backup starts a process',
    files: { 'server/platform/mail.ts': importing('node:child_process') },
  },
  {
    wrong: 'a feature asks an address',
    answer: 'The server asks no address that somebody gives it',
    files: { 'server/features/lists/read-icon.ts': 'export const read = (url: string) => fetch(url);\n' },
  },
  {
    wrong: 'a feature speaks the network by itself',
    answer: 'The server asks no address that somebody gives it',
    files: {
      'server/features/lists/read-icon.ts':
        "import { request } from 'node:https';\nexport const ask = (url: string) => request(url);\n",
    },
  },
  {
    wrong: 'a code is drawn by chance',
    answer: 'What nobody may guess is drawn by node:crypto',
    files: { 'server/identity/codes.ts': 'export const code = () => String(Math.random());\n' },
  },
  {
    wrong: 'a token is hashed weakly',
    answer: 'Hashes are SHA-256',
    files: {
      'server/identity/codes.ts':
        "import { createHash } from 'node:crypto';\nexport const hash = (text: string) => createHash('md5').update(text);\n",
    },
  },
  {
    wrong: 'a key is stretched elsewhere',
    answer: 'Hashes are SHA-256',
    files: {
      'server/identity/codes.ts':
        "import { scryptSync } from 'node:crypto';\nexport const key = (text: string) => scryptSync(text, '', 8);\n",
    },
  },
  {
    wrong: 'something is encrypted weakly',
    answer: 'Only server/platform/secret.ts encrypts',
    files: { 'server/platform/secret.ts': "export const cipher = 'aes-128-cbc';\n" },
  },
  {
    wrong: 'something is encrypted elsewhere',
    answer: 'Only server/platform/secret.ts encrypts',
    files: {
      'server/platform/mail.ts':
        "import { createCipheriv } from 'node:crypto';\nexport const seal = (key: Buffer) => createCipheriv('aes-256-gcm', key, key);\n",
    },
  },
  {
    wrong: 'certificates are not checked',
    answer: 'Certificates are checked',
    files: { 'server/platform/mail.ts': 'export const options = { tls: { rejectUnauthorized: false } };\n' },
  },
  {
    wrong: 'a regular expression is made of what was sent',
    answer: 'A regular expression is made when its file is read',
    files: { 'domain/lists/rules.ts': "export const find = (text: string) => new RegExp(text, 'i');\n" },
  },
  {
    wrong: "a server feature imports another's operations",
    answer: "A server feature imports only another feature's sql.ts.",
    files: { 'server/features/lists/sql.ts': importing('../users/operations.ts') },
  },
  {
    wrong: 'a component takes a document of an api.ts',
    answer: 'A client feature asks the server in its api.ts',
    files: {
      'client/features/lists/list-panel.tsx':
        "import { listsDocument } from './api.ts';\nexport const asked = String(listsDocument);\n",
    },
  },
  {
    wrong: 'a component asks the server itself',
    answer: 'A client feature asks the server in its api.ts',
    files: { 'client/features/lists/list-panel.tsx': 'export const ask = () => request(listsDocument);\n' },
  },
  {
    wrong: 'a column is read by its number',
    answer: 'A column is read by its name',
    files: { 'server/features/lists/sql.ts': 'export const idOf = (row: string[]) => Number(row[0]);\n' },
  },
  {
    wrong: 'a column of the first row is read by its number',
    answer: 'A column is read by its name',
    files: {
      'server/platform/jobs.ts': 'export const idOf = (answer: Answer) => answer?.rows[0]?.[1] ?? null;\n',
    },
  },
  {
    wrong: 'columns are read by their place in a pattern',
    answer: 'A column is read by its name',
    files: {
      'server/features/lists/sql.ts':
        'export const read = (answer: Answer) => (answer?.rows ?? []).map(([id, name]) => ({ id, name }));\n',
    },
  },
  {
    wrong: 'operations speak SQL by import',
    answer: 'Only sql.ts, platform/, identity/ and migrations/ speak SQL.',
    files: {
      'server/features/lists/operations.ts': importing('kysely'),
      'server/features/lists/schema.graphql': '',
    },
  },
  {
    wrong: 'the gate speaks SQL by tag',
    answer: 'Only sql.ts, platform/, identity/ and migrations/ speak SQL.',
    files: {
      'server/graphql/gate.ts':
        'declare const sql: (text: TemplateStringsArray) => void;\nsql`tenant_id = 1`;\n',
    },
  },
  {
    wrong: 'the gate speaks SQL in a text',
    answer: 'Only sql.ts, platform/, identity/ and migrations/ speak SQL.',
    files: { 'server/graphql/gate.ts': "export const ask = { text: 'select 1 from tenant' };\n" },
  },
  {
    wrong: 'a client feature imports a page',
    answer: 'Nothing imports upward',
    files: { 'client/features/lists/list-panel.tsx': importing('../../pages/lists-page.tsx') },
  },
  {
    wrong: 'client/platform imports app/',
    answer: 'Nothing imports upward',
    files: { 'client/platform/socket.ts': importing('../app/routes.tsx') },
  },
  {
    wrong: 'the edit session knows a feature',
    answer: 'Nothing imports upward',
    files: { 'client/edit-session/drafts.ts': importing('../features/lists/api.ts') },
  },
  {
    wrong: 'client/ui knows the edit session',
    answer: 'Nothing imports upward',
    files: { 'client/ui/badge.tsx': importing('../edit-session/drafts.ts') },
  },
  {
    wrong: 'values know a feature',
    answer: 'Nothing imports upward',
    files: { 'client/values/money.tsx': importing('../features/lists/api.ts') },
  },
  {
    wrong: 'client/ui knows values',
    answer: 'Nothing imports upward',
    files: { 'client/ui/badge.tsx': importing('../values/money.tsx') },
  },
  {
    wrong: 'server/platform imports a feature',
    answer: 'Nothing imports upward',
    files: { 'server/platform/jobs.ts': importing('../features/lists/sql.ts') },
  },
  {
    wrong: 'client/ui knows the domain',
    answer: 'client/ui imports no feature and no domain.',
    files: { 'client/ui/badge.tsx': importing('@rowhouse/domain/lists/rules.ts') },
  },
  {
    wrong: 'a file only passes on what others export',
    answer: 'No barrels',
    files: { 'domain/lists/lists.ts': "export * from './rules.ts';\nexport { limit } from './limits.ts';\n" },
  },
  {
    wrong: 'a file is named index',
    answer: 'No barrels',
    files: { 'domain/lists/index.ts': 'export const limit = 1;\n' },
  },
  {
    wrong: "a path leads into another package's insides",
    answer: 'One package is reached from another by its name',
    files: { 'server/main.ts': importing('../domain/lists/rules.ts') },
  },
  {
    wrong: 'the environment is read outside the configuration',
    answer: 'The environment is read only in',
    files: { 'server/platform/mail.ts': "export const host = process.env['HOST'];\n" },
  },
  {
    wrong: 'a feature reads browser storage',
    answer: 'Browser storage and the network',
    files: { 'client/features/lists/list-panel.tsx': "export const open = localStorage.getItem('open');\n" },
  },
  {
    wrong: 'a feature calls fetch',
    answer: 'Browser storage and the network',
    files: { 'client/features/lists/api.ts': "export const lists = () => window.fetch('/graphql');\n" },
  },
  {
    wrong: 'the domain looks at the clock',
    answer: 'domain/ has no clock and no chance',
    files: { 'domain/lists/rules.ts': 'export const today = () => new Date();\n' },
  },
  {
    wrong: 'a check is silenced without a reason',
    answer: 'A check that is silenced says why',
    files: { 'domain/lists/rules.ts': '// oxlint-disable-next-line no-console\nexport const limit = 1;\n' },
  },
  {
    wrong: 'unfinished work has no issue',
    answer: 'Unfinished work is named with its issue',
    files: { 'domain/lists/rules.ts': '// TODO: the upper limit\nexport const limit = 1;\n' },
  },
  {
    wrong: 'a file name is not in kebab-case',
    answer: 'Files and folders are named in kebab-case.',
    files: { 'client/features/lists/ListPanel.tsx': 'export const ListPanel = 1;\n' },
  },
  {
    wrong: 'a name says nothing',
    answer: 'A name says what the thing is',
    files: { 'domain/lists/list-utils.ts': 'export const limit = 1;\n' },
  },
  {
    wrong: 'a server feature is built in the old layers',
    answer: 'A server feature is schema.graphql',
    files: { 'server/features/lists/repository.ts': 'export const limit = 1;\n' },
  },
  {
    wrong: 'operations are carried out that no schema promises',
    answer: 'A server feature promises in schema.graphql',
    files: { 'server/features/lists/operations.ts': 'export const operations = {};\n' },
  },
  {
    wrong: 'a switch tells data types apart',
    answer: 'What depends on the data type',
    files: {
      'domain/lists/rules.ts':
        "export function isText(field: { family: string }) {\n  switch (field.family) {\n    default:\n      return field.family === 'text';\n  }\n}\n",
    },
  },
  {
    wrong: 'a name says present for current',
    answer: 'Current, not present',
    files: { 'domain/lists/rules.ts': 'export const presentLimit = 1;\n' },
  },
  {
    wrong: 'a comment says present for current',
    answer: 'Current, not present',
    files: { 'domain/lists/rules.ts': '// The present limit.\nexport const limit = 1;\n' },
  },
  {
    wrong: 'a class is used that has no rule',
    answer: 'A class that is used has a rule. (.quiet in client/ui/badge.module.css)',
    files: {
      'client/ui/badge.module.css': ".badge { background: url('a.quiet'); }\n",
      'client/ui/badge.tsx': usingStyles('styles.badge', 'styles.quiet'),
    },
  },
  {
    wrong: 'a rule has lost its user',
    answer: 'A rule of a CSS module has its user. (.quiet)',
    files: {
      'client/ui/badge.module.css':
        '@media (width < 600px) {\n  .badge > .quiet:hover {\n    line-height: 1.5;\n  }\n}\n',
      'client/ui/badge.tsx': usingStyles("styles['badge']"),
    },
  },
];

test.each(plants)('it fails when $wrong', async ({ files, answer }) => {
  const sentences = await violationsOf(files);
  expect(sentences.filter((sentence) => sentence.startsWith(answer))).toHaveLength(1);
});

describe('it has nothing against', () => {
  const allowed: Record<string, Record<string, string>> = {
    'the domain importing itself and zod': {
      'domain/lists/rules.ts': `${importing('../kernel/refusal.ts')}import { z } from 'zod';\nexport const list = z.string();\n`,
    },
    "a feature reading another feature's rows": {
      'server/features/lists/sql.ts': `${importing('../users/sql.ts')}import { sql } from 'kysely';\nexport const all = sql\`select 1\`;\n`,
    },
    'a test taking test tools': {
      'server/features/lists/operations.test.ts': importing('../../../testing/test-database.ts'),
      'domain/lists/rules.test.ts': importing('vitest'),
    },
    'the demo taking the builders': { 'server/seed/demo.ts': importing('./builders.ts') },
    'a page that puts features together': {
      'client/pages/home-page.tsx': `${importing('../features/lists/list-panel.tsx')}import { post } from '../platform/post.ts';\nexport const page = post;\n`,
    },
    'platform/ speaking to browser and network': {
      'client/platform/post.ts': "export const post = () => fetch(localStorage.getItem('host') ?? '/');\n",
    },
    'a word in a comment or a text': {
      'client/features/lists/list-panel.tsx':
        "// Not fetch( nor localStorage: any of them.\nexport const hint = 'process.env';\n",
    },
    'a sentence that begins like a statement': {
      'server/graphql/gate.ts': "export const hint = 'Select a tenant, then update set values.';\n",
    },
    'a word for what is there': {
      'domain/lists/rules.ts': '/** Null when no limit is present. */\nexport const isPresent = 1;\n',
    },
    "a rule that reaches into another's part": {
      'client/ui/badge.module.css':
        "/* Not .this. */\n.badge :global(.MuiIcon):not(:global(:is(.other, input:not([type='x'])))) { margin: 0; }\n",
      'client/ui/badge.tsx': usingStyles('styles.badge'),
    },
    'a silenced check that says why': {
      'domain/lists/rules.ts':
        '// oxlint-disable-next-line no-console -- the command line is a conversation\nexport const limit = 1;\n',
    },
    'the default export that a tool asks for': {
      'client/vite.config.ts': "import { defineConfig } from 'vite';\nexport default defineConfig({});\n",
    },
  };
  test.each(Object.entries(allowed))('%s', async (_, files) => {
    expect(await violationsOf(files)).toEqual([]);
  });
});
