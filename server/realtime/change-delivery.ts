import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  AuthorisedRecordType,
  AuthorisedSource,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { mostChanges } from '@rowhouse/domain/realtime/messages.ts';
import type { RecordChange, RecordTypeChange, WatchedRecord } from '@rowhouse/domain/realtime/messages.ts';
import type { CommittedLines } from '@rowhouse/domain/realtime/visible-lines.ts';
import { findSeenNames, mayHear } from '@rowhouse/domain/notifications/seen-notification.ts';
import { findSourceOfLines, mergeLines } from '@rowhouse/domain/realtime/visible-lines.ts';
import { findTelling, kindBySight, kindOf, mergeChanges } from '@rowhouse/domain/realtime/visible-change.ts';
import type { Telling } from '@rowhouse/domain/realtime/visible-change.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import type { ConfigPart } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Database } from '../platform/database/database.ts';
import { logDatabaseLoss } from '../platform/database/database-lost.ts';
import { isOutOfReach } from '../platform/database/open-database.ts';
import type { NotificationListener } from '../platform/database/notifications.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import type { Log } from '../platform/log.ts';
import { parseAnnouncedChange } from '../platform/record-store/announced-change.ts';
import type { AnnouncedChange } from '../platform/record-store/announced-change.ts';
import { parseAnnouncedComments } from '../platform/record-store/announced-comments.ts';
import type { AnnouncedComments } from '../platform/record-store/announced-comments.ts';
import { parseAnnouncedNotifications } from '../platform/record-store/announced-notifications.ts';
import type { AnnouncedNotifications } from '../platform/record-store/announced-notifications.ts';
import type { AnnouncedLines } from '../platform/record-store/announced-lines.ts';
import { parseAnnouncedLines } from '../platform/record-store/announced-lines.ts';
import type { RecordQuery } from '../platform/record-store/record-query.ts';
import { idsInSightStatement, queryOfIds, wasInSightStatement } from '../platform/record-store/sight.ts';
import type { Presence } from './presence-check.ts';
import { createRecentChanges } from './recent-changes.ts';
import { createRecentComments } from './recent-comments.ts';

/** A socket, as far as changes are told to it. */
export type Listener = Presence & {
  readonly topics: Set<RecordTypeId>;
  /** Records whose comments are heard, each with the type in whose grid it is seen. */
  readonly records: Map<number, RecordTypeId>;
  hearsNotifications: boolean;
  /** New notifications that the person may see; none of them named when others were read. */
  notified(ids: readonly number[]): void;
  /** Comments of a record that is in sight have changed. */
  commented(record: WatchedRecord): void;
  tell(change: RecordTypeChange): void;
  /** A part of what is set up in the company has changed; which of it is not told. */
  configured(part: ConfigPart): void;
  /** They look as somebody else now, or as themselves again. */
  turned(): void;
  close(topic: RecordTypeId): void;
  /** For good. */
  end(refusal: Refusal): void;
};

const shortestPauseMs = 100;
const retryMs = 1000;

type Delivery = NotificationListener & {
  /** From here on everything is heard. */
  begin(): void;
  /** Tells again what was said of the record since; false where not everything since then was heard. */
  catchUp(recordId: number, askedForMs: number): boolean;
  /** Tells the listener what was changed of the topic since, as it tells changes; false where not everything since then was heard. */
  catchUpTopic(listener: Listener, topic: RecordTypeId, askedForMs: number): boolean;
  stop(): Promise<void>;
};

/**
 * Tells each socket of the changes that it may hear of. They are gathered for a moment, so that whoever hears them is
 * checked once for all of them; nothing is told on the strength of an earlier check.
 */
