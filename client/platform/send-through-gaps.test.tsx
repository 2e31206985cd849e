import { beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from './request-failure.ts';
import { sendOnce } from './send-once.ts';
import { sendOnBadLine, sendThroughGaps, isSentAgain } from './send-through-gaps.ts';

const line = vi.hoisted(() => ({ state: 'fine', returned: null as (() => void) | null }));
vi.mock(import('./connection.ts'), async (original) => ({
  ...(await original()),
  doubtConnection: async () => undefined,
  getConnection: () => ({ state: line.state, retryAt: null, hasReturned: false }) as never,
  onConnectionReturn: (listener) => {
    line.returned = listener;
    return () => undefined;
  },
}));

beforeEach(() => {
  line.state = 'fine';
  line.returned = null;
});

const broken = new RequestFailure('UNREACHABLE', 'The server cannot be reached.');
const anAttempt = () => vi.fn<() => Promise<string>>();

test('waits as long as the server is not there, and sends again what broke off', async () => {
  const send = anAttempt();
  for (let gap = 0; gap < 5; gap += 1) send.mockRejectedValueOnce(broken);
  send.mockResolvedValue('all of it');
  const onWait = vi.fn<() => void>();
  line.state = 'silent';
  const sending = sendThroughGaps(send, { signal: new AbortController().signal, onWait });
  for (let gap = 1; gap <= 5; gap += 1) {
    await vi.waitFor(() => expect(onWait).toHaveBeenCalledTimes(gap));
    expect(send).toHaveBeenCalledTimes(gap);
    await vi.waitFor(() => expect(line.returned).not.toBeNull());
    const back = line.returned!;
    line.returned = null;
    back();
  }
  expect(await sending).toBe('all of it');
});

test('gives up where the server is there and it breaks off each time, and at a refusal at once', async () => {
  const { signal } = new AbortController();
  const onWait = vi.fn<() => void>();
  const send = anAttempt().mockRejectedValue(broken);
  await expect(sendThroughGaps(send, { signal, onWait })).rejects.toBe(broken);
  expect(send).toHaveBeenCalledTimes(3);
  const refusal = new RequestFailure('INVALID', 'The parts of the file did not come in their order.');
  const refused = anAttempt().mockRejectedValue(refusal);
  await expect(sendThroughGaps(refused, { signal, onWait })).rejects.toBe(refusal);
  expect(refused).toHaveBeenCalledTimes(1);
  expect(onWait).not.toHaveBeenCalled();
});

test('waits no more when it is stopped', async () => {
  line.state = 'offline';
  const stop = new AbortController();
  const onWait = vi.fn<() => void>();
  const sending = sendThroughGaps(anAttempt().mockRejectedValue(broken), { signal: stop.signal, onWait });
  await vi.waitFor(() => expect(line.returned).not.toBeNull());
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});

test('what somebody waits for is sent again where the server is there, and else fails at once', async () => {
  const send = anAttempt().mockRejectedValueOnce(broken).mockResolvedValue('kept once');
  const seen: boolean[] = [];
  const stop = isSentAgain.subscribe(() => seen.push(isSentAgain.get()));
  expect(await sendOnBadLine(send)).toBe('kept once');
  expect(seen).toEqual([true, false]);
  stop();
  const lost = anAttempt().mockRejectedValue(broken);
  await expect(sendOnBadLine(lost)).rejects.toBe(broken);
  expect(lost).toHaveBeenCalledTimes(3);
  line.state = 'offline';
  const offline = anAttempt().mockRejectedValue(broken);
  await expect(sendOnBadLine(offline)).rejects.toBe(broken);
  expect(offline).toHaveBeenCalledTimes(1);
  expect(isSentAgain.get()).toBe(false);
});

test('what got no answer is sent under its key when it is saved again, and what is another under another', async () => {
  const keys: string[] = [];
  let outcome: Error | null = broken;
  const save = (name: string) =>
    sendOnce('registerView', { name }, async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (outcome !== null) throw outcome;
    });
  await expect(save('Mine')).rejects.toBe(broken);
  expect(keys).toHaveLength(3);
  outcome = null;
  await save('Other');
  await save('Mine');
  expect(new Set([...keys.slice(0, 3), keys[4]]).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  // It was answered: the same once more is one more.
  await save('Mine');
  expect(keys[5]).not.toBe(keys[0]);
});
