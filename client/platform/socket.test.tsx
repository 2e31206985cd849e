import type {
  RecordTypeChange,
  RecordWatch,
  CaughtUpAnswer,
  SocketRefusal,
  WatchedRecord,
} from '@rowhouse/domain/realtime/messages.ts';
import { longestTopicWatchMs, longestWatchMs } from '@rowhouse/domain/realtime/messages.ts';
import type * as SessionModule from './session.ts';
import type * as SocketModule from './socket.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Answer = (answer: CaughtUpAnswer) => void;

type Options = { auth: (give: (auth: Record<string, unknown>) => void) => void };

/** The library as it is seen from here: what was sent, and what the server would say. */
class PretendedSocket {
  readonly sent: [string, number][] = [];
  readonly #tellAuth: Options['auth'];
  connected = false;
  active = true;
  isGone = false;
  attempts = 1;
  /** What the server answers to a watch, and how long that takes. */
  answer: CaughtUpAnswer = { ok: true };
  answersAfterMs = 0;
  askedForMs: number | undefined;
  readonly #listeners = new Map<string, (argument: unknown) => void>();

  constructor({ auth }: Options) {
    this.#tellAuth = auth;
    opened.push(this);
  }
  /** What the next connection would carry. */
  get auth(): Record<string, unknown> {
    let given = {};
    this.#tellAuth((auth) => (given = auth));
    return given;
  }
  on(name: string, listener: (argument: unknown) => void) {
    this.#listeners.set(name, listener);
  }
  emit(name: string, topic?: Partial<RecordWatch> | Answer, answer?: Answer) {
    const isTopic = typeof topic === 'object';
    this.sent.push([name, isTopic ? (topic.recordTypeId ?? 0) : 0]);
    if (isTopic) this.askedForMs = topic.askedForMs;
    const given = () => (isTopic ? answer : topic)?.(this.answer);
    if (this.answersAfterMs === 0) given();
    else setTimeout(given, this.answersAfterMs);
  }
  connect() {
    this.attempts += 1;
  }
  disconnect() {
    this.isGone = true;
    this.connected = false;
  }
  says(name: 'connect'): void;
  says(name: 'notified', change: { ids: number[] }): void;
  says(name: 'commented', record: WatchedRecord): void;
  says(name: 'changed', change: RecordTypeChange): void;
  says(name: 'configured', change: { part: string }): void;
  says(name: 'over', refusal: SocketRefusal): void;
  says(name: 'connect_error', error: Error & { data?: SocketRefusal }): void;
  says(name: string, argument?: unknown): void {
    if (name === 'connect') this.connected = true;
    this.#listeners.get(name)?.(argument);
  }
}
const opened: PretendedSocket[] = [];
vi.mock('socket.io-client', () => ({
  io: (options: Options) => new PretendedSocket(options),
}));

let socket: typeof SocketModule;
let session: typeof SessionModule;

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  opened.length = 0;
  vi.resetModules();
  session = await import('./session.ts');
  socket = await import('./socket.ts');
  (await import('./first-screen.ts')).tellFirstScreen();
});
afterEach(() => vi.useRealTimers());

function signIn(backendToken = 'backend') {
  session.startSession('service', 'maya@example.com');
  session.enterTenant({ id: 7, url: 'northwind' }, backendToken);
}
const arrival = () => vi.advanceTimersByTimeAsync(0);
async function connected(): Promise<PretendedSocket> {
  await vi.waitFor(() => expect(opened.at(-1)?.isGone).toBe(false));
  const last = opened.at(-1)!;
  last.says('connect');
  return last;
}
const refusal = (code: SocketRefusal['code'], reason: string | null = null) => ({
  code,
  message: '',
  reason,
});

test('nothing connects before something watches, nor before a tenant is entered', async () => {
  signIn();
  await arrival();
  expect(opened).toEqual([]);
  session.endSession('signed out');
  socket.watchRecordType(3, () => undefined);
  await arrival();
  expect(opened).toEqual([]);
  signIn();
  const own = await connected();
  expect(own.auth).toEqual({
    serviceToken: 'service',
    backendToken: 'backend',
    tenantId: 7,
    openForMs: expect.any(Number),
  });
  expect(own.sent).toEqual([['watch', 3]]);
});

