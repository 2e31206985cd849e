// Two companies talk about a record that went from one to the other, each through its own front door.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellOverdue } from '@rowhouse/server/features/transmissions/overdue-sql.ts';
import { casesOf } from './cases.ts';
import { startTestServer } from './test-server.ts';
import type { Credentials, TestServer } from './test-server.ts';
import { waitFor } from './wait-for.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
let mapping: number;
let approved = 0;

type Position = { isWithout: boolean; values: string[] } | null;
type Conversation = {
  id: number;
  version: number;
  mayAnswer: boolean;
  waitsForUs: number;
  waitsForThem: number;
  dueAt: string | null;
  isOverdue: boolean;
  agreedHash: string | null;
  terms: { item: number; name: string }[];
  lines: { mine: Position; theirs: Position; agreed: Position; agreedIn: number | null }[];
  versions: { number: number; isOurs: boolean; person: string | null; isByItself: boolean }[];
};
const all = `id company version whyClosed mayAnswer reasons waitsForUs waitsForThem agreedHash dueAt isOverdue terms { item name dataType }
  lines { number name details mine { isWithout values } theirs { isWithout values } agreed { isWithout values } agreedIn
    waitsForUs waitsForThem last { kind isOurs isByItself reason } }
  versions { number isOurs person isByItself at message accepted changed backordered rejected }`;
const find = `query ($data: FindRecordConversationsInput!) { findRecordConversations(data: $data) { ${all} } }`;
const answerIt = `mutation ($data: AnswerConversationInput!) { answerConversation(data: $data) { ${all} } }`;
const toAnswer =
  '{ findConversationsToAnswer { total overdue conversations { company lines since dueAt isOverdue record { id } } } }';

const notificationsDocument =
  '{ findNotifications(data: {}) { notifications { id kind company excerpt fields by { name } record { id description } } unread { unread } } }';
const mappingsDocument = `{ findTransmissionMappings { own { id version state approvedVersion targetName
  answering { answers pricePercent days answerDays } fields { key name isTaken } } } }`;

beforeAll(async () => {
  server = await startTestServer();
  [ana, bob, sue] = await Promise.all([
    server.enter('ana', server.north),
    server.enter('bob', server.north),
    server.enter('sue', server.south),
  ]);
  const { weight, margin } = server.north.fields;
  mapping = (
    await ask<{ id: number }>(
      'mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { id } }',
      ana,
      {
        recordTypeId: server.north.types.orders,
        targetUrl: 'south',
        triggerField: 'status',
        triggerValue: 'Ready',
        fields: ['description', `f${weight}`, `f${margin}`],
      },
    )
  ).id;
  await approve('BY_PERSON');
});
afterAll(() => server.close());

async function ask<Result>(document: string, who: Credentials, data: object): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const codeOf = async (document: string, who: Credentials, data: object) =>
  (await server.ask(document, who, { data })).errors?.[0]?.extensions['code'];

async function approve(answers: 'BY_ITSELF' | 'BY_PERSON', rest: object = { pricePercent: 0, days: 0 }) {
  const { weight, margin } = server.south.fields;
  const { acceptance } = await ask<{ acceptance: { version: number } }>(
    'mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { acceptance { version } } }',
    sue,
    {
      id: mapping,
      offeredVersion: 1,
      ...(approved > 0 && { version: approved }),
      recordTypeId: server.south.types.orders,
      targetStatusField: 'status',
      targetStatusValue: 'Ready',
      pairs: [
        { item: 1, field: 'description' },
        { item: 2, field: `f${weight}` },
        { item: 3, field: `f${margin}` },
      ],
      translations: [],
      answering: { answers, ...rest },
    },
  );
  approved = acceptance.version;
}

