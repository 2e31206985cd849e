// npm run new-feature -- NAME [domain] [server] [client]: the folders of a feature on the floors where it appears,
// with what the house expects in them. What it writes passes npm run check once the operation has its line in
// domain/access/permissions.ts and its place in the table of operations; the compiler asks for both.
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-command.ts';

const floors = ['domain', 'server', 'client'] as const;
type Floor = (typeof floors)[number];

const words = (name: string) => name.split('-');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (name: string) => words(name).map(capital).join('');

/** The files of a feature by floor. Each is whole: it compiles, and its test runs. */
function filesOf(name: string, floor: Floor): Record<string, string> {
  const operation = `find${pascal(name)}`;
  const spoken = words(name).join(' ');
  const files: Record<Floor, Record<string, string>> = {
    domain: {
      [`domain/${name}/rules.ts`]: `/** Why this name cannot be taken, as a sentence for the user; null when it can. */
export function whyNotNamed(name: string): string | null {
  return name.trim() === '' ? 'Name is a required field' : null;
}
`,
      [`domain/${name}/rules.test.ts`]: `import { expect, test } from 'vitest';
import { whyNotNamed } from './rules.ts';

test.each([
  ['', 'Name is a required field'],
  ['  ', 'Name is a required field'],
  ['North', null],
])('%j: %s', (name, sentence) => {
  expect(whyNotNamed(name)).toBe(sentence);
});
`,
    },
    server: {
      [`server/features/${name}/schema.graphql`]: `extend type Query {
  "What the tenant has of ${spoken}, by name."
  ${operation}: [${pascal(name)}!]!
}

type ${pascal(name)} {
  id: Id!
  name: String!
}
`,
      [`server/features/${name}/sql.ts`]: `import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';

/** Row-level security confines it to the tenant of the transaction. */
export const list${pascal(name)}: Statement = {
  text: 'select id, name from ${name.replaceAll('-', '_')} order by lower(name), id',
};

export function read${pascal(name)}([id, name]: TextRow): { id: number; name: string } {
  return { id: Number(id), name: name ?? '' };
}
`,
      [`server/features/${name}/operations.ts`]: `import type { Operation } from '../../graphql/operation.ts';
import { list${pascal(name)}, read${pascal(name)} } from './sql.ts';

export const ${operation}: Operation<'${operation}'> = async (_, { read }) => {
  const { answers } = await read([list${pascal(name)}]);
  return (answers[0]?.rows ?? []).map(read${pascal(name)});
};
`,
    },
    client: {
      [`client/features/${name}/api.ts`]: `import { graphql } from '../../platform/graphql/documents.generated.ts';

export const ${operation} = graphql(\`
  query ${pascal(operation)} {
    ${operation} {
      id
      name
    }
  }
\`);
`,
      [`client/features/${name}/use-${name}.ts`]: `import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import { ${operation} } from './api.ts';

export function use${pascal(name)}() {
  return useQuery({
    queryKey: ['${name}'],
    queryFn: async ({ signal }) => (await request(${operation}, {}, { signal })).${operation},
  });
}
`,
    },
  };
  return files[floor];
}

const [name = '', ...asked] = process.argv.slice(2);
const unknown = asked.filter((floor) => !floors.some((known) => known === floor));
if (!/^[a-z]+(-[a-z]+)*$/.test(name) || unknown.length > 0) {
  console.error(
    'npm run new-feature -- NAME [domain] [server] [client]; the name in kebab-case: saved-searches',
  );
  process.exit(1);
}
const chosen = asked.length > 0 ? floors.filter((floor) => asked.includes(floor)) : floors;
const files = Object.assign({}, ...chosen.map((floor) => filesOf(name, floor))) as Record<string, string>;
for (const file of Object.keys(files)) {
  const taken = await access(path.join(root, file)).then(
    () => true,
    () => false,
  );
  if (taken) {
    console.error(`${file} stands there already; nothing was written.`);
    process.exit(1);
  }
}
for (const [file, text] of Object.entries(files)) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
  console.log(`+ ${file}`);
}
if (chosen.includes('server')) {
  console.log(
    [
      '',
      'Next:',
      `1. a migration with the table ${name.replaceAll('-', '_')} and its policy, in server/migrations/`,
      `2. find${pascal(name)} in domain/access/permissions.ts and in the table of operations`,
      '3. npm run codegen',
      `4. npm test ${name}`,
    ].join('\n'),
  );
}
