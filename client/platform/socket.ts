// Hears of changes by others while something on the screen wants to. Nothing connects before that (Specification 7),
// and the library comes with the first connection. The socket tells which records changed, never what stands in them.
import { socketPath } from '@rowhouse/domain/realtime/messages.ts';
import type {
  ClientToServer,
  RecordTypeChange,
  ServerToClient,
  SocketRefusal,
} from '@rowhouse/domain/realtime/messages.ts';
import type { Socket } from 'socket.io-client';
import {
  demandSecondFactor,
  endSession,
  expireSession,
  getSession,
  subscribeToSession,
  type Session,
} from './session.ts';

type OwnSocket = Socket<ServerToClient, ClientToServer>;
type Listen = (change: RecordTypeChange) => void;

/** Another page of the same kind mostly follows: it keeps the connection. */
const lingerMs = 5000;
const retryMs = 15_000;

const listeners = new Map<number, Set<Listen>>();
/** Topics that the server has opened. */
const begun = new Set<number>();
let connection: { readonly session: Session; close(): void } | null = null;
/** Whose access was refused: nothing is tried again for them. */
let refused: Session | null = null;
let lingering: number | undefined;

/**
 * Calls back when others have changed records of the type, as far as the role may know; `whole` asks to read again
 * whatever is shown, also after a time without connection. A first call without changes says that from there on
 * nothing is missed: what was read before may be older. Answers how to stop.
 */
export function watchRecordType(recordTypeId: number, onChange: Listen): () => void {
  const present = listeners.get(recordTypeId);
  const listen: Listen = (change) => onChange(change);
  if (present === undefined) listeners.set(recordTypeId, new Set([listen]));
  else present.add(listen);
  if (begun.has(recordTypeId)) queueMicrotask(() => listen({ recordTypeId, whole: false, changes: [] }));
  settle();
  return () => {
    const others = listeners.get(recordTypeId);
    if (others?.delete(listen) !== true || others.size > 0) return;
    listeners.delete(recordTypeId);
    settle();
  };
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
  if (listeners.size === 0) {
    if (connection !== null) lingering = window.setTimeout(disconnect, lingerMs);
  } else if (connection === null && isWhole(session) && refused === null) connection = connect(session);
  syncTopics();
}

function disconnect(): void {
  connection?.close();
  connection = null;
  begun.clear();
  syncTopics = () => undefined;
}

let syncTopics = (): void => undefined;

function connect(session: Session) {
  let socket: OwnSocket | null = null;
  let isClosed = false;
  let retry: number | undefined;
  const own = {
    session,
    close() {
      isClosed = true;
      window.clearTimeout(retry);
      socket?.disconnect();
    },
  };

  async function open(): Promise<void> {
    const library = await import('socket.io-client').catch(() => null);
    if (isClosed) return;
    if (library === null) {
      // The network is gone, or the server has another version by now.
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
      auth: {
        serviceToken: session.serviceToken,
        backendToken: session.backendToken,
        tenantId: Number(session.tenantId),
      },
    });
    listenTo(socket);
  }

  function listenTo(opened: OwnSocket): void {
    const watched = new Set<number>();
    /** Watched before the connection was lost. */
    const interrupted = new Set<number>();
    const sync = (): void => {
      if (!opened.connected) return;
      for (const recordTypeId of watched) {
        if (listeners.has(recordTypeId)) continue;
        watched.delete(recordTypeId);
        begun.delete(recordTypeId);
        opened.emit('unwatch', { recordTypeId });
      }
      for (const recordTypeId of listeners.keys()) {
        if (watched.has(recordTypeId)) continue;
        watched.add(recordTypeId);
        const whole = interrupted.delete(recordTypeId);
        opened.emit('watch', { recordTypeId }, (answer) => {
          if (!answer.ok || !watched.has(recordTypeId)) return;
          begun.add(recordTypeId);
          tell({ recordTypeId, whole, changes: [] });
        });
      }
    };
    opened.on('connect', () => {
      for (const recordTypeId of watched) interrupted.add(recordTypeId);
      watched.clear();
      begun.clear();
      sync();
    });
    opened.on('changed', tell);
    opened.on('over', (refusal) => endWith(refusal));
    opened.on('disconnect', (reason) => {
      // Only then the library does not come back by itself.
      if (reason === 'io server disconnect' && !isClosed)
        retry = window.setTimeout(() => opened.connect(), retryMs);
    });
    opened.on('connect_error', (error) => {
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

function tell(change: RecordTypeChange): void {
  for (const listen of listeners.get(change.recordTypeId) ?? []) listen(change);
}

function findRefusal(error: Error): SocketRefusal | null {
  const given = (error as Error & { data?: unknown }).data;
  return typeof given === 'object' && given !== null && 'code' in given ? (given as SocketRefusal) : null;
}