/** An order of North that has arrived in South: its id in either. */
async function sendOrder(): Promise<{ ours: number; theirs: number }> {
  const { bucket, id, types, fields, statuses } = server.north;
  const slots = new Map(
    (
      await server.query('select id, slot from field where id = any($1)', [[fields.weight, fields.margin]])
    ).map((row) => [Number(row['id']), String(row['slot'])]),
  );
  const [made] = await server.query(
    `insert into record (bucket, tenant_id, record_type_id, record_number, description, target_transmission_tenant_id,
       ${slots.get(fields.weight)}, ${slots.get(fields.margin)})
     values ($1, $2, $3, 1, 'Bolts', $4, 10, 100) returning id`,
    [bucket, id, types.orders, server.south.id],
  );
  const ours = Number(made?.['id']);
  await ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', ana, {
    id: ours,
    statusId: statuses.order,
  });
  server.transmissions.wake();
  const theirs = await waitFor(
    async () => {
      const [found] = await server.query(
        `select record_id from transmission_received where source_key = $1 and record_id is not null`,
        [`${mapping}:${ours}`],
      );
      expect(found).toBeDefined();
      return Number(found?.['record_id']);
    },
    { interval: 20 },
  );
  return { ours, theirs };
}

async function read(who: Credentials, recordId: number, onDay?: string): Promise<Conversation> {
  const [found] = await ask<Conversation[]>(find, who, { recordId, ...(onDay !== undefined && { onDay }) });
  return found!;
}
const say = (who: Credentials, { id, version }: Conversation, answer: object, requestKey = randomUUID()) =>
  ask<Conversation>(answerIt, who, { id, version, requestKey, answers: [{ line: 1, ...answer }] });

const recordsAsTheyAre = (...ids: number[]) =>
  server.query('select to_jsonb(r) as row from record r where r.id = any($1) order by r.tenant_id, r.id', [
    ids,
  ]);

test('an order is answered, countered and agreed; nobody has written the other’s record', async () => {
  const { ours, theirs } = await sendOrder();
  const before = await recordsAsTheyAre(ours, theirs);
  const asked = await read(sue, theirs);
  expect(asked).toMatchObject({
    version: 1,
    waitsForUs: 1,
    waitsForThem: 0,
    agreedHash: null,
    mayAnswer: true,
  });
  expect(asked.lines[0]).toMatchObject({
    name: 'Bolts',
    mine: null,
    theirs: { isWithout: false, values: ['10', '100'] },
    agreed: null,
  });
  const [weight, margin] = asked.terms.map(({ item }) => item);
  await say(sue, asked, {
    kind: 'CHANGED',
    reason: 'Late',
    values: [
      { item: weight, value: '8' },
      { item: margin, value: '110.50' },
    ],
  });
  const countered = await read(ana, ours);
  expect(countered.lines[0]).toMatchObject({
    mine: { values: ['10', '100'] },
    theirs: { values: ['8', '110.50'] },
    last: { kind: 'CHANGED', isOurs: false, reason: 'Late' },
  });
  await say(ana, countered, { kind: 'CHANGED', values: [{ item: weight, value: '8' }] });
  const agreed = await say(sue, await read(sue, theirs), { kind: 'ACCEPTED' });
  const seen = await read(ana, ours);
  expect(agreed).toMatchObject({ version: 4, waitsForUs: 0, waitsForThem: 0 });
  expect(seen.lines[0]).toMatchObject({ agreed: { values: ['8', '100'] }, agreedIn: 4 });
  expect(seen.agreedHash).toMatch(/^[\da-f]{64}$/);
  expect(seen.agreedHash).toBe(agreed.agreedHash);
  expect(seen.versions.map(({ number, isOurs, person }) => ({ number, isOurs, person }))).toEqual([
    { number: 4, isOurs: false, person: null },
    { number: 3, isOurs: true, person: 'Ana Test' },
    { number: 2, isOurs: false, person: null },
    { number: 1, isOurs: true, person: null },
  ]);
  expect(await recordsAsTheyAre(ours, theirs)).toEqual(before);
  // Later something else is proposed: what was agreed stands until both agree again, and what stood on a day is shown.
  await say(sue, agreed, { kind: 'BACKORDERED', values: [{ item: weight, value: '4' }] });
  const later = await read(ana, ours);
  expect(later.lines[0]).toMatchObject({
    agreed: { values: ['8', '100'] },
    theirs: { values: ['4', '100'] },
  });
  expect(later.agreedHash).toBe(seen.agreedHash);
  await server.query(
    `update conversation_version set created_at = '2026-05-03 10:00Z' where number <= 4 and conversation_id = $1`,
    [later.id],
  );
  expect(await read(ana, ours, '2026-05-03')).toMatchObject({
    version: 4,
    mayAnswer: false,
    agreedHash: seen.agreedHash,
    lines: [{ theirs: { values: ['8', '100'] } }],
  });
  expect(await ask(find, ana, { recordId: ours, onDay: '2026-05-02' })).toEqual([]);
});

