import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { mostWatched, mostWatchedRecords, socketPath } from '@rowhouse/domain/realtime/messages.ts';
import type {
  ClientToServer,
  CaughtUpAnswer,
  ServerToClient,
  SocketRefusal,
  TopicWatch,
  WatchAnswer,
  WatchedRecord,
} from '@rowhouse/domain/realtime/messages.ts';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { DefaultEventsMap, Socket } from 'socket.io';
import { z } from 'zod';
import { verifyMemberClaims } from '../graphql/member-claims.ts';
import { noteNotSignedIn } from '../graphql/note-not-signed-in.ts';
import type { Database } from '../platform/database/database.ts';
import { logDatabaseLoss } from '../platform/database/database-lost.ts';
import { isOutOfReach } from '../platform/database/open-database.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../platform/log.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { createChangeDelivery } from './change-delivery.ts';
import type { Listener } from './change-delivery.ts';
import { isOfOwnOrigin } from './own-origin.ts';
import { createPresenceCheck } from './presence-check.ts';
import type { Presence } from './presence-check.ts';
import { toSocketRefusal } from './socket-refusal.ts';

export type RealtimeParts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly tokens: Tokens;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly securityLog: SecurityLog;
  readonly publicUrl?: string | undefined;
};

const checkEveryMs = 500;
const mostOfPerson = 20;
const mostOfProcess = 2000;
/** Connections that have not said who they are yet, so that strangers cannot take the place of everybody. */
const mostStrangers = 200;
const strangerMs = 5000;
const longestMessage = 8192;
const mostMessages = { count: 100, withinMs: 10_000 };
/** Messages on their way to one that does not read them. It comes back, and then reads everything anew. */
const mostUnsent = 64;

type SocketData = {
  presence: Presence;
  /** Milliseconds since the page began, which may have read what is set up before it was heard of. */
  /** Of the page, as performance.now() counts here; null of one that reads anew by itself. */
  openSinceMs: number | null;
};
type OwnSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

const credentialsForm = z.strictObject({
  serviceToken: z.string(),
  backendToken: z.string(),
  tenantId: z.number().int().positive(),
  openForMs: z.number().nonnegative().optional(),
});
const idForm = z.number().int().positive();
const topicForm = z.strictObject({ recordTypeId: idForm });
const topicWatchForm = topicForm.extend({ askedForMs: z.number().nonnegative().optional() });
const recordForm = z.strictObject({ recordTypeId: idForm, recordId: idForm });
const recordWatchForm = recordForm.extend({ askedForMs: z.number().nonnegative().optional() });

/**
 * The sockets of the application: who is let in and stays, and what they watch. They are told that records have
 * changed, never what stands in them. Nothing runs while no socket is open.
 */
