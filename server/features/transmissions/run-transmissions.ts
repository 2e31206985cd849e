// Delivers what stands in the outbox. Three transactions a delivery: what goes is read and kept in the source, the record is
// made in the target beside its receipt, and the source is told. A process that is killed between two of them loses nothing:
// the next try sends the same under the same message id, and the receipt answers that it is there (decision 077).
import { acceptsAll } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { isTerm, linesOf } from '@rowhouse/domain/transmissions/conversation.ts';
import type { SentContent } from '@rowhouse/domain/transmissions/content.ts';
import {
  approvalWaitSeconds,
  mostDeliveredTogether,
  mostTries,
  mostBytesTogether,
  retryAfterSeconds,
} from '@rowhouse/domain/transmissions/limits.ts';
import type { TargetSettings, Offer } from '@rowhouse/domain/transmissions/setup.ts';
import {
  approverGone,
  mappingEmpty,
  mappingOff,
  offererGone,
  recordGone,
  sayUntranslated,
  storageFailure,
  targetDeclined,
  targetGone,
  targetHasIt,
  targetRefused,
  technicalFailure,
  waitsForApproval,
} from '@rowhouse/domain/transmissions/words.ts';
import { findAwayContext } from '../../graphql/away-context.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { createBackgroundRunner } from '../../platform/background/background-runner.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { StorageFailed } from '../../platform/object-storage/write-object.ts';
import { bringFiles, keepBroughtFiles } from './bring-files.ts';
import type { BroughtFile } from './bring-files.ts';
import { judgeArrivals, readContents, writeArrivals } from './carry.ts';
import type { Arrival } from './carry.ts';
import { openConversations } from './conversation-sql.ts';
import {
  claimMessages,
  countReceipts,
  endMessages,
  findRoute,
  holdMessages,
  keepContents,
  keepReceipts,
  postponeMessages,
  readEnded,
  readReceived,
  selectReceived,
} from './delivery-sql.ts';
import type { Delivery, Message, Outcome, Receipt, Route } from './delivery-sql.ts';
import type { RecordTransmitting } from './record-transmitting.ts';

export type BeforeStep = (step: 'read' | 'apply' | 'finish') => void;

type Parts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly records: RecordTransmitting;
  readonly storage: ObjectStorage;
  readonly log: Log;
  /** For tests: runs before each of the three transactions, and what it throws ends the try there. */
  readonly beforeStep?: BeforeStep | undefined;
};

/** A mapping that both companies stand by. */
type OpenRoute = Route & {
  readonly offer: Offer;
  readonly acceptanceId: number;
  readonly targetTypeId: number;
  readonly targetSettings: TargetSettings;
  readonly offeredBy: UserId;
  readonly approvedBy: UserId;
};

type Sent = Message & { readonly content: SentContent };
/** One of which the source has to be told why it does not go. */
type Kept = { readonly id: number; readonly fault: string };

