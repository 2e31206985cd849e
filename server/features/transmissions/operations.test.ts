import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let inSouth: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  inSouth = await server.enter('sue', server.south);
});
afterAll(() => server.close());

const targets =
  'query ($id: Id!) { getTargetTenantsByRecordType(data: { recordTypeId: $id }) { mappingDetails { recordTypeToTransmit transferSettings { sourceStatusField sourceSuccessStatusValue sourceErrorStatusValue targetRecordType targetStatusField targetStatusValue triggerField triggerValue } } targetTenantToTransmit { id name enabled } } }';

const own = `id version enabled state recordType { id name } targetName approvedVersion
  transferSettings { triggerField triggerValue sourceStatusField sourceSuccessStatusValue sourceErrorStatusValue targetRecordType }
  absentFields { key name absence } fields { key name isTaken absence }`;
const offered = `id company typeName version state items { number name dataType isLine choices }
  acceptance { version approvedVersion recordTypeId targetStatusField targetStatusValue approvedBy
    pairs { item field absence } translations { item theirs ours } }`;
const findMappings = `{ findTransmissionMappings { own { ${own} } offered { ${offered} } } }`;
const createMapping = `mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { ${own} } }`;
const updateMapping = `mutation ($data: UpdateTransmissionMappingInput!) { updateTransmissionMapping(data: $data) { ${own} } }`;
const approve = `mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { ${offered} } }`;
const decline = `mutation ($data: DeclineTransmissionMappingInput!) { declineTransmissionMapping(data: $data) { ${offered} } }`;

type Made = { id: number; version: number; state: string };

const sending = () => ({
  triggerField: 'status',
  triggerValue: 'Ready',
  sourceStatusField: 'status',
  sourceSuccessStatusValue: 'sent',
  sourceErrorStatusValue: 'Done',
  fields: ['description', `f${server.north.fields.weight}`, `f${server.north.fields.priority}`],
});

async function makeMapping(): Promise<Made> {
  const data = { recordTypeId: server.north.types.orders, targetUrl: 'south', ...sending() };
  const answer = await server.ask(createMapping, ana, { data });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['createTransmissionMapping'] as Made;
}

const offers = async (who: Credentials) =>
  (await server.ask(findMappings, who)).data?.['findTransmissionMappings'] as {
    offered: (Made & { items: { number: number; name: string }[] })[];
    own: Made[];
  };

const acceptance = (made: Made) => ({
  id: made.id,
  offeredVersion: made.version,
  recordTypeId: server.south.types.orders,
  targetStatusField: 'status',
  targetStatusValue: 'Ready',
  pairs: [
    { item: 1, field: 'description' },
    { item: 2, field: `f${server.south.fields.weight}` },
    { item: 3, field: `f${server.south.fields.priority}` },
  ],
  translations: [{ item: 3, theirs: 'Urgent', ours: 'High' }],
});

test('names the tenants that records of the type can go to, and nothing of what they make of it', async () => {
  const { north, south } = server;
  const mapping = {
    mappingDetails: {
      recordTypeToTransmit: north.types.orders,
      transferSettings: {
        sourceStatusField: 'status',
        sourceSuccessStatusValue: 'Sent',
        sourceErrorStatusValue: null,
        targetRecordType: null,
        targetStatusField: null,
        targetStatusValue: null,
        triggerField: 'status',
        triggerValue: 'Ready',
      },
    },
    targetTenantToTransmit: { id: south.id, name: 'South', enabled: true },
  };
  expect((await server.ask(targets, ana, { id: north.types.orders })).data).toEqual({
    getTargetTenantsByRecordType: [mapping],
  });
  expect((await server.ask(targets, ana, { id: north.types.documents })).data).toEqual({
    getTargetTenantsByRecordType: [mapping],
  });
  expect((await server.ask(targets, ana, { id: north.types.bills })).data).toEqual({
    getTargetTenantsByRecordType: [],
  });
});

test('tells nothing where the field is hidden from the role', async () => {
  const bob = await server.enter('bob', server.north);
  expect((await server.ask(targets, bob, { id: server.north.types.orders })).data).toEqual({
    getTargetTenantsByRecordType: [],
  });
});

test('without a grant, of another tenant and of nobody: the same answer', async () => {
  const bob = await server.enter('bob', server.north);
  for (const id of [server.north.types.secrets, server.south.types.orders, 999_999]) {
    expect(await server.ask(targets, bob, { id })).toEqual(absent('The record type'));
  }
});

