// What is said about a record, to whom and by whom, through HTTP on a real database.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());

let lastNumber = 7000;
type Creation = { tenant?: TestTenant; type?: number; enabled?: boolean };
async function aRecord({ tenant = server.north, type = tenant.types.orders, enabled = true }: Creation = {}) {
  const [row] = await server.query(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id, enabled)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4, $5) returning id`,
    [tenant.id, type, (lastNumber += 1), tenant.statuses.order, enabled],
  );
  return Number(row?.['id']);
}

type Comment = {
  id: number;
  number: number;
  version: number;
  text: string | null;
  user: { name: string } | null;
  isOwn: boolean;
  mentions: { id: number; name: string }[];
  editedAt: string | null;
  deletedAt: string | null;
};
type Reading = { total: number; unread: number; readUpTo: number; watchLevel: string };
type Found = {
  comments: Comment[];
  isMore: boolean;
  version: number;
  reading: Reading;
  whyNotWrite: string | null;
};
const parts = `id number version text isOwn user { name } mentions { id name } createdAt editedAt deletedAt`;
const readingParts = `recordId total unread readUpTo watchLevel`;
const place = (recordId: number, recordTypeId: number = server.north.types.orders) => ({
  recordId,
  recordTypeId,
});

const findDocument = `query ($data: FindCommentsInput!) { findComments(data: $data) {
  comments { ${parts} } isMore version reading { ${readingParts} } whyNotWrite } }`;
const askFor = (recordId: number, who = ana, more: object = {}) =>
  server.ask(findDocument, who, { data: { ...place(recordId), ...more } });
const answerOf = <Answer>({ data, errors }: GraphqlAnswer, name: string): Answer => {
  expect(errors).toBeUndefined();
  return data?.[name] as Answer;
};
const find = async (recordId: number, who = ana, more: object = {}) =>
  answerOf<Found>(await askFor(recordId, who, more), 'findComments');

let keys = 0;
const trySay = (recordId: number, text: string, who = ana, more: object = {}) =>
  server.ask(`mutation ($data: CreateCommentInput!) { createComment(data: $data) { ${parts} } }`, who, {
    data: { ...place(recordId), text, idempotencyKey: `key ${++keys}`, ...more },
  });
const say = async (recordId: number, text: string, who = ana, more: object = {}) =>
  answerOf<Comment>(await trySay(recordId, text, who, more), 'createComment');
const tryEdit = (id: number, text: string, who = ana) =>
  server.ask(`mutation ($data: UpdateCommentInput!) { updateComment(data: $data) { ${parts} } }`, who, {
    data: { id, text },
  });
const tryDelete = (id: number, who = ana) =>
  server.ask(`mutation ($data: DeleteCommentInput!) { deleteComment(data: $data) { ${parts} } }`, who, {
    data: { id },
  });
const markRead = async (recordId: number, upTo: number, who = ana) =>
  answerOf<Reading>(
    await server.ask(
      `mutation ($data: MarkCommentsReadInput!) { markCommentsRead(data: $data) { ${readingParts} } }`,
      who,
      { data: { ...place(recordId), upTo } },
    ),
    'markCommentsRead',
  );
const watchDocument = `mutation ($data: UpdateRecordWatchInput!) { updateRecordWatch(data: $data) { ${readingParts} } }`;
const countDocument = `query ($data: CountCommentsInput!) { countComments(data: $data) { records { ${readingParts} } } }`;
const refusal = (answer: GraphqlAnswer) => [
  answer.errors?.[0]?.extensions['code'],
  answer.errors?.[0]?.message,
];

describe('a comment', () => {
  test('is read by whoever sees the record, in the order of the server', async () => {
    const record = await aRecord();
    expect(await find(record)).toEqual({
      comments: [],
      isMore: false,
      version: 0,
      reading: { recordId: record, total: 0, unread: 0, readUpTo: 0, watchLevel: 'MENTIONS' },
      whyNotWrite: null,
    });
    const first = await say(record, '  Crates are in the yard.\r\nFour of them. ');
    expect(first).toMatchObject({
      text: 'Crates are in the yard.\nFour of them.',
      user: { name: 'Ana Test' },
      mentions: [],
      editedAt: null,
      deletedAt: null,
    });
    const second = await say(record, 'Which crate?', bob);
    const { comments, version, reading } = await find(record, bob);
    expect(comments).toEqual([{ ...first, isOwn: false }, second]);
    expect(first.isOwn).toBe(true);
    expect(version).toBe(second.version);
    expect(reading).toMatchObject({ total: 2, unread: 1, watchLevel: 'WATCHING' });
  });

  test('is written once for a key, also when it is sent many times at once', async () => {
    const record = await aRecord();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => say(record, 'Once', ana, { idempotencyKey: 'once' })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await say(record, 'Once', ana, { idempotencyKey: 'once' })).toEqual(answers[0]);
    expect((await find(record)).comments).toEqual([answers[0]]);
    // Of another person it is another key; of another comment it is none.
    await say(record, 'Once', bob, { idempotencyKey: 'once' });
    const other = await aRecord();
    for (const sent of [
      () => trySay(other, 'Once', ana, { idempotencyKey: 'once' }),
      () => trySay(record, 'Twice', ana, { idempotencyKey: 'once' }),
    ])
      expect(refusal(await sent())).toEqual(['INVALID', keyUsedForOther]);
    expect((await find(record)).comments.map(({ text }) => text)).toEqual(['Once', 'Once']);
  });

  test('of many at once each has its own place, and none is passed over by whoever asks after a version', async () => {
    const record = await aRecord();
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, index) => say(record, `${index}`, index % 2 ? ana : bob)),
    );
    const heard: Comment[] = [];
    let version = 0;
    const hear = async () => {
      for (;;) {
        const found = await find(record, ana, { after: version });
        heard.push(...found.comments);
        version = found.version;
        if (!found.isMore) return;
      }
    };
    while (heard.length < 60) await hear();
    await writing;
    expect(heard.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test('says what is wrong with its text', async () => {
    const record = await aRecord();
    expect(refusal(await trySay(record, ' \n '))).toEqual(['INVALID', 'Write something first.']);
    expect(refusal(await trySay(record, 'x'.repeat(4001)))).toEqual([
      'INVALID',
      'A comment has at most 4,000 characters. This one has 4,001.',
    ]);
    expect(refusal(await trySay(record, 'a\u0000b'))[0]).toBe('INVALID');
    expect((await find(record)).comments).toEqual([]);
  });

  test('is edited and deleted by its author alone, and what stood there before is kept', async () => {
    const record = await aRecord();
    const { id, number } = await say(record, 'Thre crates');
    expect(refusal(await tryEdit(id, 'Mine', bob))).toEqual([
      'FORBIDDEN',
      'Only the person who wrote a comment can change it.',
    ]);
    expect(refusal(await tryDelete(id, bob))[0]).toBe('FORBIDDEN');
    const edited = answerOf<Comment>(await tryEdit(id, 'Three crates'), 'updateComment');
    expect(edited).toMatchObject({
      id,
      number,
      text: 'Three crates',
      editedAt: expect.any(String) as string,
    });
    expect(edited.version).toBeGreaterThan(number);
    const deleted = answerOf<Comment>(await tryDelete(id), 'deleteComment');
    expect(deleted).toMatchObject({ id, number, text: null, user: { name: 'Ana Test' } });
    expect(deleted.deletedAt).not.toBeNull();
    expect(refusal(await tryEdit(id, 'Again'))).toEqual(['FORBIDDEN', 'This comment was deleted.']);
    expect(refusal(await tryDelete(id))[0]).toBe('FORBIDDEN');
    expect((await find(record, bob)).comments).toEqual([{ ...deleted, isOwn: false }]);
    expect((await find(record, bob)).reading).toMatchObject({ total: 0, unread: 0 });
    const entries = await server.query(
      `select action, user_id::int, changes -> 'content' as content from audit_log
       where entity = 'comment' and entity_id = $1 and record_id = $2 order by id`,
      [id, record],
    );
    expect(entries.map(({ action, content }) => [action, content])).toEqual([
      ['create', [null, 'Thre crates']],
      ['update', ['Thre crates', 'Three crates']],
      ['delete', ['Three crates', null]],
    ]);
    expect(entries.map((entry) => entry['user_id'])).toEqual(Array(3).fill(server.people.ana));
  });

  test('of 120 come by 50 upward, and what was changed comes after a version', async () => {
    const record = await aRecord();
    const said: Comment[] = [];
    for (let index = 1; index <= 120; index += 1) said.push(await say(record, `${index}`));
    const last = await find(record);
    expect(last.comments.map(({ text }) => text)).toEqual(said.slice(70).map(({ text }) => text));
    expect(last.isMore).toBe(true);
    const middle = await find(record, ana, { before: last.comments[0]?.number });
    const first = await find(record, ana, { before: middle.comments[0]?.number });
    expect([...first.comments, ...middle.comments, ...last.comments]).toEqual(said);
    expect(first.isMore).toBe(false);
    const edited = answerOf<Comment>(await tryEdit(said[3]?.id ?? 0, 'four'), 'updateComment');
    expect(await find(record, bob, { after: last.version })).toMatchObject({
      comments: [{ ...edited, isOwn: false }],
      version: edited.version,
      isMore: false,
    });
    expect(refusal(await askFor(record, ana, { after: 1, before: 2 }))[0]).toBe('INVALID');
  });
});

describe('a mention', () => {
  test('names a member who sees the record', async () => {
    const record = await aRecord();
    const { text, mentions } = await say(record, 'Could you ask, @bob test? Not a@Bob Test or @Bob Tester.');
    expect(text).toContain('@bob test?');
    expect(mentions).toEqual([{ id: server.people.bob, name: 'bob test' }]);
  });

  test('of one who does not see the record is refused by name, and nothing is written', async () => {
    const secret = await aRecord({ type: server.north.types.secrets });
    const at = place(secret, server.north.types.secrets);
    expect(refusal(await trySay(secret, 'For @Bob Test', ana, at))).toEqual([
      'INVALID',
      'Bob Test cannot see this record. Take the name out to send the comment.',
    ]);
    expect((await find(secret, ana, at)).comments).toEqual([]);
    const { id } = await say(secret, 'For nobody', ana, at);
    expect(refusal(await tryEdit(id, 'For @Bob Test'))[0]).toBe('INVALID');
  });

  test('is offered, those who cannot see the record last', async () => {
    const document = `query ($data: FindCommentReadersInput!) {
      findCommentReaders(data: $data) { members { name email maySeeRecord } isMore } }`;
    const ask = (recordId: number, type: number, search?: string) =>
      server.ask(document, ana, { data: { ...place(recordId, type), search } });
    const { orders, secrets } = server.north.types;
    const [anas, bobs] = ['ana', 'bob'].map((name) => ({
      name: name === 'ana' ? 'Ana Test' : 'Bob Test',
      email: `${name}@example.com`,
    }));
    const inOrders = answerOf<{ members: unknown[] }>(
      await ask(await aRecord(), orders),
      'findCommentReaders',
    );
    expect(inOrders.members).toEqual([
      { ...anas, maySeeRecord: true },
      { ...bobs, maySeeRecord: true },
    ]);
    const secret = await aRecord({ type: secrets });
    const inSecrets = answerOf<{ members: unknown[] }>(await ask(secret, secrets, 'B'), 'findCommentReaders');
    expect(inSecrets.members).toEqual([{ ...bobs, maySeeRecord: false }]);
  });
});

describe('reading', () => {
  test('is kept by person, goes no further than there are comments, and never back', async () => {
    const record = await aRecord();
    const said = [await say(record, 'One', bob), await say(record, 'Two', bob), await say(record, 'Three')];
    expect((await find(record)).reading).toMatchObject({ total: 3, unread: 2, readUpTo: 0 });
    expect(await markRead(record, said[0]?.number ?? 0)).toMatchObject({ unread: 1 });
    expect(await markRead(record, 1_000_000)).toMatchObject({ unread: 0, readUpTo: said[2]?.number });
    expect(await markRead(record, 0)).toMatchObject({ unread: 0 });
    await say(record, 'Four', bob);
    expect((await find(record)).reading.unread).toBe(1);
    expect((await find(record, bob)).reading).toMatchObject({ unread: 1, readUpTo: 0 });
  });

  test('is counted for many records at once', async () => {
    const [quiet, spoken] = [await aRecord(), await aRecord()];
    await say(spoken, 'Hear', bob);
    const data = { recordTypeId: server.north.types.orders, recordIds: [quiet, spoken] };
    expect(answerOf(await server.ask(countDocument, ana, { data }), 'countComments')).toEqual({
      records: [{ recordId: spoken, total: 1, unread: 1, readUpTo: 0, watchLevel: 'MENTIONS' }],
    });
  });

  test('what one wants to hear is chosen, and stays chosen', async () => {
    const record = await aRecord();
    const data = { ...place(record), level: 'MUTED' };
    expect(answerOf(await server.ask(watchDocument, ana, { data }), 'updateRecordWatch')).toMatchObject({
      watchLevel: 'MUTED',
    });
    await say(record, 'Said');
    expect((await find(record)).reading.watchLevel).toBe('MUTED');
    expect((await find(record, bob)).reading.watchLevel).toBe('MENTIONS');
  });
});

describe('what is out of sight', () => {
  test('another company, a hidden type, a deleted and a missing record read the same', async () => {
    const foreign = await aRecord({ tenant: server.south });
    const south = place(foreign, server.south.types.orders);
    const { id: foreignId } = await say(foreign, 'Foreign', sue, south);
    const secret = await aRecord({ type: server.north.types.secrets });
    const atSecret = place(secret, server.north.types.secrets);
    const { id: secretId } = await say(secret, 'Secret', ana, atSecret);
    const deleted = await aRecord();
    const { id: deletedId } = await say(deleted, 'Before it was deleted');
    await server.query('update record_3 set enabled = false where id = $1', [deleted]);

    for (const recordId of [foreign, secret, deleted, 999_999_999]) {
      expect(await askFor(recordId, bob)).toEqual(absent('The record'));
      expect(await trySay(recordId, 'Here?', bob)).toEqual(absent('The record'));
      const data = { recordTypeId: server.north.types.orders, recordIds: [recordId] };
      expect(answerOf(await server.ask(countDocument, bob, { data }), 'countComments')).toEqual({
        records: [],
      });
      expect(await server.ask(watchDocument, bob, { data: { ...place(recordId), level: 'MUTED' } })).toEqual(
        absent('The record'),
      );
    }
    expect(await askFor(secret, bob, atSecret)).toEqual(absent('The record type'));
    for (const id of [foreignId, secretId, deletedId, 999_999_999]) {
      expect(await tryEdit(id, 'Mine', bob)).toEqual(absent('The comment'));
      expect(await tryDelete(id, bob)).toEqual(absent('The comment'));
    }
    const stored = await server.query('select content from record_comment where id = any($1) order by id', [
      [foreignId, secretId, deletedId],
    ]);
    expect(stored.map(({ content }) => content)).toEqual(['Foreign', 'Secret', 'Before it was deleted']);
  });

  test('a deleted record is read only to those who see it', async () => {
    const record = await aRecord();
    const { id } = await say(record, 'Before');
    await server.query('update record_3 set enabled = false where id = $1', [record]);
    const why = 'This record is deleted. Its comments can be read only.';
    const found = await find(record);
    expect(found.whyNotWrite).toBe(why);
    expect(found.comments).toHaveLength(1);
    for (const answer of [await trySay(record, 'After'), await tryEdit(id, 'After'), await tryDelete(id)])
      expect(refusal(answer)).toEqual(['FORBIDDEN', why]);
  });

  test('through the grid of a super type the comments are the same', async () => {
    const record = await aRecord();
    const documents = place(record, server.north.types.documents);
    const said = await say(record, 'From all documents', bob, documents);
    expect((await find(record)).comments).toEqual([{ ...said, isOwn: false }]);
    expect(refusal(await askFor(record, ana, place(record, server.north.types.bills)))).toEqual([
      'NOT_FOUND',
      'The record was not found.',
    ]);
  });
});