export function attachRealtime(app: FastifyInstance, parts: RealtimeParts): { close(): Promise<void> } {
  const { database, configs, tokens, metrics, log } = parts;
  const check = createPresenceCheck({ database, configs, tokens });
  const open = new Set<Listener>();
  let isClosing = false;
  let stopHearing: Promise<() => void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const io = new Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>(app.server, {
    path: socketPath,
    serveClient: false,
    connectTimeout: strangerMs,
    maxHttpBufferSize: longestMessage,
    allowRequest: (request, answer) => {
      const clients = io.engine.clientsCount;
      const isFull = clients >= mostOfProcess || clients - open.size >= mostStrangers;
      const isOwn = isOfOwnOrigin(request, parts.publicUrl);
      if (!isOwn)
        parts.securityLog.note('socket-refused', {
          address: request.socket.remoteAddress ?? null,
          reason: 'origin',
        });
      answer(null, !isClosing && !isFull && isOwn);
    },
  });
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['cache-control'] = 'no-store';
    headers['x-content-type-options'] = 'nosniff';
  });

  /** Ends those who may no longer be there, and answers the others. */
  async function stillThere(listeners: readonly Listener[]): Promise<Listener[]> {
    const { refusals, configured, turned } = await check(listeners);
    return listeners.filter((listener) => {
      const refusal = refusals.get(listener);
      if (refusal !== undefined) listener.end(refusal);
      else {
        for (const part of configured.get(listener) ?? []) listener.configured(part);
        if (turned.has(listener)) listener.turned();
      }
      return refusal === undefined;
    });
  }

  const delivery = createChangeDelivery({ database, log, listeners: () => open, stillThere });

  /** Beside the deliveries, so that whoever lost access hears of it though nothing changes. */
  function watchOver(): void {
    timer ??= setTimeout(() => {
      stillThere([...open])
        .catch((error: unknown) => {
          if (isOutOfReach(error)) logDatabaseLoss(log, error);
          else log.warn({ err: error }, 'the open sockets could not be checked');
        })
        .finally(() => {
          timer = undefined;
          if (open.size > 0 && !isClosing) watchOver();
        });
    }, checkEveryMs);
  }

  async function admit(handshake: unknown): Promise<SocketData> {
    // What follows may take its time on a busy server.
    const cameAtMs = performance.now();
    const given = credentialsForm.safeParse(handshake);
    const {
      tenantId,
      openForMs = 0,
      ...credentials
    } = given.data ?? { serviceToken: '', backendToken: '', tenantId: null };
    const claims = verifyMemberClaims(tokens, credentials, tenantId);
    const presence: Presence = { credentials, claims, seen: null };
    const refusal = (await check([presence])).refusals.get(presence);
    if (refusal !== undefined) throw refusal;
    const own = [...open].filter((one) => one.claims.userId === claims.userId);
    if (own.length >= mostOfPerson) {
      throw new Refusal(
        'LIMITED',
        `At most ${mostOfPerson} windows are kept up to date. Close some of them.`,
      );
    }
    return { presence, openSinceMs: openForMs === 0 ? null : cameAtMs - openForMs };
  }

  /** Null when the socket is let in, else what its error carries. */
  async function whyNotLetIn(socket: OwnSocket): Promise<SocketRefusal | null> {
    try {
      Object.assign(socket.data, await admit(socket.handshake.auth));
      return null;
    } catch (error) {
      if (isOutOfReach(error)) logDatabaseLoss(log, error);
      else if (!(error instanceof Refusal)) log.error({ err: error }, 'a socket could not be opened');
      const refusal = toSocketRefusal(error);
      if (error instanceof Refusal) noteRefused(socket, error);
      return refusal;
    }
  }
  function noteRefused(socket: OwnSocket, { code }: Refusal): void {
    const facts = { address: socket.handshake.address, reason: code };
    const given = credentialsForm.safeParse(socket.handshake.auth).data;
    if (code !== 'UNAUTHENTICATED' || given === undefined) parts.securityLog.note('socket-refused', facts);
    else noteNotSignedIn(parts.securityLog, tokens, given, given.tenantId, facts, 'socket-refused');
  }
  io.use(async (socket, next) => {
    const refusal = await whyNotLetIn(socket);
    if (refusal === null) next();
    else next(Object.assign(new Error(refusal.message), { data: refusal }));
  });

  io.on('connection', (socket) => {
    const one: Listener = {
      ...socket.data.presence,
      topics: new Set(),
      records: new Map(),
      hearsNotifications: false,
      notified(ids) {
        metrics.deliveries.inc();
        socket.emit('notified', { ids });
      },
      commented(record) {
        metrics.deliveries.inc();
        socket.emit('commented', record);
      },
      tell(change) {
        metrics.deliveries.inc();
        socket.emit('changed', change);
      },
      configured: (part) => void socket.emit('configured', { part }),
      turned: () => void socket.emit('turned'),
      close: (topic) => void socket.emit('unwatched', topic),
      end(refusal) {
        socket.emit('over', toSocketRefusal(refusal));
        socket.disconnect(true);
      },
    };
    open.add(one);
    metrics.sockets.set(open.size);
    const { claims } = one;
    const { openSinceMs } = socket.data;
    if (openSinceMs !== null)
      for (const part of configs.partsChangedSince(claims.tenantId, openSinceMs)) one.configured(part);
    stopHearing ??= database.notifications.hear(delivery).then((stop) => {
      delivery.begin();
      return stop;
    });
    watchOver();
    limitMessages(socket);
    limitUnsent(socket);
    socket.on('watch', async (topic: unknown, answer: unknown) => {
      const { data } = topicWatchForm.safeParse(topic);
      const given = await watch(whyNotWatch(one, data));
      const isCaughtUp =
        given.ok &&
        data?.askedForMs !== undefined &&
        delivery.catchUpTopic(one, recordTypeId(data.recordTypeId), data.askedForMs);
      if (typeof answer === 'function')
        (answer as (given: CaughtUpAnswer) => void)({ ...given, ...(isCaughtUp && { isCaughtUp }) });
    });
    socket.on('watchRecord', async (record: unknown, answer: unknown) => {
      const { data } = recordWatchForm.safeParse(record);
      const given = await watch(whyNotWatchRecord(one, data));
      const isCaughtUp =
        given.ok &&
        data?.askedForMs !== undefined &&
        one.records.has(data.recordId) &&
        delivery.catchUp(data.recordId, data.askedForMs);
      if (typeof answer === 'function')
        (answer as (given: CaughtUpAnswer) => void)({ ...given, ...(isCaughtUp && { isCaughtUp }) });
    });
    socket.on('watchNotifications', async (answer: unknown) => {
      one.hearsNotifications = true;
      const given = await watch(null);
      if (typeof answer === 'function') (answer as (given: WatchAnswer) => void)(given);
    });
    socket.on('unwatchNotifications', () => {
      one.hearsNotifications = false;
    });
    socket.on('unwatchRecord', (record: unknown) => {
      const { data } = recordForm.safeParse(record);
      if (data !== undefined) one.records.delete(data.recordId);
    });
    socket.on('unwatch', (topic: unknown) => {
      const { data } = topicForm.safeParse(topic);
      if (data !== undefined) one.topics.delete(recordTypeId(data.recordTypeId));
    });
    socket.on('disconnect', () => {
      open.delete(one);
      metrics.sockets.set(open.size);
    });
  });

  async function watch(refusal: Refusal | null): Promise<WatchAnswer> {
    if (refusal !== null) return { ok: false, refusal: toSocketRefusal(refusal) };
    // From the answer on, nothing is missed.
    await stopHearing;
    return { ok: true };
  }

  /** Ends all of them, and lets nobody in any more. */
  async function close(): Promise<void> {
    if (isClosing) return;
    isClosing = true;
    clearTimeout(timer);
    await delivery.stop();
    (await stopHearing)?.();
    // Not by a message of ours: to a client whose connection is gone, it belongs to come back, to another process.
    io.engine.close();
  }
  app.addHook('preClose', close);
  return { close };
}