test('whoever may not answer is refused, a hidden term is hidden with what follows from it, another company’s is not there', async () => {
  const { ours, theirs } = await sendOrder();
  const { id } = await read(ana, ours);
  const answer = {
    id,
    version: 1,
    requestKey: randomUUID(),
    answers: [{ line: 1, kind: 'REJECTED', reason: 'Late' }],
  };
  expect(await codeOf(answerIt, bob, answer)).toBe('FORBIDDEN');
  expect(await codeOf(answerIt, sue, answer)).toBe('NOT_FOUND');
  expect(await codeOf(find, sue, { recordId: ours })).toBe('NOT_FOUND');
  const seen = await ask<Conversation[]>(find, bob, { recordId: ours });
  expect(JSON.stringify(seen)).not.toContain('100');
  await say(sue, await read(sue, theirs), { kind: 'ACCEPTED' });
  expect(await read(ana, ours)).toMatchObject({ waitsForThem: 0, agreedHash: expect.any(String) });
  for (const one of await ask<Conversation[]>(find, bob, { recordId: ours }))
    expect(one).toMatchObject({ agreedHash: null, mayAnswer: false });
});

test('what cannot be said is refused with a sentence, and nothing is written over a version that was not seen', async () => {
  const { theirs } = await sendOrder();
  const asked = await read(sue, theirs);
  const refuse = async (given: object) =>
    (
      await server.ask(answerIt, sue, {
        data: { id: asked.id, version: 1, requestKey: randomUUID(), answers: [{ line: 1, ...given }] },
      })
    ).errors?.[0]?.message;
  const [item] = asked.terms.map((term) => term.item);
  expect(await refuse({ kind: 'REJECTED' })).toBe('Say why line 1 is rejected.');
  expect(await refuse({ kind: 'REJECTED', reason: 'Bad mood' })).toBe(`'Bad mood' is none of your reasons.`);
  expect(await refuse({ kind: 'CHANGED', values: [] })).toBe('Nothing is different in line 1.');
  expect(await refuse({ kind: 'CHANGED', values: [{ item, value: 'many' }] })).toMatch(/^Line 1: /);
  expect(await refuse({ line: 2, kind: 'ACCEPTED' })).toBe('There is no line 2.');
  const key = randomUUID();
  const first = await say(sue, asked, { kind: 'CHANGED', values: [{ item, value: '9' }] }, key);
  // Sent again, it is the same answer.
  expect(await say(sue, asked, { kind: 'CHANGED', values: [{ item, value: '9' }] }, key)).toEqual(first);
  expect(await refuse({ kind: 'CHANGED', values: [{ item, value: '7' }] })).toBe(
    'There is a newer version of what you and North say. Look at it, and send your answer again.',
  );
});

test('a company learns nothing of the other beside what was said', async () => {
  const { ours, theirs } = await sendOrder();
  await say(sue, await read(sue, theirs), { kind: 'REJECTED', reason: 'Late' });
  // All that the other company can ask of it: the conversation, what waits, what it was told, its own mapping.
  const tellAll = async () => {
    const about = [toAnswer, notificationsDocument, mappingsDocument].map((document) =>
      server.ask(document, ana),
    );
    const { data } = await server.ask(find, ana, { data: { recordId: ours } });
    return JSON.stringify([data, ...(await Promise.all(about)).map((answer) => answer.data)]);
  };
  const before = await tellAll();
  for (const word of ['Sue', 'sue@', 'userId', 'recordId', `f${server.south.fields.weight}`])
    expect(before).not.toContain(word);
  // Whatever becomes of the record there, and whoever answered, the other reads the same bytes.
  await ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', sue, {
    id: theirs,
    description: 'Renamed',
    additionalFields: [{ recordAdditionalFieldByTypeId: server.south.fields.weight, value: '77' }],
  });
  await server.query(`update field set name = 'Gross weight' where id = $1`, [server.south.fields.weight]);
  await server.query(
    `update conversation_version v set user_id = null from conversation c
     where c.tenant_id = $1 and c.record_id = $2 and v.tenant_id = c.tenant_id and v.conversation_id = c.id`,
    [server.south.id, theirs],
  );
  await approve('BY_PERSON', { pricePercent: 7, days: 3, answerDays: 1 });
  expect(await tellAll()).toBe(before);
});