export function createChangeDelivery(parts: {
  database: Database;
  log: Log;
  listeners(): Iterable<Listener>;
  /** Those who may still be there, checked now. */
  stillThere(listeners: readonly Listener[]): Promise<readonly Listener[]>;
}): Delivery {
  const { database, log } = parts;
  const recent = createRecentComments();
  const recentChanges = createRecentChanges();
  let lines: string[] = [];
  let hasMissed = false;
  let lastMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | null = null;
  let isStopped = false;

  function schedule(waitMs: number): void {
    if (timer !== undefined || flushing !== null || isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      flushing = flush().finally(() => {
        flushing = null;
        if (lines.length > 0) schedule(shortestPauseMs);
        else if (hasMissed) schedule(retryMs);
      });
    }, waitMs);
  }

  async function flush(): Promise<void> {
    lastMs = performance.now();
    const [taken, isWhole] = [lines, hasMissed];
    lines = [];
    hasMissed = false;
    try {
      if (isWhole) await deliverWhole();
      else await deliver(taken);
    } catch (error) {
      // What was not told is made good by asking everybody to read again.
      hasMissed = true;
      if (isOutOfReach(error)) logDatabaseLoss(log, error);
      else log.warn({ err: error }, 'changes could not be delivered');
    }
  }

  async function deliverWhole(): Promise<void> {
    const watching = [...parts.listeners()].filter(
      ({ topics, records, hearsNotifications }) => hearsNotifications || topics.size + records.size > 0,
    );
    for (const listener of await parts.stillThere(watching)) {
      for (const recordType of openTopics(listener))
        listener.tell({ recordTypeId: recordType.type.id, whole: true, changes: [] });
      // Of each record only that it is to be asked for: who may no longer see it hears that from the operation.
      for (const [recordId, recordTypeId] of listener.records) listener.commented({ recordTypeId, recordId });
      if (listener.hearsNotifications) listener.notified([]);
    }
  }

  /** To one listener, of one topic, what the others were told when it came. */
  async function deliverPast(
    listener: Listener,
    topic: RecordTypeId,
    taken: readonly string[],
  ): Promise<void> {
    try {
      const [there] = await parts.stillThere([listener]);
      if (there === undefined || !there.topics.has(topic)) return;
      const { tenantId } = there.claims;
      const announced = parse(taken).filter((one) => one.tenantId === tenantId && !isNewOf(there, one));
      await deliverWithin(database, tenantId, announced, [{ ...there, topics: new Set([topic]) }]);
    } catch (error) {
      if (isOutOfReach(error)) logDatabaseLoss(log, error);
      else log.warn({ err: error }, 'changes could not be delivered');
      listener.tell({ recordTypeId: topic, whole: true, changes: [] });
    }
  }

  async function deliver(taken: readonly string[]): Promise<void> {
    const byTenant = Map.groupBy(parse(taken), ({ tenantId }) => tenantId);
    const concerned = [...parts.listeners()].filter((listener) =>
      watchesAny(listener, byTenant.get(listener.claims.tenantId) ?? []),
    );
    if (concerned.length === 0) return;
    const there = Map.groupBy(await parts.stillThere(concerned), ({ claims }) => claims.tenantId);
    for (const [tenantId, listeners] of there)
      await deliverWithin(database, tenantId, byTenant.get(tenantId) ?? [], listeners);
  }

  function changed(more: readonly string[]): void {
    for (const line of more) lines.push(line);
    schedule(Math.max(1, lastMs + shortestPauseMs - performance.now()));
  }

  return {
    begin() {
      recent.begin();
      recentChanges.begin();
    },
    changed(more) {
      recent.note(more);
      recentChanges.note(more);
      changed(more);
    },
    catchUp(recordId, askedForMs) {
      const missed = recent.since(recordId, askedForMs);
      if (missed !== null && missed.length > 0) changed(missed);
      return missed !== null;
    },
    catchUpTopic(listener, topic, askedForMs) {
      const { seen } = listener;
      const recordType = seen && findAuthorisedRecordType(seen.config, seen.viewer, topic);
      if (recordType === null) return false;
      const types = recordType.sources.map(({ type }) => type.id);
      const missed = recentChanges.since(types, askedForMs);
      if (missed !== null && missed.length > 0) void deliverPast(listener, topic, missed);
      return missed !== null;
    },
    missed() {
      recent.missed();
      recentChanges.missed();
      hasMissed = true;
      schedule(1);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await flushing;
    },
  };
}