test('needs a tenant entered', async () => {
  expect(
    (await server.ask(targets, await server.signIn('ana'), { id: 1 })).errors?.[0]?.extensions['code'],
  ).toBe('UNAUTHENTICATED');
});

test('a mapping is offered, and approved at its version; the source learns which fields are taken', async () => {
  const made = await makeMapping();
  expect(made).toMatchObject({
    version: 1,
    state: 'OFFERED',
    targetName: 'South',
    transferSettings: { triggerValue: 'Ready', sourceSuccessStatusValue: 'sent', targetRecordType: null },
    fields: [
      { key: 'description', name: 'Description', isTaken: false },
      { name: 'Weight', isTaken: false },
      { name: 'Priority', isTaken: false },
    ],
  });
  const offer = (await offers(inSouth)).offered.find(({ id }) => id === made.id);
  expect(offer).toEqual({
    id: made.id,
    company: 'North',
    typeName: 'Orders',
    version: 1,
    state: 'OFFERED',
    items: [
      { number: 1, name: 'Description', dataType: 'string', isLine: false, choices: null },
      { number: 2, name: 'Weight', dataType: 'decimal', isLine: false, choices: null },
      { number: 3, name: 'Priority', dataType: 'dropdown', isLine: false, choices: ['High'] },
    ],
    acceptance: null,
  });

  const { data, errors } = await server.ask(approve, inSouth, { data: acceptance(made) });
  expect(errors).toBeUndefined();
  expect(data?.['approveTransmissionMapping']).toMatchObject({
    state: 'APPROVED',
    acceptance: {
      approvedVersion: 1,
      approvedBy: 'Sue Test',
      targetStatusValue: 'Ready',
      translations: [{ item: 3, theirs: 'Urgent', ours: 'High' }],
    },
  });
  const mine = (await offers(ana)).own.find(({ id }) => id === made.id);
  expect(mine).toMatchObject({ state: 'APPROVED', approvedVersion: 1 });
  expect(mine).toHaveProperty('fields.0.isTaken', true);
});

test('what the source is told of the other company has none of its ids, people, fields and values', async () => {
  const made = await makeMapping();
  const before = JSON.stringify((await server.ask(findMappings, ana)).data);
  const approved = await server.ask(approve, inSouth, { data: acceptance(made) });
  expect(approved.errors).toBeUndefined();
  const after = JSON.stringify((await server.ask(findMappings, ana)).data);
  // Another choice of the target changes nothing of what the source reads.
  await server.ask(approve, inSouth, {
    data: { ...acceptance(made), targetStatusValue: 'Done', translations: [] },
  });
  expect(JSON.stringify((await server.ask(findMappings, ana)).data)).toBe(after);
  expect(after).not.toContain('Sue');
  expect(after).not.toContain('Urgent');
  expect(before.replaceAll('OFFERED', '')).not.toContain('Sue');
});

test('a changed mapping needs approval again; switching it off and on does not', async () => {
  const made = await makeMapping();
  await server.ask(approve, inSouth, { data: acceptance(made) });
  const change = (data: object) =>
    server.ask(updateMapping, ana, { data: { id: made.id, ...sending(), ...data } });
  expect((await change({ version: 1, enabled: false })).data).toMatchObject({
    updateTransmissionMapping: { version: 1, state: 'DISABLED' },
  });
  expect((await change({ version: 1, enabled: true })).data).toMatchObject({
    updateTransmissionMapping: { version: 1, state: 'APPROVED' },
  });
  expect(
    (await change({ version: 1, enabled: true, fields: ['poNumber', 'description'] })).data,
  ).toMatchObject({
    updateTransmissionMapping: { version: 2, state: 'CHANGED', approvedVersion: 1 },
  });
  expect((await change({ version: 1, enabled: true })).errors?.[0]?.extensions['code']).toBe('CONFLICT');
  const offer = (await offers(inSouth)).offered.find(({ id }) => id === made.id);
  // The number of a field that stays is the one that it had.
  expect(offer).toMatchObject({
    state: 'CHANGED',
    items: [{ number: 1, name: 'Description' }, { name: 'PO Number' }],
  });
  expect(
    (await server.ask(approve, inSouth, { data: acceptance(made) })).errors?.[0]?.extensions['code'],
  ).toBe('CONFLICT');
});

