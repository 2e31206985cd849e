// Records are written as JSON past the graphql library. What is asked with aliases, fragments and directives must come
// out as the library itself would give it of the whole answer.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { GraphQLObjectType } from 'graphql';
import { buildSchema, executeSync, getNamedType, isObjectType, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
const pageType = schema.getType('RecordPage') as GraphQLObjectType;

let server: TestServer;
let world: EveryFieldType;
let whole: unknown;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 6, seed: 9 });
  await server.query(
    `with file as (
       insert into record_file (tenant_id, object_key, original_file_name, mime_type, size_bytes)
       values ($1, 'key', 'Écluse "1".pdf', 'application/pdf', 1) returning id
     ) update record_5 set record_file_id = file.id, description = E'quote " back \\\\ line \\n \\x01 😀' from file
       where record_5.id = $2`,
    [world.tenant.id, world.records[0]!.id],
  );
  const answer = await server.ask(document(everythingOf(pageType)), world.manager, variables());
  if (answer.errors !== undefined) throw new Error(answer.errors[0]?.message);
  whole = answer.data?.['filterAndSortRecordHeader'];
});
afterAll(() => server.close());

/** Every field of the type down to its leaves. */
function everythingOf(type: GraphQLObjectType): string {
  return Object.values(type.getFields())
    .map((field) => {
      const inner = getNamedType(field.type);
      return isObjectType(inner) ? `${field.name} { ${everythingOf(inner)} }` : field.name;
    })
    .join(' ');
}

const document = (selection: string, fragments = '') =>
  `query ($id: Id!, $yes: Boolean!, $no: Boolean!) {
     filterAndSortRecordHeader(data: { recordTypeId: $id, enabled: false }, pagination: { offset: 0, limit: 4 })
       @include(if: $yes) @skip(if: $no) { ${selection} }
   } ${fragments}`;

const variables = () => ({ id: world.type.id, yes: true, no: false });

async function expectAsLibrary(text: string): Promise<void> {
  const expected = executeSync({
    schema,
    document: parse(text),
    rootValue: { filterAndSortRecordHeader: whole },
    variableValues: variables(),
  });
  const answer = await server.ask(text, world.manager, variables());
  // Larger than a document may be.
  fc.pre(!answer.errors?.[0]?.message.includes('limit of'));
  // As text, for the order of the keys belongs to the answer.
  expect({ text, answer: JSON.stringify(answer) }).toEqual({
    text,
    answer: JSON.stringify({ data: expected.data }),
  });
}

const directives = [
  '@include(if: $yes)',
  '@include(if: $no)',
  '@skip(if: $yes)',
  '@skip(if: $no)',
  '@include(if: true)',
];

// Two fragments of one name are no document.
let fragmentsMade = 0;

/** A selection of the type by chance, and the fragments that it spreads. */
function chosen(
  type: GraphQLObjectType,
  gen: fc.GeneratorValue,
  left: { aliases: number; directives: number },
  depth = 0,
) {
  const fragments: string[] = [];
  const dice = (max: number) => gen(fc.nat, { max });
  const directive = () => {
    if (left.directives === 0 || dice(5) > 0) return '';
    left.directives -= 1;
    return ` ${directives[dice(directives.length - 1)]}`;
  };
  const alias = (name: string) => {
    if (left.aliases === 0 || dice(3) > 0) return '';
    left.aliases -= 1;
    return `${name}_again: `;
  };
  const inner = (of: GraphQLObjectType, deeper: number): string => {
    const made = chosen(of, gen, left, deeper);
    fragments.push(...made.fragments);
    return made.text;
  };
  const fields = Object.values(type.getFields());
  const items = Array.from({ length: 1 + dice(depth === 0 ? 3 : 4) }, () => {
    const way = dice(12);
    if (way === 0) return `${alias('__typename')}__typename${directive()}`;
    if (way === 1 && depth < 3) return `... on ${type.name}${directive()} { ${inner(type, depth + 1)} }`;
    if (way === 2 && depth < 3) return `...${directive()} { ${inner(type, depth + 1)} }`;
    if (way === 3 && depth < 3) {
      fragmentsMade += 1;
      const name = `F${fragmentsMade}`;
      fragments.push(`fragment ${name} on ${type.name} { ${inner(type, depth + 1)} }`);
      return `...${name}${directive()}`;
    }
    // Records are what this is about.
    const field =
      depth === 0 && dice(1) === 0 ? type.getFields()['records']! : fields[dice(fields.length - 1)]!;
    const of = getNamedType(field.type);
    const below = isObjectType(of) ? ` { ${inner(of, depth + 1)} }` : '';
    return `${alias(field.name)}${field.name}${directive()}${below}`;
  });
  return { text: items.join(' '), fragments };
}

test('whatever is selected comes out as the library gives it', async () => {
  const property = fc.asyncProperty(fc.gen(), async (gen) => {
    const { text, fragments } = chosen(pageType, gen, { aliases: 25, directives: 25 });
    const whole = document(text, [...new Set(fragments)].join(' '));
    await expectAsLibrary(whole);
  });
  await fc.assert(property, { numRuns: 150, endOnFailure: true, interruptAfterTimeLimit: 20_000 });
});

