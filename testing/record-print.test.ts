import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from './test-server.ts';
import type { Credentials, TestServer } from './test-server.ts';
import { insert } from './two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
/** Fields of Orders: one that clerks see, one that they do not. */
let note: number;
let secret: number;
let lineType: number;
let lineFields: { item: number; amount: number };

const text = 'Grüße aus Łódź, Привет из Софии, Καλημέρα, Tiếng Việt';

beforeAll(async () => {
  server = await startTestServer();
  const { north } = server;
  await server.database.asOwnerOf(north.id, async (connection) => {
    const addField = (name: string) =>
      insert(connection, 'field', {
        tenant_id: north.id,
        record_type_id: north.types.orders,
        name,
        data_type: 'textarea',
        position: 8,
      });
    note = await addField('Delivery note');
    secret = await addField('Margin note');
    lineType = await insert(connection, 'line_item_type', {
      tenant_id: north.id,
      record_type_id: north.types.orders,
      name: 'Order lines',
    });
    const addLineField = (name: string, dataType: string, position: number) =>
      insert(connection, 'line_item_field', {
        tenant_id: north.id,
        line_item_type_id: lineType,
        name,
        data_type: dataType,
        position,
      });
    lineFields = {
      item: await addLineField('Item', 'string', 1),
      amount: await addLineField('Amount', 'decimal', 2),
    };
  });
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'Editable')`,
    [north.id, north.roles.clerk, north.types.orders, note],
  );
  // The clerk has no line item access.
  await server.query(
    'insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, $5)',
    [
      north.id,
      north.roles.manager,
      north.menuItems.orders,
      menuActionId('line item access'),
      'line item access',
    ],
  );
  ana = await server.enter('ana', north);
  bob = await server.enter('bob', north);
});
afterAll(() => server.close());

async function addRecord(number: number, lines = 0): Promise<number> {
  const { north } = server;
  const id = await server.database.asOwnerOf(north.id, (connection) =>
    insert(connection, `record_${north.bucket}`, {
      bucket: north.bucket,
      tenant_id: north.id,
      record_type_id: north.types.orders,
      record_number: number,
      status_id: north.statuses.order,
      n1: 1,
      x: JSON.stringify({ [note]: `${text} ${number}`, [secret]: `only managers ${number}` }),
    }),
  );
  await server.query(
    `insert into line_item (tenant_id, line_item_type_id, record_id, position, field_values)
     select $1, $2, $3, n, jsonb_build_object($4::text, 'Tube no. ' || n, $5::text, '0.1') from generate_series(1, $6) n`,
    [north.id, lineType, id, String(lineFields.item), String(lineFields.amount), lines],
  );
  return id;
}

type Beside = { readonly withComments?: boolean; readonly withHistory?: boolean };

const linkTo = (who: Credentials, ids: readonly number[], beside: Beside = {}) =>
  server.ask(
    'mutation ($data: CreatePrintLinkInput!) { createPrintLink(data: $data) { url fileName } }',
    who,
    { data: { ids, ...beside } },
  );

async function print(who: Credentials, ids: readonly number[], beside: Beside = {}) {
  const answer = await linkTo(who, ids, beside);
  expect(answer.errors).toBeUndefined();
  const { url, fileName } = answer.data!['createPrintLink'] as { url: string; fileName: string };
  const sent = await server.app.inject({ method: 'GET', url });
  expect(sent.statusCode).toBe(200);
  return { url, fileName, headers: sent.headers, ...(await readPdf(sent.rawPayload)) };
}

async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  const roles = new Set<string>();
  const gather = (node: unknown) => {
    const { role, children } = node as { role?: string; children?: unknown[] };
    if (role !== undefined) roles.add(role);
    for (const child of children ?? []) gather(child);
  };
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const page = await pdf.getPage(at);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    if (at === 1) gather(await page.getStructTree());
  }
  const { info } = await pdf.getMetadata();
  return { pages, roles, info: info as { Title?: string; Language?: string }, text: pages.join('\n') };
}

describe('a record on paper', () => {
  test('is what the role sees of it, as real text in any of the alphabets, with its language and its title', async () => {
    const id = await addRecord(7411, 3);
    const all = await print(ana, [id]);
    expect(all.fileName).toBe('Orders 7411.pdf');
    expect(all.headers['content-type']).toBe('application/pdf');
    expect(all.info).toMatchObject({ Title: 'Orders 7411', Language: 'en' });
    for (const part of [
      'Orders 7411',
      'Delivery note',
      'Margin note',
      'only managers 7411',
      'Order lines (3)',
    ])
      expect(all.text).toContain(part);
    const words = all.text.replace(/\s+/g, '');
    expect(words).toContain(`${text} 7411`.replace(/\s+/g, ''));
    expect(all.text).toContain('Tube no. 2');
    expect(all.text).toContain('Total of 3');
    expect(all.text).toMatch(/0\.3/);
    expect(all.text).toContain('page 1 of 1');
    expect([...all.roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']));

    const some = await print(bob, [id]);
    expect(some.text).toContain('Delivery note');
    expect(some.text).not.toContain('Margin');
    expect(some.text).not.toContain('managers');
    expect(some.text).not.toContain('Tube');
  });

  test('keeps its rows whole, repeats the head of its table and counts its pages, with 5,000 lines', async () => {
    const id = await addRecord(5000, 5000);
    const { pages, text: words } = await print(ana, [id]);
    expect(pages.length).toBeGreaterThan(50);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`page ${index + 1} of ${pages.length}`);
      expect(page.match(/Item/g)).toHaveLength(1);
    }
    const rows = words.match(/Tube no\. \d+/g) ?? [];
    expect(rows).toEqual(Array.from({ length: 5000 }, (_, at) => `Tube no. ${at + 1}`));
    expect(pages.at(-1)).toMatch(/Total of 5000/);
    expect(pages.at(-1)).toMatch(/500/);
    expect(pages.at(-1)).toContain('Tube no. 5000');
  });

  test('of fifty is one document, each record on pages of its own; one more is refused', async () => {
    const ids: number[] = [];
    for (let at = 1; at <= 51; at += 1) ids.push(await addRecord(100 + at, 2));
    const { pages, fileName, info } = await print(ana, ids.slice(0, 50));
    expect(fileName).toBe('Orders, 50 records.pdf');
    expect(info.Title).toBe('Orders');
    expect(pages).toHaveLength(50);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Orders ${101 + index}`);
    expect(await linkTo(ana, ids)).toMatchObject({
      errors: [{ message: 'The maximum number of records that can be printed together is 50.' }],
    });
    expect(await linkTo(ana, [])).toMatchObject({ errors: [{ message: 'Choose at least one record.' }] });
  });

  test('of another company is absent, and a link is good once and as it was given', async () => {
    const id = await addRecord(1);
    const sue = await server.enter('sue', server.south);
    expect(await linkTo(sue, [id])).toMatchObject({ errors: [{ message: 'The record was not found.' }] });
    expect(await linkTo(ana, [id, 999_999])).toMatchObject({
      errors: [{ message: 'The record was not found.' }],
    });
    const { url } = await print(ana, [id]);
    for (const address of [url, url.slice(0, -2), `${url}x`, '/prints/', '/prints/abc'])
      expect((await server.app.inject({ method: 'GET', url: address })).statusCode).toBe(404);
  });

  test('takes its comments and its history along when asked, as the role sees them today', async () => {
    const { orders } = server.north.types;
    const id = await addRecord(8001, 1);
    const say = async (words: string) => {
      const data = { recordId: id, recordTypeId: orders, text: words, idempotencyKey: words };
      const { data: said } = await server.ask(
        'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
        ana,
        { data },
      );
      return (said!['createComment'] as { id: number }).id;
    };
    const change = async (recordAdditionalFieldByTypeId: number, value: string) => {
      const data = { id, additionalFields: [{ recordAdditionalFieldByTypeId, value }] };
      const answer = await server.ask(
        'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
        ana,
        { data },
      );
      expect(answer.errors).toBeUndefined();
    };
    const gone = await say('Never mind');
    for (let at = 1; at <= 60; at += 1) await say(`Comment no. ${at} of 60`);
    const remove = 'mutation ($data: DeleteCommentInput!) { deleteComment(data: $data) { id } }';
    expect((await server.ask(remove, ana, { data: { id: gone } })).errors).toBeUndefined();
    await change(note, 'By the back door');
    await change(secret, 'Half price');

    const plain = await print(ana, [id]);
    for (const part of ['Comments', 'History', 'Comment no.']) expect(plain.text).not.toContain(part);

    const all = await print(ana, [id], { withComments: true, withHistory: true });
    expect(all.text).toContain('Comments (60)');
    expect(all.text).toContain('Deleted by');
    expect(all.text).not.toContain('Never mind');
    expect(all.text.match(/Comment no\. \d+/g)).toEqual(
      Array.from({ length: 60 }, (_, at) => `Comment no. ${at + 1}`),
    );
    expect(all.text).toMatch(/History \(\d+ entries\)/);
    for (const part of ['By the back door', 'Half price', `only managers 8001`, 'Changed', 'Date updated'])
      expect(all.text).toContain(part);

    const some = await print(bob, [id], { withComments: true, withHistory: true });
    expect(some.text).toContain('Comment no. 60 of 60');
    expect(some.text).toContain('By the back door');
    for (const hidden of ['Half price', 'Margin', 'only managers', 'Tube'])
      expect(some.text).not.toContain(hidden);

    const silent = await addRecord(8002);
    expect((await print(ana, [silent], { withComments: true })).text).toContain('No comments yet');
  });
});