test('a company that accepts as it comes has answered at once; small deviations are accepted by their size', async () => {
  await approve('BY_ITSELF');
  const plain = await sendOrder();
  expect(await read(ana, plain.ours)).toMatchObject({ version: 2, waitsForUs: 0, waitsForThem: 0 });
  const waits = await server.ask(toAnswer, sue);
  expect(JSON.stringify(waits.data)).not.toContain(`"id":${plain.theirs}}`);

  await approve('BY_PERSON', { pricePercent: 1, days: 0 });
  const { ours, theirs } = await sendOrder();
  expect(JSON.stringify((await server.ask(toAnswer, sue)).data)).toContain(`"id":${theirs}}`);
  const asked = await read(sue, theirs);
  const item = asked.terms[1]!.item;
  await say(sue, asked, { kind: 'CHANGED', values: [{ item, value: '110' }] });
  const far = await say(ana, await read(ana, ours), { kind: 'CHANGED', values: [{ item, value: '108' }] });
  expect(far).toMatchObject({ waitsForThem: 1 });
  const near = await say(ana, far, { kind: 'CHANGED', values: [{ item, value: '109' }] });
  expect(near).toMatchObject({
    waitsForThem: 0,
    lines: [{ agreed: { values: ['10', '109'] }, last: { isOurs: false, isByItself: true } }],
  });
  expect((await read(sue, theirs)).agreedHash).toBe(near.agreedHash);
  await approve('BY_PERSON');
});

type Told = { kind: string; company: string | null; by: object | null; record: { id: number } | null };
const toldOf = async (who: Credentials): Promise<Told[]> => {
  const document = `{ findNotifications(data: {}) { notifications { kind company by { name } record { id } } } }`;
  const found = (await server.ask(document, who)).data?.['findNotifications'] as { notifications: Told[] };
  return found.notifications.filter(({ kind }) => kind === 'TO_ANSWER' || kind === 'OVERDUE');
};
const kindsOf = async (who: Credentials, recordId: number) =>
  (await toldOf(who)).filter(({ record }) => record?.id === recordId).map(({ kind }) => kind);

