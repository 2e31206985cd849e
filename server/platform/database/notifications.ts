import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isEndedByTime } from './database-lost.ts';
import { row, text } from './row.ts';
import type { Answer, Statement } from './statement-batch.ts';

/**
 * Hears of every committed change of records, whichever process made it. A listener gets the lines that the
 * transaction gathered (see the migration announce_changes).
 */
export type Notifications = {
  /** Answers when the other processes are heard, or soon after when they cannot be: `missed` then comes later. */
  hear(listener: NotificationListener): Promise<() => void>;
  /** Listens from now on, and not only when somebody wants to hear: so it is known whether it would help. */
  listen(): void;
  /** Whether what other processes change is heard at once; null while nobody listens, or where there are no others. */
  state(): 'ok' | 'degraded' | null;
};

export type NotificationListener = {
  changed(lines: readonly string[]): void;
  /** Something may have been announced that was not heard: nothing is known of what. */
  missed(): void;
};

const gathered = row({ lines: text.at(`current_setting('app.announced', true)`).orNull });
export const readGathered = (answer: Answer | undefined): string | null => gathered.get(answer).lines;

/** What the transaction has gathered; travels with COMMIT, and is told when that has succeeded. */
export const gatheredStatement: Statement = {
  text: `select ${gathered.columns}`,
  isPrepared: true,
};

const channel = 'rowhouse';
/** As pg_stat_activity shows the connection. */
const listenerName = 'rowhouse listener';
/** PostgreSQL takes less than 8,000 bytes. Ours are all ASCII. */
const longestPayload = 7900;
const pauseMs = 50;
const retryMs = 1000;
const patienceMs = 3000;

type Parts = {
  /** Tells. */
  readonly pool: pg.Pool;
  /** Whose address is listened at: not a pooler's. */
  readonly direct: pg.Pool;
  readonly kind: 'embedded' | 'server';
  readonly log?: Log | undefined;
  /** The connection that listens went. */
  readonly lost?: () => void;
  /** Between two words to oneself, and how long one may take to come back. */
  readonly pulse?: { readonly everyMs: number; readonly withinMs: number };
};
const usualPulse = { everyMs: 15_000, withinMs: 3000 };

/**
 * A NOTIFY within the transaction of a change would hold a lock of the whole server until that has reached the disk,
 * so that changes commit one after the other (docs/decisions/013). This process therefore hears its own changes at
 * once, and tells the others of all that have gathered, in a transaction of its own, at most every 50 ms.
 */
export function createNotifications({ pool, direct, kind, log, lost, pulse = usualPulse }: Parts) {
  const source = randomBytes(6).toString('hex');
  const listeners = new Set<NotificationListener>();
  let pending: string[] = [];
  let sending: Promise<void> | null = null;
  let listening: Listening | null = null;
  let wake = (): void => {};
  let isClosed = false;

  const tellAll = (lines: readonly string[]): void => {
    for (const listener of listeners) listener.changed(lines);
  };

  async function send(): Promise<void> {
    while (pending.length > 0) {
      const payloads = packPayloads(source, pending);
      pending = [];
      try {
        await pool.query(`select pg_notify('${channel}', payload) from unnest($1::text[]) payload`, [
          payloads,
        ]);
      } catch (error) {
        log?.warn({ err: error }, 'other processes were not told of a change');
      }
      if (!isClosed) await new Promise<void>((resolve) => startPause(resolve));
    }
    sending = null;
  }
  function startPause(resolve: () => void): void {
    const timer = setTimeout(resolve, pauseMs);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  }

  const tellAllMissed = (): void => {
    for (const listener of listeners) listener.missed();
  };

  function startListening(): Listening {
    return listen(direct, log, {
      pulse,
      speak: () => pool.query(`select pg_notify('${channel}', '${source}')`),
      heard(payload) {
        const [from, ...lines] = payload.split('\n');
        if (from !== source) tellAll(lines);
        return from === source && lines.length === 0;
      },
      missed: tellAllMissed,
      lost: () => lost?.(),
    });
  }

  return {
    listen(): void {
      if (kind === 'server' && !isClosed) listening ??= startListening();
    },
    state: () => listening?.state() ?? null,

    /** After the commit, with what its transaction had gathered. */
    tell(gathered: string | null | undefined): void {
      if (gathered == null || gathered === '') return;
      const lines = gathered.split('\n');
      tellAll(lines);
      // The embedded database belongs to this process alone.
      if (kind === 'embedded') return;
      for (const line of lines) pending.push(line);
      sending ??= send();
    },

    async hear(listener: NotificationListener): Promise<() => void> {
      listeners.add(listener);
      this.listen();
      if (listening !== null) await Promise.race([listening.ready, impatience()]);
      return () => listeners.delete(listener);
    },

    /** Sends what is still to be told. */
    async close(): Promise<void> {
      isClosed = true;
      wake();
      await sending;
      await listening?.stop();
    },
  };
}

const impatience = () => new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());

type Listening = {
  readonly ready: Promise<void>;
  state(): 'ok' | 'degraded';
  stop(): Promise<void>;
};