export function createTransmissionRunner(parts: Parts): BackgroundRunner {
  const { database, configs, records, storage, log } = parts;

  async function deliver(delivery: Delivery): Promise<void> {
    const { tenantId, messages } = delivery;
    const ids = messages.map(({ id }) => id);
    const route = await findRoute(database, tenantId, delivery.mappingId);
    if (route === null) return;
    const end = (reason: string) => endAll(delivery, route, reason);
    const closed = whyClosed(route);
    if (closed !== null) return end(closed);
    if (!isApproved(route))
      return postponeMessages(database, tenantId, ids, {
        state: 'QUEUED',
        reason: waitsForApproval(route.targetName),
        seconds: approvalWaitSeconds,
      });
    const source = await contextOf(tenantId, route.offeredBy);
    if (source === null) return end(offererGone);
    const target = await contextOf(route.targetId, route.approvedBy);
    if (target === null) return end(approverGone(route.targetName));

    parts.beforeStep?.('read');
    const read = await readSent(delivery, route, source);
    const kept = read.flatMap((message) => ('fault' in message ? [message] : []));
    const [sent, later] = splitByBytes(read.flatMap((message) => ('fault' in message ? [] : [message])));
    // Others wait no longer for these than for any.
    if (later.length > 0)
      await postponeMessages(
        database,
        tenantId,
        later.map(({ id }) => id),
        { state: 'QUEUED', reason: null, seconds: 0 },
      );
    const gone = messages.filter(({ id }) => !read.some((message) => message.id === id));
    const brought = await bring(delivery.mappingId, sent, route, { source, target });
    parts.beforeStep?.('apply');
    const outcomes = sent.length === 0 ? [] : await apply(delivery.mappingId, sent, brought, route, target);
    parts.beforeStep?.('finish');
    await finish(
      delivery,
      route,
      [
        ...outcomes,
        ...kept.map(({ id, fault }): Outcome => ({ id, state: 'DEAD', reason: fault })),
        ...gone.map(({ id }): Outcome => ({ id, state: 'DEAD', reason: recordGone })),
      ],
      source,
    );
  }

  const contextOf = (tenantId: TenantId, userId: UserId) => findAwayContext(parts, { tenantId, userId });

  /** Nobody can say whose rights to write the status with: the message alone says what became of it. */
  async function endAll(delivery: Delivery, route: Route, reason: string): Promise<void> {
    const { tenantId, messages } = delivery;
    const source = route.offeredBy === null ? null : await contextOf(tenantId, route.offeredBy);
    const outcomes = messages.map(({ id }): Outcome => ({ id, state: 'DEAD', reason }));
    if (source !== null) return finish(delivery, route, outcomes, source);
    await postponeMessages(
      database,
      tenantId,
      messages.map(({ id }) => id),
      { state: 'DEAD', reason, seconds: 0 },
    );
  }

  async function readSent(
    { tenantId, messages }: Delivery,
    route: OpenRoute,
    source: MemberContext,
  ): Promise<(Sent | Kept)[]> {
    const unread = messages.filter(({ content }) => content === null);
    const kept = messages.flatMap((message) =>
      message.content === null ? [] : [{ ...message, content: message.content }],
    );
    if (unread.length === 0) return kept;
    const read = await source.write([], async (transaction) => {
      const contents = await readContents(
        { typeId: route.recordTypeId, ids: unread.map(({ recordId }) => recordId), offer: route.offer },
        records,
        source,
        (statements) => transaction.run(statements),
      );
      const found = unread.flatMap((message): (Sent | Kept)[] => {
        const content = contents.get(message.recordId);
        if (content === undefined) return [];
        return [content.fault === undefined ? { ...message, ...content } : { id: message.id, ...content }];
      });
      const good = found.flatMap((message) => ('fault' in message ? [] : [message]));
      if (good.length > 0) await transaction.finish([keepContents(tenantId, good)]);
      return found;
    });
    return [...kept, ...read];
  }

  /** The files of what will arrive, and was not delivered before. Where there are none, nothing is asked. */
  async function bring(
    mappingId: number,
    sent: readonly Sent[],
    route: OpenRoute,
    ends: { readonly source: MemberContext; readonly target: MemberContext },
  ): Promise<readonly BroughtFile[]> {
    const taken = new Set(route.targetSettings.pairs.map(({ item }) => item));
    const withFiles = sent.filter(({ content }) => content.files?.some(({ item }) => taken.has(item)));
    if (withFiles.length === 0) return [];
    const { answers } = await ends.target.read([receivedOf(mappingId, withFiles, route)]);
    const fresh = freshOf(mappingId, withFiles, readReceived(answers[0]));
    const arrivals = judgeAll(fresh, route, ends.target);
    const files = fresh.flatMap(({ messageId, fileIds }, index) => {
      const arrival = arrivals[index];
      if (arrival === undefined || arrival.fault !== undefined) return [];
      return arrival.files.map((file) => ({ ...file, messageId, sourceId: fileIds[file.at] ?? 0 }));
    });
    if (files.length === 0) return [];
    const ids = sent.map(({ id }) => id);
    return bringFiles(files, ends, storage, () => holdMessages(database, ends.source.viewer.tenantId, ids));
  }

  const judgeAll = (sent: readonly Sent[], route: OpenRoute, target: MemberContext): Arrival[] =>
    judgeArrivals(
      sent.map(({ content }) => content),
      { typeId: route.targetTypeId, items: route.offer.items, settings: route.targetSettings },
      records,
      target,
    );

  /** One transaction: records, lines, files and receipts, or nothing of them. */
  async function apply(
    mappingId: number,
    sent: readonly Sent[],
    brought: readonly BroughtFile[],
    route: OpenRoute,
    target: MemberContext,
  ): Promise<Outcome[]> {
    const { tenantId } = target.viewer;
    return target.write(
      [receivedOf(mappingId, sent, route)],
      async (transaction, [found]) => {
        const delivered = readReceived(found).filter(({ state }) => state === 'DELIVERED');
        const done = new Set(delivered.map(({ messageId }) => messageId));
        const fresh = freshOf(mappingId, sent, delivered);
        const arrivals = judgeAll(fresh, route, target);
        const made = await makeRecords(fresh, arrivals, brought, route, target, transaction);
        const receipts = fresh.map((message, at) =>
          receiptOf(message, keyOf(mappingId, message), arrivals[at]!, made.get(at), route),
        );
        if (receipts.length > 0) {
          const kept = await transaction.one(keepReceipts(tenantId, route.acceptanceId, receipts));
          if (countReceipts(kept) !== receipts.length)
            throw new Error('Another server has delivered some of these messages meanwhile.');
          await transaction.finish(beginConversations(receipts, route));
        }
        const byMessage = new Map(fresh.map((message, at) => [message.id, arrivals[at]!]));
        return sent.map((message) => outcomeOf(message, byMessage.get(message.id), done, route));
      },
      { kind: 'TRANSMISSION', company: route.sourceName },
    );
  }

  async function makeRecords(
    sent: readonly Sent[],
    arrivals: readonly Arrival[],
    brought: readonly BroughtFile[],
    route: OpenRoute,
    target: MemberContext,
    transaction: Transaction,
  ): Promise<ReadonlyMap<number, number>> {
    const goodIds = new Set(
      sent.flatMap(({ messageId }, at) => (arrivals[at]?.fault === undefined ? [messageId] : [])),
    );
    const fileIds = await keepBroughtFiles(
      brought.filter(({ messageId }) => goodIds.has(messageId)),
      target,
      transaction,
    );
    const good = arrivals.flatMap((arrival, at) => {
      if (arrival.fault !== undefined) return [];
      const ofMessage = fileIds.get(sent[at]!.messageId) ?? new Map<number, number>();
      // It was judged otherwise when its files would have been copied.
      if (ofMessage.size !== arrival.files.length) throw new StaleConfiguration();
      return [{ arrival: { ...arrival, fileIds: ofMessage }, at }];
    });
    if (good.length === 0) return new Map();
    const ids = await writeArrivals(
      route.targetTypeId,
      good.map(({ arrival }) => arrival),
      records,
      target,
      transaction,
    );
    return new Map(good.map(({ at }, index) => [at, ids[index] ?? 0]));
  }

  /** States of the messages and statuses of their records, in one transaction of the source. */
  async function finish(
    { tenantId, messages }: Pick<Delivery, 'tenantId' | 'messages'>,
    route: Route,
    outcomes: readonly Outcome[],
    source: MemberContext,
  ): Promise<void> {
    const recordOf = new Map(messages.map(({ id, recordId }) => [id, recordId]));
    await source.write(
      [],
      async (transaction) => {
        const ended = new Set(readEnded(await transaction.one(endMessages(tenantId, outcomes))));
        for (const state of ['DELIVERED', 'DEAD'] as const) {
          const of = outcomes.filter((outcome) => outcome.state === state && ended.has(outcome.id));
          await giveStatus(
            route,
            state,
            of.flatMap(({ id }) => recordOf.get(id) ?? []),
            source,
            transaction,
          );
        }
      },
      { kind: 'TRANSMISSION', company: route.targetName },
    );
  }

  async function giveStatus(
    { settings, recordTypeId: typeId }: Route,
    state: 'DELIVERED' | 'DEAD',
    ids: readonly number[],
    source: MemberContext,
    transaction: Transaction,
  ): Promise<void> {
    const key = settings.sourceStatusField;
    const value = state === 'DELIVERED' ? settings.sourceSuccessStatusValue : settings.sourceErrorStatusValue;
    if (key === null || value === null || ids.length === 0) return;
    try {
      const kept = await records.assign({ typeId, ids, key, value }, source, transaction);
      if (kept.length > 0)
        log.warn(
          { tenantId: source.viewer.tenantId, records: kept },
          'transmitted records kept their status',
        );
    } catch (error) {
      // A status that was disabled since: what became of the message is said by the message.
      if (!(error instanceof Refusal)) throw error;
      log.warn(
        { tenantId: source.viewer.tenantId, reason: error.message },
        'a transmitted record kept its status',
      );
    }
  }

  async function onFailure(
    { tenantId, mappingId, messages }: Delivery,
    error: unknown,
  ): Promise<'now' | 'later'> {
    const ids = messages.map(({ id }) => id);
    if (
      error instanceof StaleConfiguration ||
      (error instanceof Refusal && error.code === 'UNAUTHENTICATED')
    ) {
      const route = await findRoute(database, tenantId, mappingId);
      await configs.reload(tenantId);
      if (route !== null) await configs.reload(route.targetId);
      await postponeMessages(database, tenantId, ids, { state: 'QUEUED', reason: null, seconds: 0 });
      return 'now';
    }
    log.error({ err: error, tenantId, transmissions: ids }, 'transmissions could not be delivered');
    for (const { id, tries } of messages)
      await postponeMessages(database, tenantId, [id], {
        state: tries >= mostTries ? 'DEAD' : 'FAILED',
        reason: error instanceof StorageFailed ? storageFailure : technicalFailure,
        // Together they failed: each is tried by itself, at once.
        seconds: messages.length > 1 ? 0 : retryAfterSeconds(tries),
      });
    return messages.length > 1 ? 'now' : 'later';
  }

  return createBackgroundRunner(
    {
      name: 'transmissions',
      takeTurn: () => claimMessages(database, mostDeliveredTogether),
      runPart: deliver,
      onFailure,
    },
    { log, database },
  );
}

