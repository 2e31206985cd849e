import { beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import type { SendFileOptions } from '../../platform/send-file.ts';

const stored = { id: 7, originalFileName: 'Plan.pdf', sizeBytes: 4 };
const direct = {
  url: 'https://files.example.com/1',
  headers: [{ name: 'content-type', value: 'application/pdf' }],
  confirmUrl: '/uploads/confirm/x',
};

/** What the server was asked for, and where bytes went. */
let asked: object[];
let sent: { url: string; size: number; options: SendFileOptions }[];
let storage: (options: SendFileOptions) => Promise<unknown>;
vi.mock('../../platform/graphql/request.ts', () => ({
  request: (_: unknown, { data }: { data: { throughServer?: boolean } }) => {
    asked.push(data);
    return Promise.resolve({
      startFileUpload: { url: '/uploads/x', direct: data.throughServer === true ? null : direct },
    });
  },
}));
vi.mock('../../platform/send-file.ts', () => ({
  sendFile: (url: string, { size }: Blob, options: SendFileOptions) => {
    sent.push({ url, size, options });
    return url === direct.url ? storage(options) : Promise.resolve(stored);
  },
}));

const file = new File(['%PDF'], 'Plan.pdf');
const target = { recordTypeId: 1, fieldKey: 'recordFile' };
const upload = async (signal = new AbortController().signal) => {
  const { uploadFile } = await import('./upload-file.ts');
  return uploadFile(file, target, { onProgress: () => undefined, signal });
};
const refused = () => Promise.reject(new RequestFailure('UNREACHABLE', 'The server cannot be reached.'));
const urls = () => sent.map(({ url }) => url);

beforeEach(() => {
  vi.resetModules();
  vi.useRealTimers();
  asked = [];
  sent = [];
  storage = () => Promise.resolve({});
});

test('a file goes straight to the storage with the headers that were signed, and is confirmed', async () => {
  expect(await upload()).toEqual({ id: 7, name: 'Plan.pdf', sizeBytes: 4 });
  expect(sent.map(({ url, size }) => [url, size])).toEqual([
    [direct.url, 4],
    [direct.confirmUrl, 0],
  ]);
  expect(sent[0]?.options).toMatchObject({ headers: direct.headers, isStorage: true });
});

test('a storage that is not reached is gone round, and not tried again for ten minutes', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  storage = refused;
  expect(await upload()).toMatchObject({ id: 7 });
  expect(urls()).toEqual([direct.url, '/uploads/x']);
  expect(await upload()).toMatchObject({ id: 7 });
  expect(urls()).toEqual([direct.url, '/uploads/x', '/uploads/x']);
  expect(asked.map((data) => 'throughServer' in data)).toEqual([false, true, true]);
  now.mockReturnValue(1_000_000 + 10 * 60_000 + 1);
  storage = () => Promise.resolve({});
  await upload();
  expect(urls().slice(3)).toEqual([direct.url, direct.confirmUrl]);
  now.mockRestore();
});

test('who cancels is not sent round', async () => {
  const stop = new AbortController();
  storage = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      stop.abort(new Error('cancelled'));
    });
  await expect(upload(stop.signal)).rejects.toThrow('cancelled');
  expect(urls()).toEqual([direct.url]);
});