const corners = [
  'records { id } more: records { recordNumber additionalFields { value } } records { version }',
  'totalState some: records { __typename } ...on RecordPage { records { tenant { name } } }',
  'records { id: version version: id }',
  'records { additionalFields { value } additionalFields { tag __typename } more: additionalFields { id } }',
  'records { statusId { id } ...on RecordHeader { statusId { name, called: name } } }',
  'records { recordType { __typename } tenant { __typename id } recordFile { originalFileName again: id } }',
  'records { id @skip(if: $yes) }',
  'records { statusId { id @skip(if: $yes) } additionalFields { id @skip(if: $yes) } createdBy { id @skip(if: true) } }',
  'total @skip(if: $yes)',
  'records @include(if: $no) { id } total @skip(if: $yes) totalState',
  '__typename kind: __typename totalState total',
];
test.each(corners)('%s', (selection) => expectAsLibrary(document(selection)));

test('records that are named by their ids are written alike, as often as they are asked for', async () => {
  const selection =
    'total records { id } more: records { number: recordNumber statusId { name } } records { version }';
  const ids = world.records.slice(0, 3).map(({ id }) => id);
  const text = `query ($ids: [Id!]) { findRecordHeader(data: { ids: $ids }) { ${selection} } }`;
  const { records } = whole as { records: { id: number }[] };
  const named = ids.flatMap((id) => records.filter((record) => record.id === id));
  const asked = named.map(({ id }) => id);
  const expected = executeSync({
    schema,
    document: parse(text),
    rootValue: { findRecordHeader: { total: named.length, records: named } },
    variableValues: { ids: asked },
  });
  const answer = await server.ask(text, world.manager, { ids: asked });
  expect(JSON.stringify(answer)).toBe(JSON.stringify({ data: expected.data }));
});

test('a document of which nothing is left is answered by nothing', async () => {
  const text = `query ($id: Id!, $yes: Boolean!, $no: Boolean!) {
    filterAndSortRecordHeader(data: { recordTypeId: $id }) @skip(if: $yes) { total }
    __typename @include(if: $no)
  }`;
  await expectAsLibrary(text);
});

test('several pages in one document, beside what is not written so', async () => {
  const answer = await server.ask(
    `query ($id: Id!) {
       type: findRecordType(data: { id: $id }) { name }
       two: filterAndSortRecordHeader(data: { recordTypeId: $id, enabled: false }, pagination: { offset: 2, limit: 2 }) { records { id } }
       none: filterAndSortRecordHeader(data: { recordTypeId: $id }, pagination: { offset: 99, limit: 2 }) { records { id } }
       __typename
     }`,
    world.manager,
    { id: world.type.id },
  );
  expect(Object.keys(answer.data ?? {})).toEqual(['type', 'two', 'none', '__typename']);
  expect(answer.data).toMatchObject({
    none: { records: [] },
    type: { name: 'Everything' },
    __typename: 'Query',
  });
});

test('an answer that is read slowly is not written over by those that are written meanwhile', async () => {
  // Together more than a connection takes in before it is read from.
  const fill = (letter: string) =>
    server.query(`update record_5 set description = repeat($2, 1200000) where record_type_id = $1`, [
      world.type.id,
      letter,
    ]);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = () =>
    fetch(`${address}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        authorization: world.manager.service ?? '',
        backend_jwt: world.manager.backend ?? '',
        tenant_id: String(world.manager.tenant),
      },
      body: JSON.stringify({
        query: `query ($id: Id!) { page: filterAndSortRecordHeader(data: { recordTypeId: $id, enabled: false }) { records { description } } }`,
        variables: { id: world.type.id },
      }),
    });
  const lettersOf = async (response: Response) => {
    const { data } = (await response.json()) as {
      data: { page: { records: { description: string }[] } };
    };
    return data.page.records.map(({ description }) => [...new Set(description)].join(''));
  };
  await fill('x');
  const slow = await ask();
  await fill('y');
  for (let time = 0; time < 3; time += 1)
    expect(await lettersOf(await ask())).toEqual(['y', 'y', 'y', 'y', 'y', 'y']);
  expect(await lettersOf(slow)).toEqual(['x', 'x', 'x', 'x', 'x', 'x']);
});

test('one page that is asked for twice in a request is written twice', async () => {
  const page = (name: string) =>
    `${name}: filterAndSortRecordHeader(data: { recordTypeId: $id, enabled: false }, pagination: { offset: 0, limit: 4 }) { records { id recordNumber } }`;
  const variables = { id: world.type.id };
  const query = (name: string) => ({ query: `query ($id: Id!) { ${page(name)} }`, variables });
  const alone = await server.ask(query('one').query, world.manager, variables);
  const both = await server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      authorization: world.manager.service,
      backend_jwt: world.manager.backend,
      tenant_id: String(world.manager.tenant),
    },
    payload: [query('one'), query('one')],
  });
  expect(both.json()).toEqual([alone, alone]);
  expect(alone.data?.['one']).toMatchObject({ records: { length: 4 } });
});