function whyClosed(route: Route): string | null {
  if (!route.enabled) return mappingOff;
  if (route.offer === null) return mappingEmpty;
  if (!route.targetEnabled) return targetGone(route.targetName);
  return route.acceptanceId !== null && route.approvedVersion === null
    ? targetDeclined(route.targetName)
    : null;
}

const isApproved = (route: Route): route is OpenRoute => route.approvedVersion === route.version;

const keyOf = (mappingId: number, { recordId }: Message): string => `${mappingId}:${recordId}`;

const receivedOf = (mappingId: number, sent: readonly Sent[], { targetId, acceptanceId }: OpenRoute) =>
  selectReceived(
    targetId,
    acceptanceId,
    sent.map(({ messageId }) => messageId),
    sent.map((message) => keyOf(mappingId, message)),
  );

/** Those that are not there yet, by their message and by their record. */
function freshOf(
  mappingId: number,
  sent: readonly Sent[],
  received: ReturnType<typeof readReceived>,
): readonly Sent[] {
  const delivered = received.filter(({ state }) => state === 'DELIVERED');
  const done = new Set(delivered.map(({ messageId }) => messageId));
  const here = new Set(delivered.map(({ sourceKey }) => sourceKey));
  return sent.filter((message) => !done.has(message.messageId) && !here.has(keyOf(mappingId, message)));
}