type Announced = AnnouncedChange | AnnouncedLines | AnnouncedComments | AnnouncedNotifications;

/** Whoever has just made a record comes from there, and has asked for the others after that. */
const isNewOf = ({ claims }: Listener, one: Announced): boolean =>
  'event' in one && one.event === 'created' && one.madeBy === claims.userId;

const parse = (lines: readonly string[]): Announced[] =>
  lines.flatMap((line): Announced[] => {
    const announced =
      parseAnnouncedLines(line) ??
      parseAnnouncedComments(line) ??
      parseAnnouncedNotifications(line) ??
      parseAnnouncedChange(line);
    return announced === null ? [] : [announced];
  });

/** By the last check; the next one brings what has been configured since. */
function watchesAny(listener: Listener, changes: readonly Announced[]): boolean {
  const { seen, topics, records, hearsNotifications, claims } = listener;
  if (changes.some((one) => 'commentedId' in one && records.has(one.commentedId))) return true;
  if (hearsNotifications && changes.some((one) => 'idsByReader' in one && one.idsByReader.has(claims.userId)))
    return true;
  if (seen === null || topics.size === 0 || changes.length === 0) return false;
  const changed = new Set(
    changes.flatMap((one) => ('commentedId' in one || 'idsByReader' in one ? [] : [one.recordTypeId])),
  );
  return [...topics].some(
    (topic) =>
      changed.has(topic) || seen.config.recordTypes.get(topic)?.relatedIds.some((id) => changed.has(id)),
  );
}

/** The record types that the listener watches and may open still; the others are closed to it. */
function openTopics(listener: Listener): AuthorisedRecordType[] {
  const { seen, topics } = listener;
  if (seen === null) return [];
  return [...topics].flatMap((topic) => {
    const recordType = findAuthorisedRecordType(seen.config, seen.viewer, topic);
    if (recordType !== null) return recordType;
    topics.delete(topic);
    listener.close(topic);
    return [];
  });
}

type Part = { readonly change: AnnouncedChange; readonly telling: Telling };
type Topic = {
  readonly listener: Listener;
  readonly recordType: AuthorisedRecordType;
  readonly parts: readonly Part[];
  /** Of the types in which the role is confined to some records. */
  readonly questions: ReadonlyMap<RecordTypeId, Questions>;
  readonly lines: readonly LinesPart[];
};
/** Lines of a type's records, and the question which of the records are in sight. */
type LinesPart = { readonly changes: readonly CommittedLines[]; readonly sight: Statement };
type Questions = { readonly now: Statement; readonly before: Statement };
/** The answers by their questions: viewers of one role mostly ask the same. */
type Sights = ReadonlyMap<string, ReadonlySet<string>>;

