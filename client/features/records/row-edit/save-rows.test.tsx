import { expect, test, vi } from 'vitest';
import { createEditSession } from '../../../edit-session/edit-session.ts';
import { createLastDeed } from '../../../edit-session/last-deed.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { recordKind } from './record-kind.ts';
import { createRowSaving } from './save-rows.ts';

const aField = (id: number, name: string) =>
  ({
    id,
    key: `f${id}`,
    name,
    dataType: 'string',
    required: false,
    access: 'Editable',
  }) as unknown as RecordField;
const customer = aField(1, 'Customer');
const city = aField(2, 'Ship city');
const record = { id: 9, version: 4, recordNumber: 103, additionalFields: [] } as unknown as RecordRow;

test('what was written in a field that was taken away since is asked about, and not sent', async () => {
  const sent: { additionalFields: object[] }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { variables } = JSON.parse(body) as { variables: { data: (typeof sent)[0] } };
    sent.push(variables.data);
    return Response.json({ data: { updateRecordHeader: { ...record, version: 5 } } });
  });
  const session = createEditSession(recordKind, {});
  session.setFields([customer, city]);
  session.begin([record]);
  session.write([
    { row: 9, column: 'f1', value: 'Vins' },
    { row: 9, column: 'f2', value: 'Lyon' },
  ]);
  session.setFields([customer]);
  const confirm = vi.fn<Confirm>();
  const { save } = createRowSaving({
    recordTypeId: 3,
    session,
    confirm,
    lastDeed: createLastDeed(),
    getFields: () => new Map([[customer.key, customer]]),
    getReading: () => ({}) as never,
    labelOf: () => 'record 103',
    sayFaults: () => '',
    showChanged: () => undefined,
  });

  confirm.mockResolvedValueOnce(false);
  expect(await save()).toBeNull();
  expect(sent).toEqual([]);
  expect(session.getValue(9, 'f2')).toBe('Lyon');
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Save without Ship city?', body: expect.stringContaining('“Lyon”') }),
  );

  confirm.mockResolvedValueOnce(true);
  await save();
  expect(sent.map(({ additionalFields }) => additionalFields)).toEqual([
    [{ recordAdditionalFieldByTypeId: 1, value: 'Vins' }],
  ]);

  // Of a row in which nothing else was written nothing is saved, and nothing is said to be.
  session.leave([9]);
  session.setFields([customer, city]);
  session.begin([record]);
  session.write([{ row: 9, column: 'f2', value: 'Lyon' }]);
  session.setFields([customer]);
  confirm.mockResolvedValueOnce(true);
  expect(await save()).toBe('all');
  expect(sent).toHaveLength(1);
  vi.unstubAllGlobals();
});

test('a save of values that stood there already offers nothing to undo', async () => {
  let auditEntryId: number | null = null;
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { updateRecordHeader: { ...record, version: 5, auditEntryId } } }),
  );
  const session = createEditSession(recordKind, {});
  session.setFields([customer]);
  const tell = vi.fn<(words: string) => void>();
  const { save } = createRowSaving({
    recordTypeId: 3,
    session,
    confirm: vi.fn<Confirm>(),
    lastDeed: { ...createLastDeed(), tell },
    getFields: () => new Map([[customer.key, customer]]),
    getReading: () => ({}) as never,
    labelOf: () => 'record 103',
    sayFaults: () => '',
    showChanged: () => undefined,
  });
  const saveAs = (value: string) => {
    session.begin([record]);
    session.write([{ row: 9, column: 'f1', value }]);
    return save();
  };
  expect(await saveAs('Vins')).toBe('all');
  expect(tell).not.toHaveBeenCalled();
  auditEntryId = 71;
  expect(await saveAs('Toms')).toBe('all');
  expect(tell).toHaveBeenCalledWith('Changes Saved!', expect.any(Function));
  vi.unstubAllGlobals();
});
