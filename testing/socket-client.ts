// Somebody at a running server by socket, who remembers what was heard.
import { setTimeout as pause } from 'node:timers/promises';
import type {
  ClientToServer,
  RecordChange,
  RecordLinesChange,
  RecordTypeChange,
  ServerToClient,
  SocketRefusal,
  WatchAnswer,
} from '@rowhouse/domain/realtime/messages.ts';
import type { ConfigPart } from '@rowhouse/domain/tenants/tenant-config.ts';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Credentials } from './test-server.ts';

export type SocketClient = Awaited<ReturnType<typeof openSocket>>;

type Handshake = Readonly<Record<string, unknown>>;
/** What is sent is said when it is sent. */
type Sent = Handshake | ((send: (handshake: Handshake) => void) => void);

/** `openForMs` as of a page that was there for so long before it connects. */
export const handshakeOf = ({ service, backend, tenant }: Credentials, openForMs = 0): Handshake => ({
  serviceToken: service ?? '',
  backendToken: backend ?? '',
  tenantId: tenant,
  openForMs,
});

type Options = { transports?: ('websocket' | 'polling')[]; headers?: Record<string, string> };

/** Connects, or throws the refusal. */
export async function openSocket(url: string, auth: Sent, { transports, headers }: Options = {}) {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    path: '/socket',
    transports: transports ?? ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
    ...(headers && { extraHeaders: headers }),
  });
  const heard: RecordTypeChange[] = [];
  const commented: number[] = [];
  const notified: (readonly number[])[] = [];
  const closed: number[] = [];
  const configured: ConfigPart[] = [];
  let over: { refusal: SocketRefusal; at: number } | null = null;
  socket.on('changed', (change) => heard.push(change));
  socket.on('commented', ({ recordId }) => commented.push(recordId));
  socket.on('notified', ({ ids }) => notified.push(ids));
  socket.on('configured', ({ part }) => configured.push(part));
  socket.on('unwatched', (topic) => closed.push(topic));
  socket.on('over', (refusal) => (over = { refusal, at: performance.now() }));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error: Error & { data?: unknown }) => {
      socket.disconnect();
      reject(Object.assign(error, { data: error.data ?? null }));
    });
  });
  const changes = (): RecordChange[] => heard.flatMap((one) => one.changes);
  const lines = (): RecordLinesChange[] => heard.flatMap((one) => one.lines ?? []);
  return {
    socket,
    heard,
    closed,
    /** Records whose comments have changed, in the order in which that was told. */
    commented,
    /** Ids of new notifications, by message. */
    notified,
    configured,
    changes,
    lines,
    async watch(recordTypeId: number): Promise<WatchAnswer> {
      return socket.timeout(10_000).emitWithAck('watch', { recordTypeId });
    },
    async watchRecord(recordTypeId: number, recordId: number): Promise<WatchAnswer> {
      return socket.timeout(10_000).emitWithAck('watchRecord', { recordTypeId, recordId });
    },
    async watchNotifications(): Promise<WatchAnswer> {
      return socket.timeout(10_000).emitWithAck('watchNotifications');
    },
    waitForNotified: () => until(() => notified[0], 'no notification was heard of'),
    waitForCommented: (recordId: number) =>
      until(() => commented.find((one) => one === recordId), 'the comment was not heard of'),
    /** The first change that the check accepts. */
    async waitFor(accepts: (change: RecordChange) => boolean): Promise<RecordChange> {
      return until(() => changes().find(accepts), 'the change was not heard');
    },
    waitForLines: (recordId: number) =>
      until(() => lines().find(({ id }) => id === recordId), 'the change of lines was not heard'),
    waitForWhole: (recordTypeId: number) =>
      until(() => heard.find((one) => one.whole && one.recordTypeId === recordTypeId), 'no whole change'),
    waitForConfigured: (part: ConfigPart) =>
      until(() => configured.find((one) => one === part), `${part} was not told`),
    waitForOver: () => until(() => over ?? undefined, 'the socket is not over'),
    forget: () => heard.splice(0),
    close: () => socket.disconnect(),
  };
}

export async function until<Found>(look: () => Found | undefined, otherwise: string): Promise<Found> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(otherwise);
    await pause(5);
  }
}