async function deliverWithin(
  database: Database,
  tenantId: TenantId,
  announced: readonly Announced[],
  listeners: readonly Listener[],
): Promise<void> {
  const changes = announced.filter((one): one is AnnouncedChange => 'firstEntry' in one);
  const changedLines = announced.filter((one): one is AnnouncedLines => 'lineIds' in one);
  const topics = listeners.flatMap((listener) =>
    openTopics(listener).map((recordType): Topic => {
      const parts = changes.flatMap((change) => {
        const telling = findTelling(change, recordType);
        return telling === null ? [] : { change, telling };
      });
      const lines = findLines(changedLines, recordType, listener);
      return { listener, recordType, parts, questions: askOf(parts, recordType, listener), lines };
    }),
  );
  const commented = new Set(announced.flatMap((one) => ('commentedId' in one ? [one.commentedId] : [])));
  const talks = listeners.flatMap((listener) => findTalks(listener, commented));
  const notified = announced.filter((one): one is AnnouncedNotifications => 'idsByReader' in one);
  const notices = listeners.flatMap((listener) => findNotices(listener, notified));
  const sights = await readSights(database, tenantId, [
    ...topics.flatMap(statementsOf),
    ...talks.map(({ sight }) => sight),
    ...notices.flatMap(({ sight }) => sight ?? []),
  ]);
  tellNotices(notices, sights);
  for (const { listener, record, sight } of talks)
    if (sights.get(keyOf(sight))?.has(String(record.recordId)) === true) listener.commented(record);
  for (const { listener, recordType, parts, questions, lines } of topics) {
    const told = mergeChanges(
      parts.flatMap((part) => {
        const isOwn = part.change.madeBy === listener.claims.userId;
        return changesOf(part, questions, sights).map((change) =>
          isOwn ? { ...change, own: true } : change,
        );
      }),
    );
    const toldLines = mergeLines(lines.flatMap((part) => linesInSight(part, sights)));
    if (told.length + toldLines.length === 0) continue;
    const whole = told.length > mostChanges || toldLines.length > mostChanges;
    listener.tell({
      recordTypeId: recordType.type.id,
      whole,
      changes: whole ? [] : told,
      ...(!whole && toldLines.length > 0 && { lines: toldLines }),
    });
  }
}

type Talk = { readonly listener: Listener; readonly record: WatchedRecord; readonly sight: Statement };

/** Of the records that were commented, those whose comments the listener hears of, with the question whether each is in sight. */
function findTalks(listener: Listener, commented: ReadonlySet<number>): Talk[] {
  const { seen, records } = listener;
  if (seen === null) return [];
  return [...records].flatMap(([recordId, recordTypeId]) => {
    if (!commented.has(recordId)) return [];
    const recordType = findAuthorisedRecordType(seen.config, seen.viewer, recordTypeId);
    if (recordType === null) return [];
    const sight = idsInSightStatement(queryOfIds([recordId], recordType, seen));
    return { listener, record: { recordTypeId, recordId }, sight };
  });
}

type Notice = {
  readonly listener: Listener;
  readonly recordId: number | null;
  readonly ids: readonly number[];
  /** Null where it is about no record. */
  readonly sight: Statement | null;
};

/** What of the notifications is for the listener, as far as they may see the fields of it; with the question whether the record is in sight. */
function findNotices(listener: Listener, notified: readonly AnnouncedNotifications[]): Notice[] {
  const { seen, hearsNotifications, claims } = listener;
  // What a person is told of is theirs, also while somebody looks as them.
  if (seen === null || !hearsNotifications || seen.viewer.viewing !== null) return [];
  return notified.flatMap((one): Notice[] => {
    const ids = one.idsByReader.get(claims.userId);
    if (ids === undefined) return [];
    const { notifiedRecordId: recordId } = one;
    if (recordId === null)
      return mayHear(one.kind, seen.viewer) ? [{ listener, recordId, ids, sight: null }] : [];
    const recordType = findAuthorisedRecordType(seen.config, seen.viewer, one.recordTypeId);
    if (recordType === null || findSeenNames(one, recordType, seen) === null) return [];
    return [
      { listener, recordId, ids, sight: idsInSightStatement(queryOfIds([recordId], recordType, seen)) },
    ];
  });
}

/** Each listener hears of all of them in one message. */
function tellNotices(notices: readonly Notice[], sights: Sights): void {
  const inSight = notices.filter(
    ({ recordId, sight }) => sight === null || sights.get(keyOf(sight))?.has(String(recordId)) === true,
  );
  for (const [listener, own] of Map.groupBy(inSight, ({ listener: one }) => one))
    listener.notified(own.flatMap(({ ids }) => ids).filter((id) => id > 0));
}

