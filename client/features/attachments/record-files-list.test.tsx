import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import type { SendFileOptions } from '../../platform/send-file.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { RecordFilesList } from './record-files-list.tsx';

type Listed = {
  id: number;
  name: string;
  description: string | null;
  recordAdditionalFieldByTypeId: number | null;
};
let record: { version: number; mayDelete: boolean; files: Listed[] };
/** Out of sight since the page was opened. */
let isGone: boolean;
/** Names of files by id, as the server knows them. */
let known: Map<number, string>;
let saves: { version: number; data: object }[];

type Variables = { data: Record<string, unknown> };
vi.mock('../../platform/graphql/request.ts', () => ({
  request: (document: unknown, { data }: Variables) => answer(String(document), data),
}));

type Sending = SendFileOptions & { file: File; done: () => void; fail: (sentence: string) => void };
const sending: Sending[] = [];
vi.mock('../../platform/send-file.ts', () => ({
  sendFile: (_: string, file: File, options: SendFileOptions) =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(options.signal.reason as Error));
      sending.push({
        file,
        ...options,
        done: () => {
          const id = 100 + known.size;
          known.set(id, file.name);
          resolve({ id, originalFileName: file.name, sizeBytes: file.size });
        },
        fail: (sentence) => reject(new RequestFailure('UNAVAILABLE', sentence)),
      });
    }),
}));

/** The server, as far as the list sees it. */
function answer(document: string, data: Record<string, unknown>): Promise<unknown> {
  if (document.includes('startFileUpload'))
    return Promise.resolve({ startFileUpload: { url: '/uploads/x' } });
  if (document.includes('updateRecordFile')) {
    const file = record.files.find(({ id }) => id === data['fileId'])!;
    if (String(data['name']).trim() === '')
      return Promise.reject(new RequestFailure('INVALID', 'A file needs a name.'));
    file.name = `${String(data['name'])}.pdf`;
    file.description = String(data['description']) || null;
    record.version += 1;
    return Promise.resolve({ updateRecordFile: { version: record.version } });
  }
  if (isGone) return Promise.reject(new RequestFailure('NOT_FOUND', 'The record was not found.'));
  if (document.includes('findRecordFiles')) {
    const files = record.files.map((file) => ({
      ...file,
      fileType: 'application/pdf',
      fileSize: 1204,
      createdAt: '2026-11-14T10:22:41.000Z',
      createdByName: 'Noah Berg',
      access: 'Editable',
    }));
    return Promise.resolve({ findRecordFiles: { ...record, files } });
  }
  const { version } = data as { version: number };
  if (version !== record.version)
    return Promise.reject(new RequestFailure('CONFLICT', 'Somebody else changed this record.'));
  saves.push({ version, data });
  record.version += 1;
  const { recordFileId, additionalFields } = data as {
    recordFileId?: number | null;
    additionalFields?: { recordAdditionalFieldByTypeId: number; value: string | null }[];
  };
  const set = (fieldId: number | null, ids: number[]) => {
    const before = new Map(record.files.map((file) => [file.id, file]));
    record.files = [
      ...record.files.filter((file) => file.recordAdditionalFieldByTypeId !== fieldId),
      ...ids.map(
        (id): Listed =>
          before.get(id) ?? {
            id,
            name: known.get(id) ?? '',
            description: null,
            recordAdditionalFieldByTypeId: fieldId,
          },
      ),
    ];
  };
  if (recordFileId !== undefined) set(null, recordFileId === null ? [] : [recordFileId]);
  for (const { recordAdditionalFieldByTypeId: id, value } of additionalFields ?? [])
    set(
      id,
      ([JSON.parse(value ?? '[]')] as { id: number }[] | { id: number }[][]).flat().map((file) => file.id),
    );
  return Promise.resolve({
    updateRecordHeader: {
      version: record.version,
      recordFile: null,
      additionalFields: (additionalFields ?? []).map(({ recordAdditionalFieldByTypeId: id, value }) => ({
        tag: `7;3;${id}`,
        value,
      })),
    },
  });
}

const recordFile = { key: 'recordFile', name: 'Record File', dataType: 'attachment', access: 'Editable' };
const signed = { key: 'f5', name: 'Signed copy', dataType: 'attachment', access: 'Editable' };
const closed = { key: 'f6', name: 'Certificates', dataType: 'attachment', access: 'ViewOnly' };
const note = { key: 'f7', name: 'Note', dataType: 'string', access: 'Editable' };

