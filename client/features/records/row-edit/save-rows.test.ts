import { expect, it, vi } from 'vitest';
import { RequestFailure } from '../../../platform/request-failure.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { createEditSession } from './edit-session.ts';
import { saveRows, type SentRow } from './save-rows.ts';
import { undoRows } from './undo-rows.ts';

const fields = new Map(
  ['description', 'issuedByCompanyName'].map((key) => [
    key,
    {
      id: 0,
      key,
      name: key,
      dataType: 'string',
      required: false,
      access: 'Editable',
    } as unknown as RecordField,
  ]),
);
const record = (id: number, version: number, more: object = {}) =>
  ({
    id,
    version,
    recordNumber: id,
    enabled: true,
    description: 'a',
    issuedByCompanyName: 'b',
    ...more,
  }) as RecordRow;

/** Records on a server that knows versions. */
function aServer(...ids: number[]) {
  const stored = new Map(ids.map((id) => [id, record(id, 1)]));
  const sent: SentRow[] = [];
  const send = vi.fn(async (row: SentRow): Promise<RecordRow> => {
    sent.push(row);
    const before = stored.get(row.id)!;
    if (before.version !== row.version)
      throw new RequestFailure('CONFLICT', 'Changed.', { details: { current: before } });
    const after = { ...before, ...Object.fromEntries(row.values), version: before.version + 1 };
    stored.set(row.id, after);
    return after;
  });
  const changeElsewhere = (id: number, values: object) => {
    const before = stored.get(id)!;
    stored.set(id, { ...before, ...values, version: before.version + 1 });
  };
  return { stored, sent, send, changeElsewhere };
}

function edit(server: ReturnType<typeof aServer>) {
  const session = createEditSession({ publish: () => undefined, keep: () => undefined });
  session.setFields(fields);
  session.begin([...server.stored.values()]);
  for (const id of server.stored.keys()) session.write([{ row: id, column: 'description', value: 'mine' }]);
  const progress: number[] = [];
  const save = (more: object = {}) =>
    saveRows([...session.getRows().keys()], {
      session,
      send: server.send,
      columnOf: (name) => (fields.has(name) ? name : null),
      onProgress: (done) => progress.push(done),
      isStopped: () => false,
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

it('stops after the present row, and leaves the others in row edit', async () => {
  const server = aServer(1, 2, 3);
  const { session, save } = edit(server);
  const report = await save({ isStopped: () => server.sent.length > 0 });
  expect(report.saved).toHaveLength(1);
  expect([...session.getRows().keys()]).toEqual([2, 3]);
});

it('leaves a refused row in row edit with its reason, and goes on', async () => {
  const server = aServer(1, 2);
  const { session, save } = edit(server);
  server.send.mockRejectedValueOnce(new RequestFailure('INVALID', 'Too long.', { field: 'description' }));
  const report = await save();
  expect(report).toMatchObject({ failure: 'Too long.', saved: [{ id: 2 }] });
  expect(session.getRows().get(1)!.look.faults.get('description')).toBe('Too long.');
});

it('ends where the server cannot be reached', async () => {
  const server = aServer(1, 2);
  const { save } = edit(server);
  server.send.mockRejectedValue(new RequestFailure('UNREACHABLE', 'No answer.'));
  expect(await save()).toMatchObject({ failure: 'No answer.', saved: [] });
  expect(server.send).toHaveBeenCalledTimes(1);
});

it('puts my change beside one of another field, and says which', async () => {
  const server = aServer(1);
  const { save } = edit(server);
  server.changeElsewhere(1, { issuedByCompanyName: 'theirs' });
  const report = await save();
  expect(report.merged).toEqual([{ id: 1, taken: ['issuedByCompanyName'] }]);
  expect(server.stored.get(1)).toMatchObject({
    description: 'mine',
    issuedByCompanyName: 'theirs',
    version: 3,
  });
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
  expect(server.stored.get(1)).toMatchObject({ description: 'theirs' });
  expect(session.getRows().get(1)!.values.get('description')).toBe('mine');
});

it('sends nothing where the other wrote the same', async () => {
  const server = aServer(1);
  const { save } = edit(server);
  server.changeElsewhere(1, { description: 'mine' });
  const report = await save();
  expect(report.saved).toHaveLength(1);
  expect(server.stored.get(1)).toMatchObject({ description: 'mine', version: 2 });
});

it('is undone by ordinary updates, and says which record somebody changed since', async () => {
  const server = aServer(1, 2);
  const { save } = edit(server);
  const { saved } = await save();
  server.changeElsewhere(2, { description: 'theirs' });
  const report = await undoRows(saved, { send: server.send, onProgress: () => undefined });
  expect(report.undone.map(({ id, description }) => [id, description])).toEqual([[1, 'a']]);
  expect(report.refused).toMatchObject([
    { record: { id: 2 }, sentence: 'Somebody else changed this record since it was saved.' },
  ]);
  expect(server.stored.get(2)).toMatchObject({ description: 'theirs' });
});
