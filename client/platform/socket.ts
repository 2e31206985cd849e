// Hears of changes by others while something on the screen wants to. Nothing connects before that (Specification 7),
// and the library comes with the first connection. The socket tells which records changed, never what stands in them.
import { longestTopicWatchMs, longestWatchMs, socketPath } from '@rowhouse/domain/realtime/messages.ts';
import { configParts, type ConfigPart } from '@rowhouse/domain/tenants/tenant-config.ts';
import type {
  ClientToServer,
  RecordTypeChange,
  ServerToClient,
  SocketRefusal,
  WatchedRecord,
} from '@rowhouse/domain/realtime/messages.ts';
import type { Socket } from 'socket.io-client';
import { doubtConnection, onConnectionReturn } from './connection.ts';
import { whenFirstScreen } from './first-screen.ts';
import {
  demandSecondFactor,
  endSession,
  expireSession,
  getSession,
  subscribeToSession,
  type Session,
} from './session.ts';

type OwnSocket = Socket<ServerToClient, ClientToServer>;
type Listen = (change: RecordTypeChange, isOlder: boolean) => void;

/** Another page of the same kind mostly follows: it keeps the connection. */
const lingerMs = 5000;
const retryMs = 15_000;
/** A connection that comes back within it was never missed. */
const graceMs = 3000;

/** What is shown of a type was asked for at most so long before somebody listens. */
const longestReadMs = 2000;

/** By type; with when the first of them began. */
const listeners = new Map<number, { readonly beganMs: number; readonly tell: Set<Listen> }>();
type RecordListeners = {
  readonly record: WatchedRecord;
  /** When the first of them began, and asked for what it shows. */
  readonly beganMs: number;
  readonly tell: Set<() => void>;
};
/** Of records whose comments are heard, by `keyOfRecord`. */
const recordListeners = new Map<string, RecordListeners>();
const notificationListeners = new Set<() => void>();
/** Whether what is on the screen wants to be kept up to date; the bell alone says nothing when it cannot be. */
const isScreenWanted = (): boolean =>
  listeners.size + recordListeners.size > 0 || configurationWatchers.size > 0;
const isWanted = (): boolean => isScreenWanted() || notificationListeners.size > 0;
/** Topics that the server has opened. */
const begun = new Set<number>();
let connection: { readonly session: Session; close(): void } | null = null;
/** Whose access was refused: nothing is tried again for them. */
let refused: Session | null = null;
let lingering: number | undefined;
/** Since when what others change is not heard, though somebody listens. */
let isLost = false;
let losing: number | undefined;
const lossListeners = new Set<() => void>();

/** Whether changes by others are wanted, and have not been heard for a while. */
export const isLiveLost = (): boolean => isLost && isScreenWanted();