test('a declined one says so to both', async () => {
  const made = await makeMapping();
  expect((await server.ask(decline, inSouth, { data: { id: made.id } })).data).toMatchObject({
    declineTransmissionMapping: { state: 'DECLINED' },
  });
  expect((await offers(ana)).own.find(({ id }) => id === made.id)).toMatchObject({ state: 'DECLINED' });
});

test.each([
  [
    'a field of another type',
    { pairs: [{ item: 1, field: 'poNumber' }] },
    'Description is of type Text, and PO Number of type Whole number.',
  ],
  [
    'a field that is not there',
    { pairs: [{ item: 1, field: 'f999999' }] },
    `There is no field 'f999999' here.`,
  ],
  [
    'an item that is not offered',
    { pairs: [{ item: 9, field: 'description' }] },
    'One of the fields is no longer offered. Look at the mapping again.',
  ],
  ['no field', { pairs: [] }, 'Say where at least one field goes.'],
  [
    'a required field left empty',
    { pairs: [{ item: 1, field: 'description' }], translations: [] },
    'Weight is required, and nothing is put into it.',
  ],
  ['a status of no such name', { targetStatusValue: 'Nowhere' }, `Status has no value 'Nowhere'.`],
])('an approval with %s is refused', async (_what, change, sentence) => {
  const made = await makeMapping();
  const { errors } = await server.ask(approve, inSouth, { data: { ...acceptance(made), ...change } });
  expect(errors?.[0]).toMatchObject({ message: sentence, extensions: { code: 'INVALID' } });
});

test.each([
  ['a company that is not there', { targetUrl: 'nowhere' }, 'There is no other company at this address.'],
  ['the own company', { targetUrl: 'north' }, 'There is no other company at this address.'],
  [
    'a trigger that is no choice',
    { triggerField: 'recordNumber' },
    'Choose the field that says when a record is sent.',
  ],
  ['a person', { fields: ['assignedTo'] }, `There is no field 'assignedTo' here.`],
  ['no fields', { fields: [] }, 'Choose at least one field that is sent.'],
  ['a value of no such name', { triggerValue: 'Nowhere' }, `Status has no value 'Nowhere'.`],
  ['no value', { triggerValue: '' }, 'Say which value of Status it is.'],
])('an offer with %s is refused', async (_what, change, sentence) => {
  const data = { recordTypeId: server.north.types.orders, targetUrl: 'south', ...sending(), ...change };
  const { errors } = await server.ask(createMapping, ana, { data });
  expect(errors?.[0]).toMatchObject({ message: sentence, extensions: { code: 'INVALID' } });
});

test('a mapping of others is not there: it is neither changed by its target nor approved by its source', async () => {
  const made = await makeMapping();
  const change = { id: made.id, version: 1, enabled: false, ...sending() };
  expect(await server.ask(updateMapping, inSouth, { data: change })).toEqual(absent('The mapping'));
  expect(await server.ask(approve, ana, { data: acceptance(made) })).toEqual(absent('The mapping'));
  expect(await server.ask(decline, ana, { data: { id: made.id } })).toEqual(absent('The mapping'));
});

test('the audit log says both halves of a mapping in names', async () => {
  const made = await makeMapping();
  await server.ask(approve, inSouth, { data: acceptance(made) });
  const said = async (who: Credentials) => {
    const { data } = await server.ask(
      'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { changes { what newValue } } } }',
      who,
      { data: { filter: { kinds: ['TRANSMISSION'] }, limit: 1 } },
    );
    const found = data?.['findAuditLogs'] as { logs: { changes: { what: string; newValue: string }[] }[] };
    return found.logs[0]?.changes.find(({ what }) => what === 'Settings')?.newValue;
  };
  expect(await said(ana)).toBe(
    'Sent when Status is Ready; Status becomes sent when it is delivered, Done when it cannot be',
  );
  expect(await said(inSouth)).toBe(
    'Fills Description, Weight, Priority; Status becomes Ready; Urgent is High',
  );
});