test('whoever may answer is told when something arrives and once when it is overdue, and has it first in the list', async () => {
  const day = 86_400_000;
  await approve('BY_PERSON', { pricePercent: 0, days: 0, answerDays: 3 });
  const { ours, theirs } = await sendOrder();
  const later = await sendOrder();
  const asked = await read(sue, theirs);
  expect(asked.isOverdue).toBe(false);
  expect(Math.round((Date.parse(asked.dueAt ?? '') - Date.now()) / day)).toBe(3);
  const [told] = (await toldOf(sue)).filter(({ record }) => record?.id === theirs);
  expect(told).toEqual({ kind: 'TO_ANSWER', company: 'North', by: null, record: { id: theirs } });
  expect(await kindsOf(ana, ours)).toEqual([]);
  expect((await read(ana, ours)).dueAt).toBeNull();

  const lapse = () =>
    server.query(
      `update conversation set due_at = now() - interval '1 hour' where tenant_id = $1 and record_id = $2`,
      [server.south.id, theirs],
    );
  await lapse();
  // Several servers at once, and one that starts anew.
  await Promise.all([tellOverdue(server.database), tellOverdue(server.database)]);
  await tellOverdue(server.database);
  expect(await kindsOf(sue, theirs)).toEqual(['OVERDUE', 'TO_ANSWER']);
  const list = (await server.ask(toAnswer, sue)).data?.['findConversationsToAnswer'] as {
    overdue: number;
    conversations: { isOverdue: boolean; record: { id: number } }[];
  };
  expect(list.overdue).toBe(1);
  expect(list.conversations[0]).toMatchObject({ isOverdue: true, record: { id: theirs } });
  expect(list.conversations.some(({ record }) => record.id === later.theirs)).toBe(true);

  // By mail, with nothing in it but what the bell says; whoever turned it off gets none.
  server.clock.at = Date.now() + 6 * 60_000;
  await server.notificationMails.sendDue();
  const mailsToSue = () => server.mails().filter(({ to }) => to === 'sue@example.com');
  const [mail] = mailsToSue();
  expect(mail?.text).toContain('North waits for your answer to Orders');
  expect(mail?.text).toContain('Your answer to North is overdue: Orders');
  expect(mail?.text).toContain(`recordId=${theirs}`);
  expect(mail?.text).toContain('tab=conversation');
  expect(mail?.headers?.['List-Unsubscribe']).toMatch(/unsubscribe/);
  for (const word of ['Ana', 'ana@', `recordId=${ours}`]) expect(mail?.text).not.toContain(word);

  // What was answered tells of nothing any more; what comes back is told anew, and has its own time.
  const [item] = asked.terms.map((term) => term.item);
  await say(sue, asked, { kind: 'CHANGED', values: [{ item, value: '8' }] });
  expect(await kindsOf(sue, theirs)).toEqual([]);
  expect(await read(sue, theirs)).toMatchObject({ dueAt: null, isOverdue: false });
  await ask(
    'mutation ($data: UpdateNotificationMailsInput!) { updateNotificationMails(data: $data) { isSent } }',
    sue,
    { topic: 'ANSWERS', mail: 'OFF' },
  );
  await say(ana, await read(ana, ours), { kind: 'CHANGED', values: [{ item, value: '9' }] });
  const again = await read(sue, theirs);
  expect(Date.parse(again.dueAt ?? '')).toBeGreaterThan(Date.now() + 2 * day);
  expect((await kindsOf(sue, theirs))[0]).toBe('TO_ANSWER');
  // A second change while the first one waits moves nothing, and is one line in the bell.
  const count = (await kindsOf(sue, theirs)).length;
  await say(ana, await read(ana, ours), { kind: 'CHANGED', values: [{ item, value: '9.5' }] });
  expect((await read(sue, theirs)).dueAt).toBe(again.dueAt);
  expect(await kindsOf(sue, theirs)).toHaveLength(count);
  const before = mailsToSue().length;
  server.clock.at += 10 * 60_000;
  await server.notificationMails.sendDue();
  expect(mailsToSue()).toHaveLength(before);
  server.clock.at = Date.now();
});