export function subscribeToLiveLoss(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

function noteLoss(): void {
  void doubtConnection();
  losing ??= window.setTimeout(() => tellLoss(true), graceMs);
}

function noteNoLoss(): void {
  window.clearTimeout(losing);
  losing = undefined;
  if (isLost) tellLoss(false);
}

function tellLoss(lost: boolean): void {
  isLost = lost;
  for (const listener of lossListeners) listener();
}

/**
 * Calls back when others have changed records of the type, as far as the role may know; `whole` asks to read again
 * whatever is shown, also after a time without connection. A first call without changes says that from there on nothing is
 * missed, and `isOlder` that what was read before may be older: something was changed since, or it is not known. Answers how to stop.
 */
export function watchRecordType(recordTypeId: number, onChange: Listen): () => void {
  const found = listeners.get(recordTypeId);
  const listen: Listen = (change, isOlder) => onChange(change, isOlder);
  if (found === undefined)
    listeners.set(recordTypeId, { beganMs: performance.now(), tell: new Set([listen]) });
  else found.tell.add(listen);
  if (begun.has(recordTypeId)) queueMicrotask(() => catchUp(recordTypeId, listen));
  settle();
  return () => {
    const others = listeners.get(recordTypeId);
    if (others?.tell.delete(listen) !== true || others.tell.size > 0) return;
    listeners.delete(recordTypeId);
    settle();
  };
}

/** Others have heard of the type already: what they were told while its records were asked for here is told again. */
function catchUp(recordTypeId: number, listen: Listen): void {
  listen({ recordTypeId, whole: false, changes: [] }, false);
  for (const { change, isOlder } of told.filter(isRecent))
    if (change.recordTypeId === recordTypeId) listen(change, isOlder);
}

const keyOfRecord = ({ recordTypeId, recordId }: WatchedRecord): string => `${recordTypeId}:${recordId}`;

/**
 * Calls back when comments of the record may have changed since the call: when that is told, and when a connection begins to
 * hear of them that does not know what has changed since. What is asked for with the call, and then, misses nothing. Answers how
 * to stop.
 */
export function watchRecordComments(record: WatchedRecord, onChange: () => void): () => void {
  const key = keyOfRecord(record);
  const listen = (): void => onChange();
  const current = recordListeners.get(key) ?? { record, beganMs: performance.now(), tell: new Set() };
  recordListeners.set(key, current);
  current.tell.add(listen);
  settle();
  return () => {
    if (!current.tell.delete(listen) || current.tell.size > 0) return;
    recordListeners.delete(key);
    settle();
  };
}

/**
 * Calls back when the viewer's notifications may have changed: new ones, or some were read in another window; and each time that
 * a connection begins to hear of them. What is asked for then misses nothing. Answers how to stop.
 */
export function watchNotifications(onChange: () => void): () => void {
  const listen = (): void => onChange();
  notificationListeners.add(listen);
  settle();
  return () => {
    if (notificationListeners.delete(listen)) settle();
  };
}

function tellNotified(): void {
  for (const listen of notificationListeners) listen();
}

const configurationListeners = new Set<(parts: readonly ConfigPart[]) => void>();

/**
 * Calls back when what is set up in the company has changed, as long as something is watched; with every part after a time
 * without connection. Answers how to stop.
 */
export function onConfigured(listener: (parts: readonly ConfigPart[]) => void): () => void {
  configurationListeners.add(listener);
  return () => configurationListeners.delete(listener);
}

const configurationWatchers = new Set<object>();

/** Hears of what is set up also where nothing else is watched: `onConfigured` is told it. Answers how to stop. */
export function watchConfiguration(): () => void {
  const watcher = {};
  configurationWatchers.add(watcher);
  settle();
  return () => {
    if (configurationWatchers.delete(watcher)) settle();
  };
}

function tellConfigured(parts: readonly ConfigPart[]): void {
  for (const listener of configurationListeners) listener(parts);
}

const turnListeners = new Set<() => void>();

/** Calls back when the session looks at the company as somebody else, or as itself again, in whatever window that began. */
export function onTurned(listener: () => void): () => void {
  turnListeners.add(listener);
  return () => turnListeners.delete(listener);
}

subscribeToSession(settle);

const isSame = (one: Session, other: Session): boolean =>
  one.serviceToken === other.serviceToken &&
  one.backendToken === other.backendToken &&
  one.tenantId === other.tenantId;

const isWhole = ({ serviceToken, backendToken, tenantId, expired, held }: Session): boolean =>
  serviceToken !== null && backendToken !== null && tenantId !== null && !expired && !held;

/** Brings the connection in line with who is signed in and what is watched. */
function settle(): void {
  const session = getSession();
  window.clearTimeout(lingering);
  if (connection !== null && !isSame(connection.session, session)) disconnect();
  if (refused !== null && !isSame(refused, session)) refused = null;
  if (!isWanted()) {
    if (connection !== null) lingering = window.setTimeout(disconnect, lingerMs);
  } else if (connection === null && isWhole(session) && refused === null) connection = connect(session);
  syncTopics();
}

function disconnect(): void {
  noteNoLoss();
  connection?.close();
  connection = null;
  begun.clear();
  syncTopics = () => undefined;
}

let syncTopics = (): void => undefined;

function connect(session: Session) {
  let socket: OwnSocket | null = null;
  let isClosed = false;
  let wasConnected = false;
  let retry: number | undefined;
  const stopReturn = onConnectionReturn(() => {
    window.clearTimeout(retry);
    if (socket === null) void open();
    else if (!socket.connected) socket.disconnect().connect();
  });
  const own = {
    session,
    close() {
      isClosed = true;
      stopReturn();
      window.clearTimeout(retry);
      socket?.disconnect();
    },
  };

  async function open(): Promise<void> {
    await whenFirstScreen();
    if (isClosed) return;
    const library = await import('socket.io-client').catch(() => null);
    if (isClosed) return;
    if (library === null) {
      // The network is gone, or the server has another version by now.
      noteLoss();
      retry = window.setTimeout(open, retryMs);
      return;
    }
    socket = library.io({
      path: socketPath,
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      forceNew: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 10_000,
      auth: (give) =>
        give({
          serviceToken: session.serviceToken,
          backendToken: session.backendToken,
          tenantId: Number(session.tenantId),
          // What is set up may have changed since the page read it: the server tells which parts. Later all are told here.
          openForMs: wasConnected ? 0 : Math.ceil(performance.now() + longestWay()),
        }),
    });
    listenTo(socket);
  }

  /** At most so long is a word on its way: the page took it there and back. */
  function longestWay(): number {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return page?.responseStart ?? 0;
  }

  function listenTo(opened: OwnSocket): void {
    const watched = new Set<number>();
    /** Watched before the connection was lost. */
    const interrupted = new Set<number>();
    const watchedRecords = new Map<string, WatchedRecord>();
    let hearsNotifications = false;
    const sync = (): void => {
      if (!opened.connected) return;
      for (const recordTypeId of watched) {
        if (listeners.has(recordTypeId)) continue;
        watched.delete(recordTypeId);
        begun.delete(recordTypeId);
        opened.emit('unwatch', { recordTypeId });
      }
      for (const [recordTypeId, { beganMs }] of listeners) {
        if (watched.has(recordTypeId)) continue;
        watched.add(recordTypeId);
        const wasInterrupted = interrupted.delete(recordTypeId);
        const sentMs = performance.now();
        const askedForMs = Math.ceil(sentMs - beganMs) + longestReadMs;
        opened.emit('watch', { recordTypeId, askedForMs }, (answer) => {
          if (!answer.ok || !watched.has(recordTypeId)) return;
          begun.add(recordTypeId);
          const isCaughtUp = answer.isCaughtUp === true && performance.now() - sentMs < longestTopicWatchMs;
          tell({ recordTypeId, whole: wasInterrupted, changes: [] }, !isCaughtUp);
        });
      }
      for (const [key, record] of watchedRecords) {
        if (recordListeners.has(key)) continue;
        watchedRecords.delete(key);
        opened.emit('unwatchRecord', record);
      }
      for (const [key, { record, beganMs }] of recordListeners) {
        if (watchedRecords.has(key)) continue;
        watchedRecords.set(key, record);
        const sentMs = performance.now();
        const askedForMs = Math.ceil(sentMs - beganMs);
        opened.emit('watchRecord', { ...record, askedForMs }, (answer) => {
          const isCaughtUp = answer.isCaughtUp === true && performance.now() - sentMs < longestWatchMs;
          if (answer.ok && !isCaughtUp) tellCommented(record);
        });
      }
      const wantsNotifications = notificationListeners.size > 0;
      if (wantsNotifications === hearsNotifications) return;
      hearsNotifications = wantsNotifications;
      if (wantsNotifications) opened.emit('watchNotifications', (answer) => answer.ok && tellNotified());
      else opened.emit('unwatchNotifications');
    };
    opened.on('connect', () => {
      noteNoLoss();
      for (const recordTypeId of watched) interrupted.add(recordTypeId);
      watched.clear();
      watchedRecords.clear();
      hearsNotifications = false;
      begun.clear();
      sync();
      if (wasConnected) tellConfigured(configParts);
      wasConnected = true;
    });
    opened.on('changed', (change) => tell(change));
    opened.on('commented', tellCommented);
    opened.on('notified', tellNotified);
    opened.on('configured', ({ part }) => tellConfigured([part]));
    opened.on('turned', () => {
      for (const listener of turnListeners) listener();
    });
    opened.on('over', (refusal) => endWith(refusal));
    opened.on('disconnect', (reason) => {
      if (!isClosed && reason !== 'io client disconnect') noteLoss();
      // Only then the library does not come back by itself.
      if (reason === 'io server disconnect' && !isClosed)
        retry = window.setTimeout(() => opened.connect(), retryMs);
    });
    opened.on('connect_error', (error) => {
      if (!isClosed) noteLoss();
      // Of a connection that could not be made the library tries again by itself; one that was refused it gives up.
      if (opened.active || isClosed) return;
      const refusal = findRefusal(error);
      if (refusal?.code === 'UNAUTHENTICATED' || refusal?.code === 'FORBIDDEN') endWith(refusal);
      else retry = window.setTimeout(() => opened.connect(), retryMs);
    });
    syncTopics = sync;
  }

  /** As a request that is refused the same way. */
  function endWith({ code, reason }: SocketRefusal): void {
    if (isClosed) return;
    refused = session;
    disconnect();
    if (!isSame(getSession(), session)) return;
    if (reason === 'MfaRequired') demandSecondFactor();
    if (code !== 'UNAUTHENTICATED') return;
    expireSession();
    if (reason === 'TokenExpiredError') endSession('over');
  }

  void open();
  return own;
}

/** Of late. */
let told: { readonly change: RecordTypeChange; readonly isOlder: boolean; readonly atMs: number }[] = [];
const isRecent = ({ atMs }: { readonly atMs: number }): boolean => atMs > performance.now() - longestReadMs;

function tell(change: RecordTypeChange, isOlder = false): void {
  // What one does oneself comes before what one asks for next.
  const changes = change.changes.filter(({ own }) => own !== true);
  told = [...told.filter(isRecent), { change: { ...change, changes }, isOlder, atMs: performance.now() }];
  for (const listen of listeners.get(change.recordTypeId)?.tell ?? []) listen(change, isOlder);
}

function tellCommented(record: WatchedRecord): void {
  for (const listen of recordListeners.get(keyOfRecord(record))?.tell ?? []) listen();
}

function findRefusal(error: Error): SocketRefusal | null {
  const given = (error as Error & { data?: unknown }).data;
  return typeof given === 'object' && given !== null && 'code' in given ? (given as SocketRefusal) : null;
}