const aFile = (name: string, size = 2000, content = '%PDF-1.7\n') => {
  const file = new File([content], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

let lastRecord = 100;
beforeEach(() => {
  lastRecord += 1;
  isGone = false;
  vi.restoreAllMocks();
  sending.length = 0;
  saves = [];
  known = new Map();
  record = {
    version: 4,
    mayDelete: true,
    files: [
      { id: 1, name: 'Mill certificate.pdf', description: null, recordAdditionalFieldByTypeId: 6 },
      {
        id: 2,
        name: 'Signed PO-7411.pdf',
        description: 'Signed on delivery',
        recordAdditionalFieldByTypeId: 5,
      },
    ],
  };
});

async function open(mayEdit = true) {
  const onChange = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfirmHost>
        <RecordFilesList
          recordTypeId={3}
          recordId={lastRecord}
          fields={[note, signed, closed, recordFile]}
          mayEdit={mayEdit}
          onChange={onChange}
        />
      </ConfirmHost>
    </QueryClientProvider>,
  );
  await screen.findByText('Mill certificate.pdf');
  return onChange;
}

const group = (name: string) => screen.getByRole('region', { name });
const choose = (field: string, files: File[]) =>
  fireEvent.change(within(group(field)).getByLabelText(field, { selector: 'input' }), { target: { files } });

test('files stand by their fields, the record file first; a field that may not be edited shows a lock', async () => {
  await open();
  expect(
    screen
      .getAllByRole('region')
      .map((one) => one.getAttribute('aria-labelledby') && one.querySelector('h2')?.textContent),
  ).toEqual(['Record File', 'Signed copy', 'Certificates']);
  const row = within(group('Signed copy')).getByRole('listitem');
  expect(row.textContent).toMatch(
    /^Signed PO-7411\.pdfSigned on delivery1\.2 MB · Nov 14, 2026 \d\d:22:41 · Noah Berg$/,
  );
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual([
    null,
    'Rename or describe Signed PO-7411.pdf',
    'Download Signed PO-7411.pdf',
    'Delete Signed PO-7411.pdf',
  ]);
  expect(group('Certificates').textContent).toContain('View only for your role');
  expect(within(group('Certificates')).queryByRole('button', { name: /Delete|Rename|Add/ })).toBeNull();
  expect(group('Record File').textContent).toContain('Click to upload or drag and dropPDF (max. 3MB)');
});

test('a record that may not be changed takes nothing', async () => {
  await open(false);
  expect(screen.queryByText('Click to upload or drag and drop')).toBeNull();
  expect(screen.queryByRole('button', { name: /Delete|Rename|Add|Replace/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(2);
});

test('a file shows how far it is, is checked, and is then in the record beside what others put there', async () => {
  const onChange = await open();
  choose('Signed copy', [aFile('Packing slip.pdf', 9_200_000)]);
  await waitFor(() => expect(sending).toHaveLength(1));
  sending[0]!.onProgress(0.64);
  await within(group('Signed copy')).findByText(/^64%, 5\.9 of 9\.2 MB/);
  sending[0]!.onProgress(1);
  await screen.findByText('Checking…');
  // Meanwhile somebody else changed the record, and put a file into the same field.
  record.version = 9;
  record.files.push({ id: 3, name: 'Photo.pdf', description: null, recordAdditionalFieldByTypeId: 5 });
  sending[0]!.done();
  await screen.findByRole('button', { name: 'Download Packing slip.pdf' });
  expect(
    record.files.filter((file) => file.recordAdditionalFieldByTypeId === 5).map(({ name }) => name),
  ).toEqual(['Signed PO-7411.pdf', 'Photo.pdf', 'Packing slip.pdf']);
  expect(saves).toHaveLength(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('three are on their way at a time; one is cancelled, one fails and is tried again', async () => {
  await open();
  choose(
    'Signed copy',
    ['a', 'b', 'c', 'd'].map((name) => aFile(`${name}.pdf`)),
  );
  await waitFor(() => expect(sending).toHaveLength(3));
  expect(await screen.findAllByText('Waiting')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel b.pdf' }));
  await waitFor(() => expect(sending).toHaveLength(4));
  expect(sending[1]!.signal.aborted).toBe(true);
  sending[0]!.fail('The file storage does not answer.');
  await screen.findByText('The file storage does not answer.');
  expect(saves).toHaveLength(0);
  sending[2]!.done();
  sending[3]!.done();
  fireEvent.click(screen.getByRole('button', { name: 'Retry a.pdf' }));
  await waitFor(() => expect(sending).toHaveLength(5));
  sending[4]!.done();
  await screen.findByRole('button', { name: 'Download a.pdf' });
  expect(screen.queryByText('b.pdf')).toBeNull();
  expect(saves).toHaveLength(3);
});

test('a file that fails where nobody sees its row is said, and sent again from there if that may help', async () => {
  const said = vi.spyOn(snackbars, 'error').mockReturnValue(undefined);
  await open();
  choose('Signed copy', [aFile('Slip.pdf')]);
  await waitFor(() => expect(sending).toHaveLength(1));
  cleanup();
  sending[0]!.fail('The file storage does not answer.');
  await waitFor(() => expect(said).toHaveBeenCalledTimes(1));
  const [message, retry] = said.mock.calls[0]!;
  expect(message).toBe('Slip.pdf was not added to its record. The file storage does not answer.');
  retry!.run();
  await waitFor(() => expect(sending).toHaveLength(2));
  isGone = true;
  sending[1]!.done();
  await waitFor(() => expect(said).toHaveBeenCalledTimes(2));
  expect(said.mock.calls[1]).toEqual([
    'Slip.pdf was not added to its record. The record was not found.',
    undefined,
  ]);
});

test('a file that is not what its name says would be refused again: it is let go alone', async () => {
  await open();
  choose('Signed copy', [aFile('False.pdf', 2000, 'nothing of a PDF')]);
  const dismiss = await screen.findByRole('button', { name: 'Dismiss False.pdf' });
  expect(screen.queryByRole('button', { name: 'Retry False.pdf' })).toBeNull();
  fireEvent.click(dismiss);
  await waitFor(() => expect(screen.queryByText('False.pdf')).toBeNull());
  expect(sending).toHaveLength(0);
});

test('what cannot be taken is refused in words, and nothing of it is sent', async () => {
  await open();
  choose('Record File', [aFile('Photo.png')]);
  expect((await screen.findByRole('alert')).textContent).toBe('Error! The record file must be a PDF.');
  choose('Signed copy', [aFile('Large.pdf', 10_484_737)]);
  expect((await within(group('Signed copy')).findByRole('alert')).textContent).toBe(
    'Error! The file size exceeds the 10 MB limit.',
  );
  choose('Signed copy', [aFile('no extension')]);
  expect(within(group('Signed copy')).getByRole('alert').textContent).toBe('Error! invalid file type');
  choose(
    'Signed copy',
    Array.from({ length: 20 }, (_, at) => aFile(`${at}.pdf`)),
  );
  expect(within(group('Signed copy')).getByRole('alert').textContent).toBe(
    'Error! A field holds at most 20 files.',
  );
  await waitFor(() => expect(sending).toHaveLength(3));
});

test('a file is renamed and described in place: Enter saves, Esc leaves, the extension stays', async () => {
  await open();
  const edit = screen.getByRole('button', { name: 'Rename or describe Signed PO-7411.pdf' });
  fireEvent.click(edit);
  const name = screen.getByLabelText<HTMLInputElement>('Name.pdf');
  expect(document.activeElement).toBe(name);
  expect(name.value).toBe('Signed PO-7411');
  fireEvent.change(name, { target: { value: 'Other' } });
  fireEvent.keyDown(name, { key: 'Escape' });
  expect(screen.getByText('Signed PO-7411.pdf')).toBeDefined();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename or describe Signed PO-7411.pdf');

  fireEvent.click(screen.getByRole('button', { name: 'Rename or describe Signed PO-7411.pdf' }));
  fireEvent.change(screen.getByLabelText('Name.pdf'), { target: { value: 'Contract' } });
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Both sides' } });
  fireEvent.submit(screen.getByRole('form'));
  await screen.findByText('Contract.pdf');
  expect(screen.getByText('Both sides')).toBeDefined();

  // Told as it is kept, not as it was typed.
  fireEvent.click(screen.getByRole('button', { name: 'Rename or describe Contract.pdf' }));
  fireEvent.change(screen.getByLabelText('Name.pdf'), { target: { value: 'Contract 12/2026' } });
  fireEvent.submit(screen.getByRole('form'));
  await screen.findByText('Contract 12-2026.pdf is saved.');
});

test('what is typed of a file stays when the list goes, as with the width of a window, until it is left or saved', async () => {
  await open();
  const label = 'Rename or describe Signed PO-7411.pdf';
  fireEvent.click(screen.getByRole('button', { name: label }));
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Both si' } });
  cleanup();
  await open();
  const description = screen.getByLabelText<HTMLInputElement>('Description');
  expect(description.value).toBe('Both si');
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(description, { key: 'Escape' });
  expect(screen.getByRole('button', { name: label })).toBeDefined();
  cleanup();
  await open();
  expect(screen.getByRole('button', { name: label })).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: label }));
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Both sides' } });
  fireEvent.submit(screen.getByRole('form'));
  await screen.findByText('Both sides');
  cleanup();
  await open();
  expect(screen.getByRole('button', { name: label })).toBeDefined();
});

test('deleting asks first, and is offered where the role may take files out', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Signed PO-7411.pdf' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Are you sure you want to delete this attachment?');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Signed PO-7411.pdf')).toBeNull());
  expect(record.files.map(({ id }) => id)).toEqual([1]);
});

test('a file that is dragged over the window lights every area that would take it', async () => {
  await open();
  const lit = () =>
    screen
      .getAllByRole('region')
      .filter((one) => 'lit' in one.dataset)
      .map((one) => one.querySelector('h2')?.textContent);
  const drag = (type: string) =>
    fireEvent(
      window,
      Object.assign(new Event('dragenter'), { dataTransfer: { types: ['Files'], items: [{ type }] } }),
    );
  drag('image/png');
  expect(lit()).toEqual(['Signed copy']);
  fireEvent(window, Object.assign(new Event('drop'), { dataTransfer: { types: ['Files'] } }));
  expect(lit()).toEqual([]);
  drag('application/pdf');
  expect(lit()).toEqual(['Record File', 'Signed copy']);
  fireEvent(window, Object.assign(new Event('drop'), { dataTransfer: { types: ['Files'] } }));
});
