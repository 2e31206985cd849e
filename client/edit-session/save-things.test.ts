import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { expect, it, vi } from 'vitest';
import { RequestFailure } from '../platform/request-failure.ts';
import type { Choices } from './conflicts.ts';
import { createEditSession } from './edit-session.ts';
import type { EditField, Thing } from './edited.ts';
import {
  notSent,
  saveThings,
  stopped,
  tellFailures,
  toOutcome,
  withoutAnswer,
  type Send,
  type SentThing,
} from './save-things.ts';
import { settleConflicts } from './settle-conflicts.ts';

type Stored = Thing<number>;
const fields = ['description', 'company'].map((key): EditField => ({
  key,
  name: key,
  dataType: 'string',
  required: false,
}));
const thing = (id: number, version: number): Stored => ({
  id,
  version,
  values: new Map([
    ['description', 'a'],
    ['company', 'b'],
  ]),
});

/** Things on a server that knows versions and keys. */
function aServer(...ids: number[]) {
  const stored = new Map(ids.map((id) => [id, thing(id, 1)]));
  const sent: SentThing<number>[] = [];
  const settled = new Map<string, SentThing<number>['values']>();
  const lost = { answers: 0 };
  const update = vi.fn(async (change: SentThing<number>): Promise<Stored> => {
    sent.push(change);
    const before = stored.get(change.id)!;
    const kept = settled.get(change.idempotencyKey);
    if (kept !== undefined) {
      if (JSON.stringify([...kept]) === JSON.stringify([...change.values])) return before;
      throw new RequestFailure('INVALID', keyUsedForOther);
    }
    if (before.version !== change.version)
      throw new RequestFailure('CONFLICT', 'Changed.', { details: { current: before } });
    const after = {
      ...before,
      values: new Map([...before.values, ...change.values]),
      version: before.version + 1,
    };
    stored.set(change.id, after);
    settled.set(change.idempotencyKey, change.values);
    if (lost.answers-- > 0) throw new RequestFailure('UNREACHABLE', 'Gone.');
    return after;
  });
  const send: Send<Stored> = (things) =>
    Promise.all(
      things.map(async (change) =>
        toOutcome(update(change), {
          current: (details) => details['current'] as Stored,
          key: ({ field }) => field,
        }),
      ),
    );
  const changeElsewhere = (id: number, values: object) => {
    const before = stored.get(id)!;
    const after = new Map([...before.values, ...Object.entries(values)]);
    stored.set(id, { ...before, values: after, version: before.version + 1 });
  };
  const valuesOf = (id: number) => Object.fromEntries(stored.get(id)!.values);
  return { stored, sent, lost, update, send, changeElsewhere, valuesOf };
}

function edit(server: ReturnType<typeof aServer>) {
  const session = createEditSession<Stored, number, EditField>(
    { read: (source) => source, asks: 'changes', tells: 'written' },
    {},
  );
  session.setFields(fields);
  session.begin([...server.stored.values()]);
  for (const id of server.stored.keys()) session.write([{ row: id, column: 'description', value: 'mine' }]);
  const progress: number[] = [];
  const save = (more: object = {}) =>
    saveThings([...session.getRows().keys()], {
      session,
      send: server.send,
      onProgress: (done) => progress.push(done),
      ...more,
    });
  return { session, save, progress };
}

it('sends one update a row, one after the other, with its version and only what was changed', async () => {
  const server = aServer(1, 2, 3);
  const { session, save, progress } = edit(server);
  const report = await save();
  expect(server.sent.map(({ id, version, values }) => [id, version, Object.fromEntries(values)])).toEqual(
    [1, 2, 3].map((id) => [id, 1, { description: 'mine' }]),
  );
  expect(report.saved).toHaveLength(3);
  expect(progress).toEqual([1, 2, 3]);
  expect(session.getRows().size).toBe(0);
});

it('stops after the current row, and leaves the others in row edit', async () => {
  const server = aServer(1, 2, 3);
  const { session, save } = edit(server);
  const report = await save({ isStopped: () => server.sent.length > 0 });
  expect(report.saved).toHaveLength(1);
  expect([...session.getRows().keys()]).toEqual([2, 3]);
  expect([2, 3].map((id) => session.getRows().get(id)!.look.fault)).toEqual([stopped, stopped]);
});

it('leaves a refused row in row edit with its reason, and goes on', async () => {
  const server = aServer(1, 2);
  const { session, save } = edit(server);
  server.update.mockRejectedValueOnce(new RequestFailure('INVALID', 'Too long.', { field: 'description' }));
  const report = await save();
  expect(report).toMatchObject({ failures: [{ id: 1, sentence: 'Too long.' }], saved: [{ id: 2 }] });
  expect(session.getRows().get(1)!.look.faults.get('description')).toBe('Too long.');
});

it('ends where the server cannot be reached, and marks the rows that were never sent', async () => {
  const server = aServer(1, 2, 3);
  const { session, save } = edit(server);
  server.update.mockRejectedValue(new RequestFailure('UNREACHABLE', 'No answer.'));
  const report = await save();
  expect(report).toMatchObject({
    failures: [
      { id: 1, sentence: withoutAnswer.sentence },
      { id: 2, sentence: notSent },
      { id: 3, sentence: notSent },
    ],
    saved: [],
  });
  expect(server.update).toHaveBeenCalledTimes(1);
  expect([...session.getRows().values()].map(({ look }) => look.fault)).toEqual([
    withoutAnswer.sentence,
    notSent,
    notSent,
  ]);
});