function findLines(
  changes: readonly AnnouncedLines[],
  recordType: AuthorisedRecordType,
  { seen }: Listener,
): LinesPart[] {
  if (seen === null) return [];
  const bySource = Map.groupBy(changes, (change) => findSourceOfLines(change, recordType, seen));
  return [...bySource].flatMap(([source, own]) => {
    if (source === null) return [];
    const ids = [...new Set(own.map(({ recordId }) => recordId))];
    return { changes: own, sight: idsInSightStatement(queryOf(recordType, source, ids, seen)) };
  });
}

const linesInSight = ({ changes, sight }: LinesPart, sights: Sights): CommittedLines[] =>
  changes.filter(({ recordId }) => sights.get(keyOf(sight))?.has(String(recordId)) === true);

function changesOf({ change, telling }: Part, questions: Topic['questions'], sights: Sights): RecordChange[] {
  const asked = questions.get(change.recordTypeId);
  const inSight = asked && sights.get(keyOf(asked.now));
  const wasInSight = asked && sights.get(keyOf(asked.before));
  return change.ids.flatMap((id) => {
    const kind =
      telling.scope === 'all'
        ? kindOf(telling.event)
        : kindBySight(
            telling,
            inSight?.has(String(id)) === true,
            wasInSight?.has(`${id} ${change.firstEntry}`) === true,
          );
    return kind === null ? [] : { id, kind, fields: kind === 'updated' ? telling.fields : [] };
  });
}

/** Two questions for all changes of a type: which of the records are in sight, and which were before each change. */
function askOf(
  parts: readonly Part[],
  recordType: AuthorisedRecordType,
  { seen }: Listener,
): Map<RecordTypeId, Questions> {
  const questions = new Map<RecordTypeId, Questions>();
  const bySight = parts.filter(({ telling }) => telling.scope === 'by sight');
  for (const [typeId, own] of Map.groupBy(bySight, ({ change }) => change.recordTypeId)) {
    const source = own[0]?.telling.source;
    if (seen === null || source === undefined) continue;
    const ids = [...new Set(own.flatMap(({ change }) => change.ids))];
    const query = queryOf(recordType, source, ids, seen);
    const earlier = own.flatMap(({ change, telling }) =>
      telling.event === 'updated' || telling.event === 'deleted'
        ? change.ids.map((id) => ({ id, firstEntry: change.firstEntry }))
        : [],
    );
    questions.set(typeId, {
      now: idsInSightStatement(query),
      // Whoever hears of an update or a deletion saw the record enabled before, or may see deleted ones.
      before: wasInSightStatement({ ...query, enabledOnly: false }, earlier),
    });
  }
  return questions;
}

const queryOf = (
  recordType: AuthorisedRecordType,
  source: AuthorisedSource,
  ids: readonly number[],
  { config, viewer }: NonNullable<Listener['seen']>,
): RecordQuery => ({
  recordType: { ...recordType, sources: [source] },
  enabledOnly: !recordType.maySeeDeleted,
  ids: [...ids],
  conditions: [],
  search: null,
  sort: [],
  resolve: (criteria, field) => resolveCurrentUser(criteria, field, config, viewer.userId),
});

const mostStatements = 50;
const keyOf = ({ text, values }: Statement): string => `${text} ${JSON.stringify(values)}`;

const statementsOf = ({ questions, lines }: Topic): Statement[] => [
  ...[...questions.values()].flatMap(({ now, before }) => [now, before]),
  ...lines.map(({ sight }) => sight),
];

async function readSights(
  database: Database,
  tenantId: TenantId,
  statements: readonly Statement[],
): Promise<Sights> {
  const asked = new Map(statements.map((statement) => [keyOf(statement), statement]));
  const sights = new Map<string, ReadonlySet<string>>();
  const all = [...asked];
  for (let from = 0; from < all.length; from += mostStatements) {
    const part = all.slice(from, from + mostStatements);
    const answers = await database.read(
      { tenantId, userId: null },
      part.map(([, statement]) => statement),
    );
    for (const [index, [key]] of part.entries())
      sights.set(key, new Set((answers[index]?.rows ?? []).map((row) => row.join(' '))));
  }
  return sights;
}
