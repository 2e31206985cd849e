import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '../../../../platform/request-failure.ts';
import { SnackbarHost } from '../../../../ui/snackbars.tsx';
import { prepareInputs } from '../../../../values/late-inputs.ts';
import { BulkEditDialog, type BulkEditRequest } from './bulk-edit-dialog.tsx';
import type { BulkFailure } from './bulk-send.ts';
import type { RecordField } from '../../record-field.ts';
import type { RecordRow } from '../../record-row.ts';
import type { FieldOptions } from '../../../../values/value-field.ts';

beforeAll(prepareInputs);

const aField = (
  key: string,
  name: string,
  dataType: DataType,
  more: Partial<RecordField> = {},
): RecordField => ({
  id: key.startsWith('f') ? Number(key.slice(1)) : 0,
  key,
  name,
  dataType,
  visibility: true,
  required: false,
  order: 1,
  recordTypeId: 3,
  listType: null,
  currency: null,
  objectDefinition: null,
  access: 'Editable',
  filterable: true,
  sortable: true,
  ...more,
});
const fields = [
  aField('f1', 'Weight', 'decimal', { required: true }),
  aField('f2', 'Note', 'string'),
  aField('f3', 'Site', 'object'),
  aField('f4', 'Margin', 'currency', { access: 'ViewOnly' }),
  aField('createdAt', 'Created At', 'datetime'),
  aField('f5', 'File', 'attachment'),
];

let stored: Map<number, { version: number; weight: string }>;
const asked = vi.fn<(variables: { data: { ids: number[] } }) => Promise<unknown>>();
vi.mock('../../../../platform/graphql/request.ts', () => ({
  request: (_: unknown, variables: { data: { ids: number[] } }) => asked(variables),
}));

beforeEach(() => {
  stored = new Map([
    [1, { version: 1, weight: '2' }],
    [2, { version: 1, weight: '5' }],
    [3, { version: 4, weight: '7' }],
  ]);
  asked.mockImplementation(({ data: { ids } }) => {
    const records = ids.flatMap((id): RecordRow[] => {
      const found = stored.get(id);
      return found
        ? [
            {
              id,
              version: found.version,
              recordNumber: 100 + id,
              enabled: true,
              recordFile: null,
              additionalFields: [{ tag: `${id};3;1`, value: found.weight }],
            },
          ]
        : [];
    });
    return Promise.resolve({ findRecordHeader: { records, total: records.length, totalState: 'EXACT' } });
  });
});

type Apply = (change: BulkEditRequest) => Promise<readonly BulkFailure[]>;

function open(
  onApply: Apply = () => Promise.resolve([]),
  ids = [1, 2, 3],
  offered = fields,
  options: FieldOptions = new Map(),
) {
  const apply = vi.fn<Apply>(onApply);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SnackbarHost>{null}</SnackbarHost>
      <BulkEditDialog
        recordTypeId={3}
        ids={ids}
        fields={offered}
        options={options}
        onApply={apply}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return { apply, onClose };
}

function choose(name: string) {
  const attribute = screen.getByLabelText(/^Attribute/);
  fireEvent.change(attribute, { target: { value: name } });
  fireEvent.click(screen.getByRole('option', { name }));
}
/** A required one has an asterisk behind its name. */
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
const enter = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const save = () => fireEvent.submit(document.querySelector('form')!);
const lines = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('only what can be changed in many records is offered', () => {
  open();
  fireEvent.mouseDown(screen.getByLabelText(/^Attribute/));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Note', 'Weight']);
});

test('nothing is pressed in vain while the records are read', async () => {
  const answer = asked.getMockImplementation()!;
  const { promise: read, resolve: come } = Promise.withResolvers<void>();
  asked.mockImplementation((variables) => read.then(() => answer(variables)));
  const { apply } = open();
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(button('Change 3 records').disabled).toBe(false);
  choose('Weight');
  enter('Weight', '5');
  expect(button('Change 3 records').disabled).toBe(true);
  come();
  await waitFor(() => expect(button('Change 2 records').disabled).toBe(false));
  fireEvent.click(button('Change 2 records'));
  await waitFor(() => expect(apply).toHaveBeenCalledTimes(1));
});

test('an attribute has to be selected, and a required one has to have a value', async () => {
  const { apply } = open();
  save();
  expect(screen.getByText('You have to select an attribute')).toBeTruthy();
  choose('Weight');
  expect(screen.queryByText('You have to enter a value')).toBeNull();
  save();
  expect(screen.getByText('You have to enter a value')).toBeTruthy();
  enter('Weight', 'heavy');
  expect(screen.getByText(/^Should be numeric\. Write digits, such as 1250/)).toBeTruthy();
  save();
  await screen.findByText('What they hold now');
  expect(apply).not.toHaveBeenCalled();
});