it('keeps what was saved without an answer, and saves it once when it is sent again', async () => {
  const server = aServer(1);
  const { session, save } = edit(server);
  server.lost.answers = 1;
  expect((await save()).failures).toEqual([{ id: 1, sentence: withoutAnswer.sentence }]);
  expect(session.getRows().get(1)!.values.get('description')).toBe('mine');
  expect((await save()).saved).toMatchObject([{ id: 1 }]);
  expect(server.stored.get(1)!.version).toBe(2);
  const [first, again] = server.sent;
  expect(again).toMatchObject({ idempotencyKey: first!.idempotencyKey, version: first!.version });
});

it('goes on from its own save whose answer was lost, and takes it for nobody else’s', async () => {
  const server = aServer(1);
  const { session, save } = edit(server);
  server.lost.answers = 1;
  await save();
  session.write([{ row: 1, column: 'description', value: 'mine again' }]);
  expect(await save()).toMatchObject({ saved: [{ id: 1 }], conflicts: [], failures: [], merged: [] });
  expect(server.valuesOf(1)).toEqual({ description: 'mine again', company: 'b' });
  expect(server.stored.get(1)!.version).toBe(3);
});

it('asks of what somebody else made of a save whose answer was lost', async () => {
  const server = aServer(1);
  const { session, save } = edit(server);
  server.lost.answers = 1;
  await save();
  server.changeElsewhere(1, { description: 'theirs' });
  session.write([{ row: 1, column: 'description', value: 'mine again' }]);
  expect((await save()).conflicts).toMatchObject([
    { merge: { overlapping: [{ original: 'mine', mine: 'mine again', theirs: 'theirs' }] } },
  ]);
  expect(server.valuesOf(1)).toMatchObject({ description: 'theirs' });
});

it('tells each reason once, with the rows that it holds for', () => {
  const failures = [
    { id: 1, sentence: 'Boom.' },
    ...[2, 3, 4, 5, 6].map((id) => ({ id, sentence: notSent })),
  ];
  expect(tellFailures(failures, (id) => `record ${id}`)).toBe(
    `Boom. (record 1)\n${notSent} (record 2, record 3, record 4 and 2 more)`,
  );
});

it('puts my change beside one of another field, and says which', async () => {
  const server = aServer(1);
  const { save } = edit(server);
  server.changeElsewhere(1, { company: 'theirs' });
  const report = await save();
  expect(report.merged).toEqual([{ id: 1, taken: ['company'] }]);
  expect(server.valuesOf(1)).toEqual({ description: 'mine', company: 'theirs' });
  expect(server.stored.get(1)!.version).toBe(3);
});

it('sets aside what both changed, and overwrites nothing', async () => {
  const server = aServer(1, 2);
  const { session, save } = edit(server);
  server.changeElsewhere(1, { description: 'theirs' });
  const report = await save();
  expect(report.conflicts).toMatchObject([
    {
      id: 1,
      merge: { overlapping: [{ key: 'description', original: 'a', mine: 'mine', theirs: 'theirs' }] },
    },
  ]);
  expect(report.saved.map(({ id }) => id)).toEqual([2]);
  expect(server.valuesOf(1)).toMatchObject({ description: 'theirs' });
  expect(session.getRows().get(1)!.values.get('description')).toBe('mine');
});

it('sends nothing where the other wrote the same', async () => {
  const server = aServer(1);
  const { save } = edit(server);
  server.changeElsewhere(1, { description: 'mine' });
  const report = await save();
  expect(report.saved).toHaveLength(1);
  expect(server.valuesOf(1)).toMatchObject({ description: 'mine' });
  expect(server.stored.get(1)!.version).toBe(2);
});

it('may send several at once, and tells of each what became of it', async () => {
  const server = aServer(1, 2, 3);
  const { session, save, progress } = edit(server);
  server.changeElsewhere(2, { company: 'theirs' });
  const send = vi.fn(server.send);
  const report = await save({ atOnce: 2, send });
  expect(send.mock.calls.map(([things, first]) => [things.map(({ id }) => id), first])).toEqual([
    [[1, 2], 0],
    [[2], 0],
    [[3], 2],
  ]);
  expect(report.saved.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(progress).toEqual([2, 3]);
  expect(session.getRows().size).toBe(0);
});

it('asks of each field that both changed, and saves what was decided', async () => {
  const server = aServer(1, 2);
  const { session, save } = edit(server);
  for (const id of [1, 2]) server.changeElsewhere(id, { description: 'theirs' });
  const answers: (Choices | null)[] = [new Map([['description', 'mine']]), null];
  const report = await settleConflicts(await save(), {
    session,
    ask: async () => answers.shift() ?? null,
    save: (ids) => saveThings(ids, { session, send: server.send }),
  });
  expect(report.saved.map(({ id }) => id)).toEqual([1]);
  expect(report.conflicts.map(({ id }) => id)).toEqual([2]);
  expect([server.valuesOf(1), server.valuesOf(2)]).toMatchObject([
    { description: 'mine' },
    { description: 'theirs' },
  ]);
  expect(session.getRows().get(2)?.look).toMatchObject({
    fault: 'Somebody else changed this record since you opened it.',
    values: new Map([['description', 'mine']]),
  });
});