/** The first of them, until their files are too large to be copied before the first record is there; and the others. */
function splitByBytes(sent: readonly Sent[]): readonly [now: readonly Sent[], later: readonly Sent[]] {
  let bytes = 0;
  const end = sent.findIndex(({ content }, at) => {
    bytes += (content.files ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return at > 0 && bytes > mostBytesTogether;
  });
  return end === -1 ? [sent, []] : [sent.slice(0, end), sent.slice(end)];
}

function receiptOf(
  { messageId, content }: Sent,
  sourceKey: string,
  { fault }: Arrival,
  recordId: number | undefined,
  { targetTypeId }: OpenRoute,
): Receipt {
  const told = { messageId, sourceKey, content };
  if (fault === undefined)
    return {
      ...told,
      state: 'DELIVERED',
      recordTypeId: targetTypeId,
      recordId: recordId ?? null,
      reason: null,
    };
  const reason = fault instanceof Refusal ? fault.message : sayUntranslated.toTarget(fault);
  return { ...told, state: 'DEAD', recordTypeId: null, recordId: null, reason };
}

/** Of each record that arrived; one that is accepted as it comes is answered at once (decision 110). */
function beginConversations(
  receipts: readonly Receipt[],
  { offer, acceptanceId, targetSettings }: OpenRoute,
) {
  const arrived = receipts.filter(({ state }) => state === 'DELIVERED');
  if (arrived.length === 0) return [];
  const taken = new Set(targetSettings.pairs.map(({ item }) => item));
  const isByItself = (targetSettings.answering ?? acceptsAll).answers === 'BY_ITSELF';
  const groups = Map.groupBy(arrived, ({ content }) => content.lines.length > 0);
  return [...groups].map(([hasLines, alike]) =>
    openConversations(
      acceptanceId,
      offer.items
        .filter((item) => item.isLine === hasLines && taken.has(item.number) && isTerm(item, item.key))
        .map(({ number }) => number),
      alike.map(({ messageId, content }) => {
        const lines = linesOf(content);
        const files = (content.files ?? []).filter(({ item }) => taken.has(item)).length;
        const answers = lines.map((_, at) => ({ line: at + 1, kind: 'ACCEPTED' as const }));
        return {
          messageId,
          opened: { opened: lines, ...(files > 0 && { files }) },
          answered: isByItself ? { answers, isByItself } : null,
          openLines: isByItself ? 0 : lines.length,
        };
      }),
    ),
  );
}

/** In words for the source. */
function outcomeOf(
  { id, messageId }: Sent,
  arrival: Arrival | undefined,
  done: ReadonlySet<string>,
  { targetName }: Route,
): Outcome {
  if (done.has(messageId) || (arrival !== undefined && arrival.fault === undefined))
    return { id, state: 'DELIVERED', reason: null };
  if (arrival?.fault === undefined) return { id, state: 'DEAD', reason: targetHasIt(targetName) };
  const reason =
    arrival.fault instanceof Refusal
      ? targetRefused(targetName)
      : sayUntranslated.toSource(arrival.fault, targetName);
  return { id, state: 'DEAD', reason };
}