test('the audit log calls a mapping by what its company knows of it, and is searched by that', async () => {
  const made = await makeMapping();
  const subjects = async (who: Credentials, text?: string) => {
    const { data } = await server.ask(
      'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { subject } } }',
      who,
      { data: { filter: { kinds: ['TRANSMISSION'], ...(text !== undefined && { text }) }, limit: 1 } },
    );
    const found = data?.['findAuditLogs'] as { logs: { subject: string }[] } | undefined;
    return found?.logs.map(({ subject }) => subject);
  };
  await server.ask(decline, inSouth, { data: { id: made.id } });
  expect(await subjects(inSouth)).toEqual(['Transmission mapping: Orders from North']);
  await server.query(`update record_type set name = 'Purchases' where tenant_id = $1 and id = $2`, [
    server.south.id,
    server.south.types.orders,
  ]);
  try {
    await server.ask(approve, inSouth, { data: acceptance(made) });
    const inWords = 'Transmission mapping: Orders from North, as Purchases';
    expect(await subjects(inSouth)).toEqual([inWords]);
    expect(await subjects(inSouth, 'from NORTH, as')).toEqual([inWords]);
    // The other company’s type is told to nobody here.
    expect(await subjects(ana)).toEqual(['Transmission mapping: Orders to South']);
    expect(await subjects(ana, 'to south')).toEqual(['Transmission mapping: Orders to South']);
    expect(await subjects(ana, 'Purchases')).toEqual([]);
  } finally {
    await server.query(`update record_type set name = 'Orders' where tenant_id = $1 and id = $2`, [
      server.south.id,
      server.south.types.orders,
    ]);
  }
});

test('what is saved as it stands is no entry, no new version and no new answer', async () => {
  const made = await makeMapping();
  await server.ask(approve, inSouth, { data: acceptance(made) });
  const kept = () =>
    server.query(
      `select (select count(*)::int from audit_log) as entries, m.version, m.updated_at, a.version as answer, a.answered_at
       from transmission_mapping m join transmission_acceptance a on a.mapping_id = m.id where m.id = $1`,
      [made.id],
    );
  const before = await kept();
  await edit(made, {});
  await edit(made, { answering: { answers: 'BY_PERSON', pricePercent: 0, days: 0 } });
  for (const again of [
    {},
    { answering: { answers: 'BY_ITSELF', pricePercent: 0, days: 0 } },
    { version: 1 },
  ]) {
    const answer = await server.ask(approve, inSouth, { data: { ...acceptance(made), ...again } });
    expect(answer.errors).toBeUndefined();
  }
  expect(await kept()).toEqual(before);
  // Of an older answer it is a conflict all the same.
  const late = await server.ask(approve, inSouth, { data: { ...acceptance(made), version: 7 } });
  expect(late.errors?.[0]?.extensions['code']).toBe('CONFLICT');
  await server.ask(decline, inSouth, { data: { id: made.id } });
  const declined = await kept();
  await server.ask(decline, inSouth, { data: { id: made.id } });
  expect(await kept()).toEqual(declined);
});

type Logged = { id: number; mayPutBack: boolean; action: string };
async function newestEntry(who: Credentials): Promise<Logged> {
  const { data } = await server.ask(
    'query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { id mayPutBack action } } }',
    who,
    { data: { filter: { kinds: ['TRANSMISSION'] }, limit: 1 } },
  );
  const found = data?.['findAuditLogs'] as { logs: Logged[] };
  return found.logs[0]!;
}
async function putBack(id: number, who: Credentials, more: object = {}) {
  const { data, errors } = await server.ask(
    'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot sentence follows } }',
    who,
    { data: { id, ...more } },
  );
  expect(errors).toBeUndefined();
  return data?.['putBackConfiguration'] as {
    whyNot: string | null;
    sentence: string | null;
    follows: string[];
  };
}
const isBack = { whyNot: null, sentence: null, follows: [] };
const mine = async (id: number) => (await offers(ana)).own.find((one) => one.id === id)!;
async function edit(made: Made, data: object) {
  const { version } = await mine(made.id);
  const answer = await server.ask(updateMapping, ana, {
    data: { id: made.id, version, enabled: true, ...sending(), ...data },
  });
  expect(answer.errors).toBeUndefined();
}

