// npm run new-feature -- NAME [domain] [server] [client]: the folders of a feature on the floors where it appears,
// with what the house expects in them: a table with its policy, a rule, a query and a mutation, their tests, a screen.
// What it writes passes npm run check once the operations have their lines in domain/access/permissions.ts and their place in the
// table of operations; the compiler asks for both.
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-command.ts';

const floors = ['domain', 'server', 'client'] as const;
type Floor = (typeof floors)[number];

const words = (name: string) => name.split('-');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (name: string) => words(name).map(capital).join('');

/** The files of a feature by floor. Each is whole: it compiles, and its tests run. */
function filesOf(name: string, floor: Floor): Record<string, string> {
  const type = pascal(name);
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const [find, add] = [`find${type}`, `add${type}`];
  const table = name.replaceAll('-', '_');
  const spoken = words(name).join(' ');
  const files: Record<Floor, Record<string, string>> = {
    domain: {
      [`domain/${name}/rules.ts`]: `import { invalid } from '../kernel/refusal.ts';

export const longestName = 100;

/** Why this name cannot be taken, as a sentence for people; null if it can. */
export function whyNotNamed(name: string): string | null {
  if (name.trim() === '') return 'Name is a required field';
  return name.trim().length > longestName ? \`A name has at most \${longestName} characters.\` : null;
}

/** The name as it is stored. */
export function requireName(name: string): string {
  const whyNot = whyNotNamed(name);
  if (whyNot !== null) throw invalid(whyNot, 'name');
  return name.trim();
}
`,
      [`domain/${name}/rules.test.ts`]: `import { expect, test } from 'vitest';
import { longestName, whyNotNamed } from './rules.ts';

test.each([
  ['', 'Name is a required field'],
  ['  ', 'Name is a required field'],
  ['x'.repeat(longestName + 1), 'A name has at most 100 characters.'],
  ['North', null],
])('%j: %s', (name, sentence) => {
  expect(whyNotNamed(name)).toBe(sentence);
});
`,
    },
    server: {
      [`server/migrations/${timestamp()}_${table}.sql`]: `-- Older servers: go on.
create table ${table} (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);

-- Row-level security: every table with a tenant has it, and a test asks for it.
select forbid_other_tenants('${table}');
grant select, insert on ${table} to rowhouse_app;
`,
      [`server/features/${name}/schema.graphql`]: `extend type Query {
  "What the company has of ${spoken}, by name."
  ${find}: [${type}!]!
}

extend type Mutation {
  ${add}(data: Add${type}Input!): ${type}!
}

input Add${type}Input {
  name: String!
}

type ${type} {
  id: Id!
  name: String!
}
`,
      [`server/features/${name}/sql.ts`]: `import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const ${field} = row({ id: number, name: text });

export const select${type} = (tenant: TenantId): Statement => ({
  text: \`select \${${field}.columns} from ${table} where tenant_id = $1 order by lower(name), id\`,
  values: [tenant],
});

export const insert${type} = (tenant: TenantId, name: string): Statement => ({
  text: \`insert into ${table} (tenant_id, name) values ($1, $2) returning \${${field}.columns}\`,
  values: [tenant, name],
});

export const read${type} = (answer: Answer | undefined) => ${field}.read(answer);
export const readAdded${type} = (answer: Answer | undefined) => ${field}.get(answer);
`,
      [`server/features/${name}/operations.ts`]: `import { requireName } from '@rowhouse/domain/${name}/rules.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { insert${type}, read${type}, readAdded${type}, select${type} } from './sql.ts';

export const ${field}Operations: Pick<OperationTable, '${find}' | '${add}'> = {
  async ${find}(_input, { viewer, read }) {
    const { answers } = await read([select${type}(viewer.tenantId)]);
    return read${type}(answers[0]);
  },

  async ${add}({ data }, { viewer, write }) {
    const name = requireName(data.name);
    const [added] = await write([insert${type}(viewer.tenantId, name)], async (_transaction, answers) => answers);
    return readAdded${type}(added);
  },
};
`,
      [`server/features/${name}/operations.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const listed = async (person: 'bob' | 'sue', tenant: TestServer['north']) =>
  (await server.ask('{ ${find} { name } }', await server.enter(person, tenant))).data?.['${find}'];
const add = async (name: string) =>
  server.ask(
    'mutation ($data: Add${type}Input!) { ${add}(data: $data) { id name } }',
    await server.enter('bob', server.north),
    { data: { name } },
  );

test('what was added is listed by name, in its own company alone', async () => {
  await add('West');
  expect((await add(' East ')).data?.['${add}']).toEqual({ id: expect.any(Number), name: 'East' });
  expect(await listed('bob', server.north)).toEqual([{ name: 'East' }, { name: 'West' }]);
  expect(await listed('sue', server.south)).toEqual([]);
});

test('a name that cannot be taken is refused with the sentence of its rule', async () => {
  expect((await add(' ')).errors?.[0]).toMatchObject({
    message: 'Name is a required field',
    extensions: { code: 'INVALID', field: 'name' },
  });
});
`,
    },
    client: {
      [`client/features/${name}/api.ts`]: `import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const findDocument = graphql(\`
  query ${pascal(find)} {
    ${find} {
      id
      name
    }
  }
\`);

export const ${find} = async (signal: AbortSignal) =>
  (await request(findDocument, {}, { signal })).${find};

const addDocument = graphql(\`
  mutation ${pascal(add)}($data: Add${type}Input!) {
    ${add}(data: $data) {
      id
    }
  }
\`);

export const ${add} = (name: string) => request(addDocument, { data: { name } });
`,
      [`client/features/${name}/use-${name}.ts`]: `import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ${add}, ${find} } from './api.ts';

const query = queryOptions({ queryKey: ['${name}'], queryFn: ({ signal }) => ${find}(signal) });

export function use${type}() {
  return useQuery(query);
}

/** The list is up to date before the answer. */
export function useAdd${type}(): (name: string) => Promise<void> {
  const client = useQueryClient();
  return async (name) => {
    await ${add}(name);
    await client.invalidateQueries({ queryKey: query.queryKey });
  };
}
`,
      [`client/features/${name}/${name}-list.tsx`]: `import Button from '@mui/material/Button';
import { whyNotNamed } from '@rowhouse/domain/${name}/rules.ts';
import { useState } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { useAdd${type}, use${type} } from './use-${name}.ts';

export function ${type}List() {
  const found = use${type}();
  return (
    <>
      <Add${type} />
      <ProgressLine active={found.isFetching} />
      {found.error !== null && <ErrorAlert failure={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <EmptyState title="No items found" />}
      {found.data !== undefined && found.data.length > 0 && (
        <StackedTable
          label="${capital(spoken)}"
          columns={[{ name: 'Name', renderCell: ({ name }) => name }]}
          rows={found.data}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}

function Add${type}() {
  const add = useAdd${type}();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  async function submit() {
    const whyNot = whyNotNamed(name);
    setFault(whyNot);
    if (whyNot !== null) return;
    try {
      await add(name);
      setName('');
      snackbars.success('Changes Saved!');
    } catch (failure) {
      snackbars.error(\`Save changes failed: \${toSentence(failure)}\`);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput label="Name" required value={name} onChange={setName} error={fault} />
      <Button type="submit" variant="contained">
        Add
      </Button>
    </form>
  );
}
`,
      [`client/pages/${name}-page.tsx`]: `import { ${type}List } from '../features/${name}/${name}-list.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function ${type}Page({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <${type}List />
    </>
  );
}
`,
    },
  };
  return files[floor];
}

/** Of a migration: year to second, in UTC. */
const timestamp = () => new Date().toISOString().replace(/\D/g, '').slice(0, 14);

const [name = '', ...asked] = process.argv.slice(2);
const unknown = asked.filter((floor) => !floors.some((known) => known === floor));
if (!/^[a-z]+(-[a-z]+)*$/.test(name) || unknown.length > 0) {
  console.error(
    'npm run new-feature -- NAME [domain] [server] [client]; the name in kebab-case, one of them: saved-search',
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
  const type = pascal(name);
  console.log(
    [
      '',
      'Next:',
      '1. npm run codegen, npm run format',
      `2. find${type} and add${type} in domain/access/permissions.ts, the table of operations.ts in server/application.ts`,
      '3. their rows in testing/security/: operation-samples.ts, permission-matrix.test.ts, and the table in row-level-security.test.ts',
      `4. npm test ${name}`,
      ...(chosen.includes('client')
        ? [`5. the page in client/app/menu-route.tsx, by the route of its menu item`]
        : []),
      'docs/first-feature.md says what each is for.',
    ].join('\n'),
  );
}