type Told = {
  readonly pulse: NonNullable<Parts['pulse']>;
  /** Tells what everybody hears, ourselves among them. */
  speak(): Promise<unknown>;
  /** Answers whether it was our own word that came back. */
  heard(payload: string): boolean;
  missed(): void;
  lost(): void;
};

/**
 * A connection that does nothing but listen; a lost one is made again for as long as it takes. That LISTEN was accepted
 * says little: a pooler gives the connection to somebody else. So it is tried, again and again, by a word to oneself.
 */
function listen(direct: pg.Pool, log: Log | undefined, tell: Told): Listening {
  let client: pg.Client | null = null;
  let isStopped = false;
  let isFirst = true;
  let isDegraded = false;
  let timer: NodeJS.Timeout | undefined;
  let resolveReady = (): void => {};
  let hearPulse = (): void => {};
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...direct.options,
      application_name: listenerName,
      query_timeout: 5000,
    });
    let isLost = false;
    const lose = (cause?: Error): void => {
      if (isLost || isStopped) return;
      isLost = true;
      log?.warn({ error: cause?.message }, 'the connection that hears changes was lost');
      if (!isEndedByTime(cause)) tell.lost();
      clearTimeout(timer);
      void mine.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), retryMs).unref();
    };
    mine.on('error', lose);
    mine.on('end', () => lose());
    mine.on('notification', ({ payload }) => {
      if (tell.heard(payload ?? '')) hearPulse();
    });
    client = mine;
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
    } catch (error) {
      isFirst = false;
      lose(error instanceof Error ? error : undefined);
      return;
    }
    if (!isFirst) tell.missed();
    isFirst = false;
    resolveReady();
    void pulse(mine, lose);
  }

  /** Perhaps the address leads elsewhere by now, while the connection stands: as after a failover, at a server that nobody else uses. */
  async function connectAnew(): Promise<void> {
    const former = client;
    former
      ?.removeAllListeners('end')
      .removeAllListeners('error')
      .on('error', () => undefined);
    await connect();
    await former?.end().catch(() => undefined);
  }

  /** A peer that is gone without a word is noticed by asking it. */
  async function pulse(mine: pg.Client, lose: (cause?: Error) => void): Promise<void> {
    try {
      await mine.query('select 1');
    } catch (error) {
      lose(error instanceof Error ? error : undefined);
      return;
    }
    const cameBack = await comesBack();
    if (isStopped || mine !== client) return;
    if (cameBack !== null) judge(cameBack);
    timer = setTimeout(
      () => void (isDegraded ? connectAnew() : pulse(mine, lose)),
      tell.pulse.everyMs,
    ).unref();
  }

  /** Null when there was nobody to say it to. The time runs from when it was said: a busy pool says it late. */
  async function comesBack(): Promise<boolean | null> {
    let giveUp = (): void => {};
    const heard = new Promise<boolean>((resolve) => {
      hearPulse = () => resolve(true);
      giveUp = () => resolve(false);
    });
    const isSaid = await tell.speak().then(
      () => true,
      () => false,
    );
    if (!isSaid) return null;
    setTimeout(giveUp, tell.pulse.withinMs).unref();
    return heard;
  }

  function judge(cameBack: boolean): void {
    if (!cameBack && !isDegraded)
      log?.error(
        'announcements: degraded. What this process tells the others does not come back to it: DATABASE_URL leads through a pooler, or DATABASE_LISTEN_URL to another database. What others change is shown late.',
      );
    if (cameBack && isDegraded) log?.info('announcements: ok again');
    // Whoever answers through the pooler may be another server than the one that is heard, and know less.
    if (!cameBack && !isDegraded) tell.lost();
    // Whoever watches reads anew, which is what they would have heard.
    if (!cameBack || isDegraded) tell.missed();
    isDegraded = !cameBack;
  }

  void connect();
  return {
    ready,
    state: () => (isDegraded ? 'degraded' : 'ok'),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Lines put together under the name of who tells them; one that is too long goes in parts that say the same. */
export function packPayloads(source: string, lines: readonly string[]): string[] {
  const longestLine = longestPayload - source.length - 1;
  const payloads: string[] = [];
  let payload = source;
  for (const line of lines.flatMap((each) => splitLine(each, longestLine))) {
    if (payload.length + 1 + line.length > longestPayload) {
      payloads.push(payload);
      payload = source;
    }
    payload += `\n${line}`;
  }
  payloads.push(payload);
  return payloads;
}

function splitLine(line: string, longest: number): string[] {
  if (line.length <= longest) return [line];
  const [tenant, type, kind, entry, ids = '', keys = ''] = line.split(' ');
  const [longIds, longKeys] = [ids.split(','), keys.split(',')];
  const parts =
    longIds.length > 1
      ? halves(longIds).map((half) => [tenant, type, kind, entry, half.join(','), keys].join(' '))
      : halves(longKeys).map((half) => [tenant, type, kind, entry, ids, half.join(',')].join(' '));
  return parts.flatMap((part) => splitLine(part, longest));
}

const halves = <Item>(items: readonly Item[]): Item[][] => {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
};