/** Null when the topic was opened. */
function whyNotWatch({ seen, topics }: Listener, data: TopicWatch | undefined): Refusal | null {
  if (data === undefined) return new Refusal('INVALID', 'Name the record type to watch.');
  const id = recordTypeId(data.recordTypeId);
  const mayOpen = seen !== null && findAuthorisedRecordType(seen.config, seen.viewer, id) !== null;
  if (!mayOpen) return notFound('The record type');
  if (!topics.has(id) && topics.size >= mostWatched)
    return new Refusal('LIMITED', `At most ${mostWatched} record types can be watched at once.`);
  topics.add(id);
  return null;
}

/** Null when its comments are heard of. Whether the record is in sight, or there at all, is asked before each delivery. */
function whyNotWatchRecord({ seen, records }: Listener, data: WatchedRecord | undefined): Refusal | null {
  if (data === undefined) return new Refusal('INVALID', 'Name the record to watch.');
  const typeId = recordTypeId(data.recordTypeId);
  const mayOpen = seen !== null && findAuthorisedRecordType(seen.config, seen.viewer, typeId) !== null;
  if (!mayOpen) return notFound('The record type');
  if (!records.has(data.recordId) && records.size >= mostWatchedRecords)
    return new Refusal('LIMITED', `At most ${mostWatchedRecords} records can be watched at once.`);
  records.set(data.recordId, typeId);
  return null;
}

function limitMessages(socket: OwnSocket): void {
  let count = 0;
  let since = 0;
  socket.use((_event, next) => {
    const now = performance.now();
    if (now - since > mostMessages.withinMs) [count, since] = [0, now];
    count += 1;
    if (count <= mostMessages.count) next();
    else socket.disconnect(true);
  });
}

function limitUnsent(socket: OwnSocket): void {
  const connection = socket.conn;
  let unsent = 0;
  connection.on('packetCreate', () => {
    unsent += 1;
    if (unsent > mostUnsent) connection.close();
  });
  connection.on('drain', () => {
    unsent = 0;
  });
}