test('who waits sees when the answer is due and reminds once a day; the other company learns that, and not who', async () => {
  const remind = (who: Credentials, id: number) =>
    server.ask(
      'mutation ($data: RemindConversationInput!) { remindConversation(data: $data) { id remindedAt mayRemind } }',
      who,
      { data: { id } },
    );
  const asks = async (who: Credentials, recordId: number) => {
    const document = `query ($data: FindRecordConversationsInput!) { findRecordConversations(data: $data) { id theirDueAt isTheirsOverdue remindedAt mayRemind } }`;
    const found = (await server.ask(document, who, { data: { recordId } })).data?.[
      'findRecordConversations'
    ] as {
      id: number;
      theirDueAt: string | null;
      isTheirsOverdue: boolean;
      remindedAt: string | null;
      mayRemind: boolean;
    }[];
    return found[0]!;
  };
  await approve('BY_PERSON', { pricePercent: 0, days: 0, answerDays: 3 });
  const { ours, theirs } = await sendOrder();
  const own = await asks(ana, ours);
  expect(own).toMatchObject({ isTheirsOverdue: false, remindedAt: null, mayRemind: true });
  expect(own.theirDueAt).toBe((await read(sue, theirs)).dueAt);
  const remindedOf = async () => {
    const document = `{ findNotifications(data: {}) { notifications { kind company by { name } record { id } } } }`;
    const found = (await server.ask(document, sue)).data?.['findNotifications'] as { notifications: Told[] };
    return found.notifications.filter(({ kind, record }) => kind === 'REMINDED' && record?.id === theirs);
  };

  // Two at once: one reminds.
  const both = await Promise.all([remind(ana, own.id), remind(ana, own.id)]);
  const refused = both.filter(({ errors }) => errors !== undefined);
  expect(refused.map(({ errors }) => errors?.[0]?.message)).toEqual([
    'South was reminded within the last 24 hours. You can remind again when they are over.',
  ]);
  expect(await remindedOf()).toEqual([
    { kind: 'REMINDED', company: 'North', by: null, record: { id: theirs } },
  ]);
  expect(await asks(ana, ours)).toMatchObject({ mayRemind: false, remindedAt: expect.any(String) as string });

  await server.query(
    `update conversation set reminded_at = now() - interval '25 hours', due_at = now() - interval '1 hour' where tenant_id = $1 and record_id = $2`,
    [server.south.id, theirs],
  );
  expect(await asks(ana, ours)).toMatchObject({ mayRemind: true, isTheirsOverdue: true });
  expect((await remind(ana, own.id)).errors).toBeUndefined();
  expect(await remindedOf()).toHaveLength(2);

  // Whoever is asked has nobody to remind, and cannot name the other half.
  const { id } = await asks(sue, theirs);
  expect((await remind(sue, id)).errors?.[0]?.message).toBe('Nothing waits for North.');
  const foreign = (await remind(sue, own.id)).errors?.[0];
  expect(foreign?.extensions['code']).toBe('NOT_FOUND');
  expect((await remind(sue, 999_999_999)).errors?.[0]).toEqual(foreign);

  // What was answered reminds of nothing any more.
  await say(sue, await read(sue, theirs), { kind: 'ACCEPTED' });
  expect(await remindedOf()).toEqual([]);
  expect(await asks(ana, ours)).toMatchObject({ theirDueAt: null, mayRemind: false });
  await approve('BY_PERSON');
});

test('the company that sent has a policy of its own: kept, shown to it alone, in its audit, and held when the answer comes', async () => {
  const mappings = `{ findTransmissionMappings { own { id version state answering { answers pricePercent days answerDays } }
    offered { id version } } }`;
  type Own = { id: number; version: number; state: string; answering: object };
  const own = async (who: Credentials) => {
    const found = (await server.ask(mappings, who)).data?.['findTransmissionMappings'] as { own: Own[] };
    return found.own.find(({ id }) => id === mapping);
  };
  const { weight, margin } = server.north.fields;
  const update = (answering: object) =>
    server.ask(
      `mutation ($data: UpdateTransmissionMappingInput!) { updateTransmissionMapping(data: $data) { version state } }`,
      ana,
      {
        data: {
          id: mapping,
          version: 1,
          enabled: true,
          triggerField: 'status',
          triggerValue: 'Ready',
          fields: ['description', `f${weight}`, `f${margin}`],
          answering: { answers: 'BY_PERSON', pricePercent: 0, days: 0, ...answering },
        },
      },
    );
  expect((await update({ pricePercent: 101 })).errors?.[0]?.message).toBe(
    'A price may differ by 0 to 100 %.',
  );
  expect((await update({ answerDays: 0 })).errors?.[0]?.message).toBe(
    'An answer is due within 1 to 365 days.',
  );
  const offeredBefore = JSON.stringify((await server.ask(mappings, sue)).data);
  // What is offered is the same: it needs no new approval.
  expect((await update({ pricePercent: 5, answerDays: 2 })).data).toMatchObject({
    updateTransmissionMapping: { version: 1, state: 'APPROVED' },
  });
  expect(JSON.stringify((await server.ask(mappings, sue)).data)).toBe(offeredBefore);
  expect((await own(ana))?.answering).toEqual({
    answers: 'BY_PERSON',
    pricePercent: 5,
    days: 0,
    answerDays: 2,
  });
  const [entry] = await server.query(
    `select changes -> 'answering' -> 1 as now from audit_log where tenant_id = $1 and entity = 'transmission_mapping'
     order by id desc limit 1`,
    [server.north.id],
  );
  expect(entry?.['now']).toMatchObject({ pricePercent: 5, answerDays: 2 });
  const { ours, theirs } = await sendOrder();
  const asked = await read(sue, theirs);
  const item = asked.terms[1]!.item;
  const near = await say(sue, asked, { kind: 'CHANGED', values: [{ item, value: '104' }] });
  expect(near).toMatchObject({ waitsForThem: 0, lines: [{ agreed: { values: ['10', '104'] } }] });
  await say(sue, near, { kind: 'CHANGED', values: [{ item, value: '120' }] });
  const back = await read(ana, ours);
  expect(Date.parse(back.dueAt ?? '')).toBeGreaterThan(Date.now());
  expect((await kindsOf(ana, ours))[0]).toBe('TO_ANSWER');
  await update({});
});