test('one connection carries every topic, and goes a while after the last', async () => {
  signIn();
  const [one, other] = [vi.fn(), vi.fn()];
  const stops = [socket.watchRecordType(3, one), socket.watchRecordType(3, other)];
  const own = await connected();
  stops.push(socket.watchRecordType(4, vi.fn()));
  const change = {
    recordTypeId: 3,
    whole: false,
    changes: [{ id: 9, kind: 'removed' as const, fields: [] }],
  };
  own.says('changed', change);
  expect([one, other].map((each) => each.mock.lastCall)).toEqual([
    [change, false],
    [change, false],
  ]);
  for (const stop of stops) stop();
  expect(own.sent).toEqual([
    ['watch', 3],
    ['watch', 4],
    ['unwatch', 3],
    ['unwatch', 4],
  ]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(own.isGone).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect([own.isGone, opened.length]).toEqual([true, 1]);
});

test('what is watched is to be read anew after a time without connection', async () => {
  signIn();
  const onChange = vi.fn();
  socket.watchRecordType(3, onChange);
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const own = opened[0]!;
  own.answer = { ok: true, isCaughtUp: true };
  own.says('connect');
  expect(onChange.mock.lastCall).toEqual([{ recordTypeId: 3, whole: false, changes: [] }, false]);
  own.connected = false;
  own.says('connect');
  expect(onChange.mock.lastCall).toEqual([{ recordTypeId: 3, whole: true, changes: [] }, false]);
});

test('what may have been changed between the reading and the watch is told to be older', async () => {
  signIn();
  const onChange = vi.fn();
  socket.watchRecordType(3, onChange);
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const own = opened[0]!;
  await vi.advanceTimersByTimeAsync(3000);
  own.says('connect');
  // Since the reading, which was a while before somebody listened.
  expect(own.askedForMs).toBeGreaterThanOrEqual(5000);
  expect(onChange.mock.calls).toEqual([[{ recordTypeId: 3, whole: false, changes: [] }, true]]);
  // An answer so late is of a watch that was on its way for longer than the server reckons with.
  own.answer = { ok: true, isCaughtUp: true };
  own.answersAfterMs = longestTopicWatchMs;
  const onLater = vi.fn();
  socket.watchRecordType(4, onLater);
  await vi.advanceTimersByTimeAsync(longestTopicWatchMs);
  expect(onLater.mock.calls).toEqual([[{ recordTypeId: 4, whole: false, changes: [] }, true]]);
});

test('who begins to listen to a type of which others hear is told what they were told of late by others', async () => {
  signIn();
  socket.watchRecordType(3, () => undefined);
  const own = await connected();
  const change = (id: number, more: object = {}) => ({
    recordTypeId: 3,
    whole: false,
    changes: [{ id, kind: 'updated' as const, fields: [], ...more }],
  });
  own.says('changed', change(1));
  await vi.advanceTimersByTimeAsync(2500);
  own.says('changed', change(2));
  own.says('changed', { ...change(3), recordTypeId: 4 });
  own.says('changed', change(4, { own: true }));
  const onChange = vi.fn();
  socket.watchRecordType(3, onChange);
  await vi.advanceTimersByTimeAsync(0);
  const told = onChange.mock.calls.flatMap(([{ changes }]) =>
    (changes as { id: number }[]).map(({ id }) => id),
  );
  expect(told).toEqual([2]);
});

test('new tokens make a new connection, signing out ends it', async () => {
  signIn();
  socket.watchRecordType(3, () => undefined);
  const first = await connected();
  signIn('another backend');
  const second = await connected();
  expect([first.isGone, second.auth['backendToken']]).toEqual([true, 'another backend']);
  session.endSession('signed out');
  expect(second.isGone).toBe(true);
});

test('what was set up is told as its part, and as every part after a time without connection', async () => {
  signIn();
  const heard: (readonly string[])[] = [];
  socket.onConfigured((parts) => heard.push(parts));
  socket.watchRecordType(3, () => undefined);
  const own = await connected();
  expect(heard).toEqual([]);
  own.says('configured', { part: 'lists' });
  own.says('connect');
  expect(heard).toEqual([['lists'], ['structure', 'people', 'lists']]);
});

test('the first connection says since when the page may have read what is set up; a later one tells every part', async () => {
  signIn();
  await vi.advanceTimersByTimeAsync(3000);
  const stop = socket.watchConfiguration();
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const own = opened[0]!;
  expect(own.auth['openForMs']).toBeGreaterThanOrEqual(3000);
  own.says('connect');
  expect(own.auth['openForMs']).toBe(0);
  stop();
});

describe('a refusal', () => {
  test.each([
    [
      'of a session that is over raises its end',
      refusal('UNAUTHENTICATED'),
      { expired: true, serviceToken: 'service' },
    ],
    [
      'of an expired token signs out as well',
      refusal('UNAUTHENTICATED', 'TokenExpiredError'),
      { expired: true, serviceToken: null },
    ],
    [
      'for want of a second factor asks for it',
      refusal('FORBIDDEN', 'MfaRequired'),
      { expired: false, secondFactorDemanded: true },
    ],
  ])('%s, and is not tried again', async (_, given, expected) => {
    signIn();
    socket.watchRecordType(3, () => undefined);
    const own = await connected();
    own.says('over', given);
    expect(session.getSession()).toMatchObject(expected);
    await vi.advanceTimersByTimeAsync(60_000);
    socket.watchRecordType(4, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([own.isGone, opened.length, own.attempts]).toEqual([true, 1, 1]);
  });

  test('at the door counts the same', async () => {
    signIn();
    socket.watchRecordType(3, () => undefined);
    const own = await connected();
    own.active = false;
    own.says('connect_error', Object.assign(new Error(''), { data: refusal('UNAUTHENTICATED') }));
    expect(session.getSession().expired).toBe(true);
  });

  test('for now is tried again later', async () => {
    signIn();
    socket.watchRecordType(3, () => undefined);
    const own = await connected();
    own.active = false;
    own.says('connect_error', Object.assign(new Error(''), { data: refusal('LIMITED') }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([own.attempts, session.getSession().expired]).toEqual([2, false]);
  });
});

test('notifications are asked for when they begin to be heard, when there are some, and after each new connection', async () => {
  signIn();
  const onChange = vi.fn();
  const stop = socket.watchNotifications(onChange);
  const own = await connected();
  expect(own.sent).toEqual([['watchNotifications', 0]]);
  expect(onChange).toHaveBeenCalledTimes(1);
  own.says('notified', { ids: [4] });
  expect(onChange).toHaveBeenCalledTimes(2);
  own.connected = false;
  own.says('connect');
  expect(onChange).toHaveBeenCalledTimes(3);
  stop();
  expect(own.sent.at(-1)).toEqual(['unwatchNotifications', 0]);
  own.says('notified', { ids: [] });
  expect(onChange).toHaveBeenCalledTimes(3);
});

test('comments are asked for when they begin to be heard, but not where the server tells what came since they were asked for', async () => {
  signIn();
  const onChange = vi.fn();
  const record = { recordTypeId: 3, recordId: 9 };
  const stop = socket.watchRecordComments(record, onChange);
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const own = opened[0]!;
  await vi.advanceTimersByTimeAsync(3000);
  own.answer = { ok: true, isCaughtUp: true };
  own.says('connect');
  expect(own.askedForMs).toBeGreaterThanOrEqual(3000);
  expect(onChange).not.toHaveBeenCalled();
  own.says('commented', record);
  expect(onChange).toHaveBeenCalledTimes(1);
  own.answer = { ok: true };
  own.says('connect');
  expect(onChange).toHaveBeenCalledTimes(2);
  // An answer so late is of a watch that was on its way for longer than the server reckons with.
  own.answer = { ok: true, isCaughtUp: true };
  own.answersAfterMs = longestWatchMs;
  own.says('connect');
  await vi.advanceTimersByTimeAsync(longestWatchMs);
  expect(onChange).toHaveBeenCalledTimes(3);
  stop();
});