test('what would change is shown, and only that is sent, of the version that was shown', async () => {
  const { apply, onClose } = open();
  choose('Weight');
  enter('Weight', '5.0');
  expect(await screen.findByText('3 records: 2 change, 1 has it already')).toBeTruthy();
  expect(lines()).toEqual([
    ['101', '2', '5'],
    ['103', '7', '5'],
    ['102', '5', 'has it already'],
  ]);
  expect(screen.getByRole('button', { name: 'Change 2 records' })).toBeTruthy();
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { field, value, records } = apply.mock.calls[0]![0];
  expect([field.key, value, records.map(({ id, version }) => [id, version])]).toEqual([
    'f1',
    '5.0',
    [
      [1, 1],
      [3, 4],
    ],
  ]);
});

test('where all have it already there is nothing to change', async () => {
  open(undefined, [2]);
  choose('Weight');
  enter('Weight', '5');
  expect(await screen.findByText('1 record: 1 has it already')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nothing to change' }).disabled).toBe(true);
});

test('what was not changed is listed with its reason, shown as it stands now, and can be tried again', async () => {
  const failed = { id: 3, sentence: 'Somebody else changed this record since you opened it.', isGone: false };
  const { onClose } = open(() => {
    stored.set(3, { version: 5, weight: '8' });
    return Promise.resolve([failed]);
  });
  choose('Weight');
  enter('Weight', '5');
  await screen.findByText('3 records: 2 change, 1 has it already');
  save();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('One record was not changed');
  expect(alert.textContent).toContain('Somebody else changed this record since you opened it.Record 103');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(lines()).toEqual([['103', '8', '5']]));
  expect(input('Weight').value).toBe('5');
  expect(screen.getByRole('button', { name: 'Change 1 record' })).toBeTruthy();
});

test('a refusal stands at the value, and nothing that was chosen is lost', async () => {
  const { onClose } = open(() => {
    throw new RequestFailure('INVALID', 'Weight: Should be lighter', { field: 'f1' });
  });
  choose('Weight');
  enter('Weight', '5');
  await screen.findByText('3 records: 2 change, 1 has it already');
  save();
  expect(await screen.findByText('Weight: Should be lighter')).toBeTruthy();
  expect(screen.getByText('Save changes failed: Weight: Should be lighter')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(input('Weight').value).toBe('5');
});

test('that the server could not be reached stays in the dialog until it is tried again', async () => {
  let isLost = true;
  const { onClose } = open(() => {
    if (!isLost) return Promise.resolve([]);
    throw new RequestFailure('UNREACHABLE', 'The server cannot be reached.');
  });
  choose('Weight');
  enter('Weight', '5');
  await screen.findByText('3 records: 2 change, 1 has it already');
  save();
  const alert = await screen.findByText('Save changes failed');
  expect(alert.parentElement!.textContent).toContain('The server cannot be reached.');
  isLost = false;
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(screen.queryByText('Save changes failed')).toBeNull();
});

test('a status is closed where none may move to it, who may not move is named, and a comment goes along', async () => {
  const statuses = [
    { id: '1', name: 'Draft', enabled: true },
    { id: '2', name: 'Closed', enabled: true },
    { id: '3', name: 'Approved', enabled: true },
    { id: '4', name: 'Paid', enabled: true },
  ];
  const step = {
    fromStatusId: 1,
    toStatusId: 3,
    roles: [],
    isOfRole: true,
    creator: 'ANYONE',
    conditions: [],
    words: '',
    needsComment: true,
  };
  const path = {
    userId: 9,
    statuses: statuses.map(({ id, name }) => ({ id: Number(id), name })),
    steps: [step],
  };
  asked.mockImplementation(({ data }) => {
    if ('recordTypes' in data) return Promise.resolve({ findStatusPaths: [path] });
    const records = data.ids.map((id) => ({
      id,
      version: 1,
      recordNumber: 100 + id,
      enabled: true,
      recordFile: null,
      additionalFields: [],
      statusId: id === 3 ? { id: 2, name: 'Closed' } : { id: 1, name: 'Draft' },
    }));
    return Promise.resolve({ findRecordHeader: { records, total: 3, totalState: 'EXACT' } });
  });
  const status = aField('status', 'Status', 'dropdown');
  const { apply } = open(undefined, [1, 2, 3], [status], new Map([['status', statuses]]));
  choose('Status');
  const input = await screen.findByLabelText<HTMLInputElement>(/^Status/);
  fireEvent.mouseDown(input);
  await screen.findByText('No transition leads from Draft to Paid.');
  fireEvent.change(input, { target: { value: 'Approved' } });
  fireEvent.click(screen.getByRole('option', { name: /^Approved/ }));
  await screen.findByText('3 records: 2 change, 1 cannot be changed');
  expect(lines()[2]).toEqual(['103', 'Closed', 'No transition leads from Closed to Approved.']);
  save();
  expect(await screen.findByText('Write something first.')).toBeTruthy();
  expect(apply).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText(/^Comment/), { target: { value: ' Checked ' } });
  save();
  await waitFor(() => expect(apply).toHaveBeenCalled());
  const sent = apply.mock.calls[0]![0];
  expect([sent.value, sent.comment, sent.records.map(({ id }) => id)]).toEqual(['3', 'Checked', [1, 2]]);
});