test('both sides change at random under kills: versions without gaps, each answer once, and one agreed hash', async () => {
  const orders = [await sendOrder(), await sendOrder()];
  const turns = casesOf(8);
  // Pauses by chance, and longer ones while nothing gets through: on a slow machine no transaction would end.
  const leastPauseMs = 40;
  let pauseMs = leastPauseMs;
  const heardOf = (isSaid: boolean): void => {
    pauseMs = isSaid ? Math.max(leastPauseMs, pauseMs * 0.8) : pauseMs * 1.05;
  };
  let killer: NodeJS.Timeout;
  let killing: Promise<unknown> = Promise.resolve();
  const killLater = () => {
    killer = setTimeout(
      () => {
        killLater();
        killing = server
          .query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
               and pid <> pg_backend_pid() and application_name = 'rowhouse' and state <> 'idle'
             order by random() limit 1`,
          )
          .catch(() => null);
      },
      -Math.log(Math.random()) * pauseMs,
    );
  };
  killLater();
  const said: string[] = [];
  const talk = async (who: Credentials, recordId: number, turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) {
      const requestKey = randomUUID();
      for (let isSaid = false; !isSaid;) {
        const found = await server.ask(find, who, { data: { recordId } });
        const now = (found.data?.['findRecordConversations'] as Conversation[] | undefined)?.[0];
        if (now === undefined) {
          heardOf(false);
          continue;
        }
        const value = String(Math.round(Math.random() * 1000) / 4);
        const item = now.terms[turn % 2]!.item;
        const given =
          now.waitsForUs > 0 && turn % 3 === 2
            ? { kind: 'ACCEPTED' }
            : { kind: 'CHANGED', values: [{ item, value }] };
        const data = { id: now.id, version: now.version, requestKey, answers: [{ line: 1, ...given }] };
        // Sent twice, as a client does that heard nothing.
        const heard = await Promise.all([
          server.ask(answerIt, who, { data }),
          server.ask(answerIt, who, { data }),
        ]);
        isSaid = heard.some(({ errors }) => errors === undefined);
        heardOf(isSaid);
      }
      said.push(requestKey);
    }
  };
  await Promise.all(
    orders.flatMap(({ ours, theirs }) => [talk(ana, ours, turns), talk(sue, theirs, turns)]),
  ).finally(() => clearTimeout(killer));
  await killing;
  for (const { ours, theirs } of orders) {
    // Whoever was killed last may still be found out.
    for (const [who, recordId] of [
      [ana, ours],
      [sue, theirs],
    ] as const)
      await expect.poll(() => codeOf(find, who, { recordId })).toBeUndefined();
    const now = await read(ana, ours);
    if (now.waitsForUs > 0) await say(ana, now, { kind: 'ACCEPTED' });
    else if (now.waitsForThem > 0) await say(sue, await read(sue, theirs), { kind: 'ACCEPTED' });
    const [mine, yours] = [await read(ana, ours), await read(sue, theirs)];
    expect(mine.agreedHash).toMatch(/^[\da-f]{64}$/);
    expect(mine.agreedHash).toBe(yours.agreedHash);
    expect(mine.lines[0]!.agreed).toEqual(yours.lines[0]!.agreed);
    expect(mine.versions.map(({ number }) => number)).toEqual(
      mine.versions.map((_, at) => mine.versions.length - at),
    );
    expect(mine.versions.map(({ isOurs }) => isOurs)).toEqual(yours.versions.map(({ isOurs }) => !isOurs));
  }
  const kept = await server.query(
    'select request_key as key from conversation_version where request_key = any($1)',
    [said],
  );
  expect(kept.map(({ key }) => String(key)).toSorted()).toEqual(said.toSorted());
});

type Logged = {
  user: { name: string } | null;
  source: { kind: string; company: string | null } | null;
  changes: { what: string; newValue: string | null }[];
};
const historyOf = async (who: Credentials, recordId: number, recordType: number): Promise<Logged[]> =>
  (
    await ask<{ logs: (Logged & { conversation: number | null })[] }>(
      `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data, pagination: { offset: 0, limit: 50 }) {
         logs { conversation user { name } source { kind company } changes { what newValue } } } }`,
      who,
      { filterInput: { recordId, recordType, withComments: true } },
    )
  ).logs.flatMap(({ conversation, ...told }) => (conversation === null ? [] : told));

test('the log of each company carries the thread: its own people by name, of the other the company alone', async () => {
  const { ours, theirs } = await sendOrder();
  await ask(
    'query ($data: FindRecordTransmissionsInput!) { findRecordTransmissions(data: $data) { state } }',
    sue,
    { recordId: theirs },
  );
  const asked = await read(sue, theirs);
  const [weight] = asked.terms.map(({ item }) => item);
  await say(sue, asked, { kind: 'CHANGED', values: [{ item: weight, value: '8' }] });
  await say(ana, await read(ana, ours), { kind: 'ACCEPTED' });

  const { north, south } = server;
  const inNorth = await historyOf(ana, ours, north.types.orders);
  const inSouth = await historyOf(sue, theirs, south.types.orders);
  const said = (logs: Logged[]) =>
    logs.map(({ user, changes }) => [user?.name.split(' ')[0] ?? null, changes[0]?.newValue]);
  expect(said(inNorth)).toEqual([
    ['Ana', 'Version 3: 1 line accepted. All is agreed'],
    [null, 'Version 2 by South: 1 line changed'],
    [null, 'Opened by South'],
    [null, 'Version 1: 1 line sent to South'],
  ]);
  expect(said(inSouth)).toEqual([
    [null, 'Version 3 by North: 1 line accepted. All is agreed'],
    ['Sue', 'Version 2: 1 line changed'],
    ['Sue', 'Opened here for the first time'],
    [null, 'Version 1: 1 line received from North'],
  ]);
  expect(inNorth.map(({ source }) => source?.company ?? null)).toEqual([null, 'South', 'South', null]);
  expect(inNorth[1]?.changes[0]?.what).toBe('Conversation with South');
  // Who is not shown where the record goes is not told what is said of it.
  expect(await historyOf(bob, ours, north.types.orders)).toEqual([]);

  const company = async (who: Credentials, text: string | null = null) =>
    (
      await ask<{ logs: { changes: { what: string; newValue: string | null }[] }[] }>(
        'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { changes { what newValue } } } }',
        who,
        { limit: 4, filter: { kinds: ['CONVERSATION'], ...(text !== null && { text }) } },
      )
    ).logs.map(({ changes }) => changes);
  const here = await company(ana);
  expect(here[0]).toEqual([
    { what: 'Conversation with South', newValue: 'Version 3: 1 line accepted. All is agreed' },
  ]);
  // By the message id of the first the entries are found, in the log of the other too.
  const [, thread] = here[3]!;
  expect(thread?.what).toBe('Message id');
  expect(await company(ana, thread!.newValue)).toEqual(here);
  expect((await company(sue, thread!.newValue)).map(([said]) => said?.newValue)).toEqual(
    inSouth.map(({ changes }) => changes[0]?.newValue),
  );
});