test('what a mapping sends goes back as a new version of the offer, by the names of today, and is approved again', async () => {
  const { north } = server;
  const made = await makeMapping();
  await server.ask(approve, inSouth, { data: acceptance(made) });
  await edit(made, { triggerValue: 'Done', fields: ['poNumber'] });
  const entry = await newestEntry(ana);
  expect(entry.mayPutBack).toBe(true);
  const statusId = (
    await server.query(
      `update record_status set name = 'All set' where tenant_id = $1 and record_type_id = $2 and name = 'Ready' returning id`,
      [north.id, north.types.orders],
    )
  )[0]?.['id'];
  try {
    const asks = 'South is asked to approve this again, as with any change of what is sent.';
    expect(await putBack(entry.id, ana, { isTrial: true })).toEqual({ ...isBack, follows: [asks] });
    expect(await mine(made.id)).toMatchObject({ version: 2, fields: [{ key: 'poNumber' }] });
    expect(await putBack(entry.id, ana, { reason: 'Too early' })).toEqual(isBack);
    expect(await mine(made.id)).toMatchObject({
      version: 3,
      approvedVersion: 1,
      state: 'CHANGED',
      transferSettings: { triggerField: 'status', triggerValue: 'All set', sourceSuccessStatusValue: 'sent' },
      fields: [{ key: 'description' }, { name: 'Weight' }, { name: 'Priority' }],
    });
    expect((await offers(inSouth)).offered.find(({ id }) => id === made.id)).toMatchObject({
      version: 3,
      state: 'CHANGED',
    });
    expect(await putBack(entry.id, ana)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
    // Nor is it there for the company that it is offered to.
    const foreign = await server.ask(
      'mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot } }',
      inSouth,
      { data: { id: entry.id } },
    );
    expect(foreign).toEqual(absent('The entry'));
    // Putting back goes back as well.
    expect(await putBack((await newestEntry(ana)).id, ana)).toEqual(isBack);
    expect(await mine(made.id)).toMatchObject({ version: 4, fields: [{ key: 'poNumber' }] });
  } finally {
    await server.query(`update record_status set name = 'Ready' where id = $1`, [statusId]);
  }
});

test('of a mapping what somebody changed since is no obstacle where it is something else, and is said where it is the same', async () => {
  const made = await makeMapping();
  await edit(made, { fields: ['poNumber'] });
  const ofFields = await newestEntry(ana);
  await edit(made, { fields: ['poNumber'], triggerValue: 'Done' });
  expect(await putBack(ofFields.id, ana)).toEqual(isBack);
  expect(await mine(made.id)).toMatchObject({
    transferSettings: { triggerValue: 'Done' },
    fields: [{ key: 'description' }, {}, {}],
  });
  await edit(made, { fields: ['poNumber'], triggerValue: 'Done' });
  const again = await newestEntry(ana);
  await edit(made, { fields: ['description', 'poNumber'], triggerValue: 'Done' });
  const refused = await putBack(again.id, ana, { isTrial: true });
  expect(refused.whyNot).toBe('CHANGED_SINCE');
  expect(refused.sentence).toMatch(/^This was changed again by Ana Test, /);
  await edit(made, { triggerValue: 'Done' });
  const { version } = await mine(made.id);
  expect(await putBack(again.id, ana)).toMatchObject({ whyNot: 'ALREADY_SO' });
  const switched = { ...sending(), triggerValue: 'Done', id: made.id, version };
  await server.ask(updateMapping, ana, { data: { ...switched, enabled: false } });
  const off = await newestEntry(ana);
  await server.ask(updateMapping, ana, { data: { ...switched, enabled: true } });
  const already = await putBack(off.id, ana);
  expect(already.whyNot).toBe('ALREADY_SO');
  expect(already.sentence).toMatch(/^It already stands as it was before: it was changed back by Ana Test, /);
  expect(await mine(made.id)).toMatchObject({ version, enabled: true });
});

test('what changed of an offer in names alone is already so', async () => {
  const { fields } = server.north;
  const made = await makeMapping();
  const rename = (name: string) =>
    server.query('update field set name = $2 where id = $1', [fields.weight, name]);
  await rename('Mass');
  try {
    await edit(made, {});
    expect(await mine(made.id)).toMatchObject({ version: 2 });
    expect(await putBack((await newestEntry(ana)).id, ana)).toEqual({
      whyNot: 'ALREADY_SO',
      sentence: 'It already stands as it was before. Nothing was changed.',
      follows: [],
    });
    expect(await mine(made.id)).toMatchObject({ version: 2 });
  } finally {
    await rename('Weight');
  }
});

test('a mapping does not go back where a field or value of it is gone, or the log lacks what it was, and says so', async () => {
  const { north } = server;
  const made = await makeMapping();
  await edit(made, { triggerValue: 'Done', fields: ['poNumber'] });
  const entry = await newestEntry(ana);
  const refusal = async (statement: string, undo: string, values: unknown[]) => {
    await server.query(statement, values);
    const answer = await putBack(entry.id, ana);
    await server.query(undo, values);
    return answer;
  };
  const field = (enabled: boolean) => `update field set enabled = ${enabled} where id = $1`;
  expect(await refusal(field(false), field(true), [north.fields.weight])).toMatchObject({
    whyNot: 'GONE',
    sentence: 'The field Weight is gone, or was switched off.',
  });
  const status = (enabled: boolean) =>
    `update record_status set enabled = ${enabled} where record_type_id = $1 and name = 'Ready'`;
  expect(await refusal(status(false), status(true), [north.types.orders])).toMatchObject({
    whyNot: 'GONE',
    sentence: 'The value Ready of Status is gone, or was switched off.',
  });
  expect(await mine(made.id)).toMatchObject({ version: 2 });
  // What the command line set up has names in the place of ids.
  await server.query(
    `update audit_log set changes = jsonb_set(changes, '{settings,0}', (changes #> '{settings,0}') - 'kept') where id = $1`,
    [entry.id],
  );
  const old = await putBack(entry.id, ana);
  expect(old.whyNot).toBe('OTHER_PAGE');
  expect(old.sentence).toMatch(/^The log does not hold all that this mapping was/);
});

test('an answer goes back among those to the version that is offered, and says why not from another', async () => {
  const made = await makeMapping();
  const approved = async (change: object) => {
    const answer = await server.ask(approve, inSouth, { data: { ...acceptance(made), ...change } });
    expect(answer.errors).toBeUndefined();
  };
  const answered = async () =>
    (await offers(inSouth)).offered.find(({ id }) => id === made.id) as unknown as {
      state: string;
      acceptance: { targetStatusValue: string; translations: unknown[] };
    };
  await approved({});
  await approved({ targetStatusValue: 'Done', translations: [] });
  const entry = await newestEntry(inSouth);
  expect(entry.mayPutBack).toBe(true);
  expect(await putBack(entry.id, inSouth)).toEqual(isBack);
  expect(await answered()).toMatchObject({
    state: 'APPROVED',
    acceptance: {
      targetStatusValue: 'Ready',
      translations: [{ item: 3, theirs: 'Urgent', ours: 'High' }],
    },
  });
  await approved({ targetStatusValue: 'Done' });
  const later = await newestEntry(inSouth);
  await edit(made, { triggerValue: 'Done' });
  expect(await putBack(later.id, inSouth)).toMatchObject({
    whyNot: 'OTHER_PAGE',
    sentence:
      'North has changed what it offers, and waits for an approval. Approve it on the page Transmissions first.',
  });
  await approved({ offeredVersion: 2, targetStatusValue: 'Done' });
  const ofOther = await newestEntry(inSouth);
  for (const id of [later.id, ofOther.id]) {
    const refused = await putBack(id, inSouth);
    expect(refused.whyNot).toBe('OTHER_PAGE');
    expect(refused.sentence).toMatch(/^This answered another version of what North offers/);
  }
  expect((await answered()).acceptance.targetStatusValue).toBe('Done');
});

test('a mapping that was made goes back by being switched off, and that goes back too', async () => {
  const made = await makeMapping();
  const making = await newestEntry(ana);
  expect(making).toMatchObject({ action: 'insert', mayPutBack: true });
  await server.ask(approve, inSouth, { data: acceptance(made) });
  const told = await putBack(making.id, ana, { isTrial: true });
  expect(told.follows).toEqual([
    'Nothing is sent by it any more, and what waits is not delivered. South sees that it is switched off, and keeps what has arrived.',
  ]);
  expect(await mine(made.id)).toMatchObject({ enabled: true });
  expect(await putBack(making.id, ana)).toEqual(isBack);
  expect(await mine(made.id)).toMatchObject({ enabled: false, state: 'DISABLED', version: 1 });
  expect((await offers(inSouth)).offered.find(({ id }) => id === made.id)).toMatchObject({
    state: 'DISABLED',
  });
  expect(await putBack(making.id, ana)).toMatchObject({ whyNot: 'ALREADY_PUT_BACK' });
  expect(await putBack((await newestEntry(ana)).id, ana)).toEqual(isBack);
  expect(await mine(made.id)).toMatchObject({ state: 'APPROVED', version: 1 });
  await edit(made, { enabled: false });
  const already = await putBack(making.id, ana);
  expect(already.whyNot).toBe('ALREADY_SO');
  expect(already.sentence).toMatch(/^It already stands as it was before: it was changed back by Ana Test, /);
  await edit(made, { fields: ['poNumber'] });
  expect(await putBack(making.id, ana)).toMatchObject({ whyNot: 'CHANGED_SINCE' });
  expect(await mine(made.id)).toMatchObject({ enabled: true, version: 2 });
});

test('a first answer goes back by declining, and that by the same answer', async () => {
  const made = await makeMapping();
  const answered = async () => (await offers(inSouth)).offered.find(({ id }) => id === made.id);
  await server.ask(approve, inSouth, { data: acceptance(made) });
  const approved = await answered();
  const first = await newestEntry(inSouth);
  expect(first.mayPutBack).toBe(true);
  expect((await putBack(first.id, inSouth, { isTrial: true })).follows).toEqual([
    'North sees that this is declined: nothing of it is delivered any more, nor what waits. What has arrived stays.',
  ]);
  expect(await answered()).toEqual(approved);
  expect(await putBack(first.id, inSouth, { reason: 'Too early' })).toEqual(isBack);
  expect(await answered()).toMatchObject({ state: 'DECLINED' });
  expect(await mine(made.id)).toMatchObject({ state: 'DECLINED', version: 1 });
  const declining = await newestEntry(inSouth);
  expect(await putBack(declining.id, inSouth)).toEqual(isBack);
  expect(await answered()).toMatchObject({
    state: 'APPROVED',
    acceptance: { pairs: acceptance(made).pairs, translations: acceptance(made).translations },
  });
  // What was declined by hand at another version of the offer is approved on the page.
  await server.ask(decline, inSouth, { data: { id: made.id } });
  const byHand = await newestEntry(inSouth);
  expect(await putBack(first.id, inSouth)).toMatchObject({ whyNot: 'ALREADY_SO' });
  await edit(made, { triggerValue: 'Done' });
  expect((await putBack(byHand.id, inSouth)).sentence).toMatch(
    /^This answered another version of what North/,
  );
  expect(await answered()).toMatchObject({ state: 'DECLINED' });
});

test('before an answer that declined there is nothing to go back to', async () => {
  const made = await makeMapping();
  await server.ask(decline, inSouth, { data: { id: made.id } });
  const first = await newestEntry(inSouth);
  expect(first.mayPutBack).toBe(false);
  expect(await putBack(first.id, inSouth)).toMatchObject({ whyNot: 'NOTHING_BEFORE' });
});

test('a field keeps its number when it is sent no more, so that no old pair is taken for another', async () => {
  const { fields } = server.north;
  const made = await makeMapping();
  await server.ask(approve, inSouth, { data: acceptance(made) });
  const keys = (more: string[]) => ({ fields: ['description', `f${fields.weight}`, ...more] });
  const itemsNow = async () =>
    (await offers(inSouth)).offered
      .find(({ id }) => id === made.id)
      ?.items.map(({ number, name }) => [number, name]);
  await edit(made, keys([]));
  await edit(made, keys(['poNumber']));
  const anew = [
    [1, 'Description'],
    [2, 'Weight'],
    [4, 'PO Number'],
  ];
  expect(await itemsNow()).toEqual(anew);
  // Nor after a save that changes nothing, or by what goes back.
  await edit(made, keys(['poNumber']));
  expect(await mine(made.id)).toMatchObject({ version: 3 });
  await edit(made, keys([]));
  expect(await putBack((await newestEntry(ana)).id, ana)).toMatchObject({ whyNot: null });
  expect(await itemsNow()).toEqual(anew);
  await edit(made, keys([`f${fields.priority}`]));
  expect((await itemsNow())?.at(-1)).toEqual([3, 'Priority']);
  const [told] = await server.query(
    `select set_config('app.tenant_id', $1, true), (select offer from transmission_offers() where mapping_id = $2) as offer`,
    [String(server.south.id), made.id],
  );
  expect(Object.keys(told?.['offer'] as object).toSorted()).toEqual(['items', 'typeName']);
});

describe('a field that is switched off', () => {
  const turnField = (id: number, isOn: boolean) =>
    server.query('update field set enabled = $2 where id = $1', [id, isOn]);

  test('in the company that takes it takes nothing, which both see', async () => {
    const { priority } = server.south.fields;
    const made = await makeMapping();
    await server.ask(approve, inSouth, { data: acceptance(made) });
    const pairs = async () => {
      const offer = (await offers(inSouth)).offered.find(({ id }) => id === made.id);
      return (offer as unknown as { acceptance: { pairs: object[] } }).acceptance.pairs;
    };
    await turnField(priority, false);
    expect(await mine(made.id)).toMatchObject({
      fields: [{ isTaken: true }, { isTaken: true }, { isTaken: false, absence: null }],
    });
    expect(await pairs()).toMatchObject([
      { absence: null },
      { absence: null },
      { field: `f${priority}`, absence: 'SWITCHED_OFF' },
    ]);
    await turnField(priority, true);
    expect(await mine(made.id)).toMatchObject({ fields: [{}, {}, { isTaken: true }] });
    expect(await pairs()).toMatchObject([{}, {}, { absence: null }]);
  });

  test('in the company that sends it is said, and stays as it was offered until somebody takes it out', async () => {
    const { fields } = server.north;
    const made = await makeMapping();
    await server.ask(approve, inSouth, { data: acceptance(made) });
    await turnField(fields.priority, false);
    expect(await mine(made.id)).toMatchObject({
      fields: [{ absence: null }, { absence: null }, { isTaken: false, absence: 'SWITCHED_OFF' }],
    });
    await edit(made, { enabled: false });
    await edit(made, {});
    expect(await mine(made.id)).toMatchObject({ version: 1, state: 'APPROVED' });
    // What was never sent cannot be chosen by a key.
    const data = { recordTypeId: server.north.types.orders, targetUrl: 'south', ...sending() };
    expect((await server.ask(createMapping, ana, { data })).errors?.[0]).toMatchObject({
      message: `There is no field 'f${fields.priority}' here.`,
    });
    await edit(made, { fields: ['description', `f${fields.weight}`] });
    expect(await mine(made.id)).toMatchObject({ version: 2, fields: [{}, {}] });
    await turnField(fields.priority, true);
  });

  test('that says when something is sent is named, and the rest is saved beside it', async () => {
    const { priority } = server.north.fields;
    const made = await makeMapping();
    const byPriority = {
      triggerField: `f${priority}`,
      triggerValue: 'High',
      sourceStatusField: `f${priority}`,
      sourceSuccessStatusValue: 'High',
      sourceErrorStatusValue: null,
    };
    const stored = async () => {
      const [row] = await server.query(
        'select settings, trigger_key, trigger_value from transmission_mapping where id = $1',
        [made.id],
      );
      return row;
    };
    const refused = async (data: object) => {
      const { version } = await mine(made.id);
      const given = { ...sending(), ...byPriority, fields: ['description'], ...data };
      const all = { id: made.id, version, enabled: true, ...given };
      return (await server.ask(updateMapping, ana, { data: all })).errors?.[0]?.message;
    };
    await edit(made, byPriority);
    const before = await stored();
    await turnField(priority, false);
    expect(await mine(made.id)).toMatchObject({
      absentFields: [{ key: `f${priority}`, name: 'Priority', absence: 'SWITCHED_OFF' }],
      transferSettings: { triggerValue: 'High', sourceSuccessStatusValue: 'High' },
    });
    await edit(made, { ...byPriority, fields: ['description'] });
    await edit(made, { ...byPriority, fields: ['description'], enabled: false });
    expect(await mine(made.id)).toMatchObject({
      version: 3,
      enabled: false,
      fields: [{ key: 'description' }],
    });
    expect(await stored()).toEqual(before);

    const gone = /^This field is not there any more/;
    expect(await refused({ triggerValue: 'Low' })).toMatch(gone);
    expect(await refused({ sourceErrorStatusValue: 'Low' })).toMatch(gone);
    const other = `f${server.north.fields.weight}`;
    expect(await refused({ triggerField: other })).toBe('Choose the field that says when a record is sent.');
    expect(await stored()).toEqual(before);
    await edit(made, { fields: ['description'] });
    expect(await mine(made.id)).toMatchObject({
      absentFields: [],
      transferSettings: { triggerValue: 'Ready' },
    });
    // One that was never said by it cannot be taken up while it is off.
    expect(await refused({})).toBe('Choose the field that says when a record is sent.');
    await turnField(priority, true);
  });

  test('as a choice that is switched off, which stays what it was', async () => {
    const made = await makeMapping();
    const turnReady = (isOn: boolean) =>
      server.query(`update record_status set enabled = $2 where record_type_id = $1 and name = 'Ready'`, [
        server.north.types.orders,
        isOn,
      ]);
    await turnReady(false);
    await edit(made, { fields: ['description'] });
    expect(await mine(made.id)).toMatchObject({ version: 2, transferSettings: { triggerValue: 'Ready' } });
    await turnReady(true);
  });
});
