// The order as a conversation, as one of the two companies sees it (decision 110). What is told follows from the own half alone.
import { acceptsAll, asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { createHash } from 'node:crypto';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type {
  AnswerConversationInput,
  Conversation,
  ConversationLine,
  ConversationPage,
  ConversationPosition,
  ConversationVersion,
  FindRecordConversationsInput,
  RemindConversationInput,
} from '@rowhouse/domain/contract.generated.ts';
import { dayAt, isDay } from '@rowhouse/domain/kernel/dates.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  answersByPolicy,
  countOpen,
  findAnswerFault,
  findWaitsSince,
  otherSide,
  readThread,
  writeAgreed,
} from '@rowhouse/domain/transmissions/conversation.ts';
import type {
  LineAnswer,
  Position,
  Side,
  ThreadLine,
  VersionContent,
} from '@rowhouse/domain/transmissions/conversation.ts';
import {
  longestConversationMessage,
  mostConversationAnswers,
  newerVersion,
  mayNotRemind,
  nothingAnswered,
  nothingToRemindOf,
  partnerClosed,
  remindedAlready,
} from '@rowhouse/domain/transmissions/conversation-words.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import { largestTransmissionPage, mostWaitingConversations } from '@rowhouse/domain/transmissions/limits.ts';
import type { CarriedItem } from '@rowhouse/domain/transmissions/setup.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import {
  appendVersions,
  findAppended,
  findPartner,
  lockConversation,
  readConversations,
  readPartners,
  readReminded,
  readVersions,
  selectConversation,
  selectConversationsOf,
  remindPartner,
  selectPartners,
  selectVersions,
  selectWaiting,
} from './conversation-sql.ts';
import type {
  ConversationPartner,
  StoredConversation,
  StoredVersion,
  WaitingLines,
} from './conversation-sql.ts';
import { readOfRecord } from './read-of-record.ts';
import type { RecordTransmitting } from './record-transmitting.ts';

const keyForm = /^[\da-f]{32}$/;
const plainKey = (key: string): string => key.toLowerCase().replaceAll('-', '');

export async function findConversationsOf(
  { onDay = null, ...record }: FindRecordConversationsInput,
  records: RecordTransmitting,
  context: MemberContext,
): Promise<Conversation[]> {
  if (onDay !== null && !isDay(onDay)) throw invalid('A day is written as YYYY-MM-DD.', 'onDay');
  const ofRecord = selectConversationsOf(context.viewer.tenantId, record.recordId);
  const { type, answers } = await readOfRecord(record, [ofRecord], records, context);
  const found = type.fields.has('targetTransmissionTenant') ? readConversations(answers[0]) : [];
  return describeConversations(found, onDay, context);
}

async function describeConversations(
  found: readonly StoredConversation[],
  onDay: string | null,
  context: MemberContext,
): Promise<Conversation[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const { answers } = await context.read([selectVersions(context.viewer.tenantId, ids), selectPartners(ids)]);
  const versionsOf = Map.groupBy(readVersions(answers[0]), ({ conversationId }) => conversationId);
  const partners = readPartners(answers[1]);
  const zone = context.viewer.timeZone ?? 'UTC';
  return found.flatMap((one) => {
    const versions = (versionsOf.get(one.id) ?? []).filter(
      ({ at }) => onDay === null || dayAt(Date.parse(at), zone) <= onDay,
    );
    return versions.length === 0
      ? []
      : [describe(one, versions, { partner: partners.get(one.id) ?? null, isPast: onDay !== null }, context)];
  });
}

/** The overdue first, and of each type only what the viewer sees. */
export async function findToAnswer(
  slice: { offset: number; limit: number },
  records: RecordTransmitting,
  context: MemberContext,
): Promise<ConversationPage> {
  const { viewer, config } = context;
  if (slice.offset < 0) throw invalid('The offset cannot be negative.', 'pagination.offset');
  if (slice.limit < 1 || slice.limit > largestTransmissionPage)
    throw invalid(`A page has from 1 to ${largestTransmissionPage} conversations.`, 'pagination.limit');
  const types = [...viewer.recordTypes.keys()].flatMap((id) => {
    const type = findAuthorisedRecordType(config, viewer, id);
    return type === null || type.type.isSuper || !type.fields.has('targetTransmissionTenant')
      ? []
      : [type.type];
  });
  const { answers } = await context.read([
    selectWaiting(
      viewer.tenantId,
      types.map(({ id }) => id),
      mostWaitingConversations,
    ),
  ]);
  const waiting = readConversations(answers[0]);
  const numbers = new Map<number, number | null>();
  for (const [typeId, ofType] of Map.groupBy(waiting, (one) => one.recordTypeId)) {
    const ids = ofType.map(({ recordId }) => recordId);
    for (const [id, number] of await records.findNumbers(typeId, ids, context)) numbers.set(id, number);
  }
  const seen = waiting.filter(({ recordId }) => numbers.has(recordId));
  return {
    total: seen.length,
    overdue: seen.filter(({ isOverdue }) => isOverdue).length,
    conversations: seen.slice(slice.offset, slice.offset + slice.limit).map((one) => ({
      id: one.id,
      company: one.partnerName,
      record: {
        id: one.recordId,
        recordTypeId: one.recordTypeId,
        recordTypeName: config.recordTypes.get(recordTypeId(one.recordTypeId))?.name ?? '',
        recordNumber: numbers.get(one.recordId) ?? null,
      },
      lines: one.ourOpen,
      since: one.waitsSince ?? '',
      dueAt: one.dueAt,
      isOverdue: one.isOverdue,
    })),
  };
}

export async function answer(
  data: AnswerConversationInput,
  records: RecordTransmitting,
  context: MemberContext,
): Promise<Conversation> {
  const { tenantId } = context.viewer;
  const message = (data.message ?? '').trim();
  const requestKey = plainKey(data.requestKey);
  if (!keyForm.test(requestKey)) throw invalid('The key of an answer is a UUID.', 'requestKey');
  if (message.length > longestConversationMessage)
    throw invalid(`A message has at most ${longestConversationMessage} characters.`, 'message');
  if (data.answers.length > mostConversationAnswers)
    throw invalid(`At most ${mostConversationAnswers} lines are answered at once.`, 'answers');
  if (data.answers.length === 0 && message === '') throw invalid(nothingAnswered, 'answers');
  const before = await context.read([selectConversation(tenantId, data.id)]);
  const [known] = readConversations(before.answers[0]);
  // Its record decides who may: one that is out of sight reads as absent.
  if (known === undefined || !(await isInSight(known, records, context))) throw notFound('The conversation');

  const first = [
    lockConversation(data.id),
    selectConversation(tenantId, data.id),
    selectVersions(tenantId, [data.id]),
  ];
  await context.write(first, async (transaction, [locked, found, foundVersions]) => {
    const [conversation] = readConversations(found);
    if (conversation === undefined) throw notFound('The conversation');
    const versions = readVersions(foundVersions);
    if (versions.some((one) => one.requestKey !== null && plainKey(one.requestKey) === requestKey)) return;
    const partner = findPartner(locked);
    const { side, partnerName, lastNumber } = conversation;
    if (partner === null || !partner.isOpen) throw new Refusal('CONFLICT', partnerClosed(partnerName));
    if (lastNumber !== data.version) throw new Refusal('CONFLICT', newerVersion(partnerName));
    const { terms, seen } = termsOf(conversation, context);
    const lines = readThread(versions, terms);
    const answers = data.answers.map(readAnswer);
    const fault = findAnswerFault(answers, lines, {
      side,
      terms,
      seen,
      reasons: reasonsOf(conversation, context),
    });
    if (fault !== null) throw invalid(fault, 'answers');
    const content: VersionContent = {
      answers: answers.map((one) => keepAnswer(one, terms)),
      ...(message !== '' && { message }),
    };
    const added: { content: VersionContent; isOurs: boolean }[] = [{ content, isOurs: true }];
    const theirs = otherSide(side);
    const ours = readThread([...versions, { number: lastNumber + 1, side, content }], terms);
    const policy = partner.answering ?? (theirs === 'TARGET' ? acceptsAll : asksPeople);
    const byItself = answersByPolicy(ours, theirs, policy, terms);
    const reply: VersionContent = { answers: byItself, isByItself: true };
    if (byItself.length > 0) added.push({ content: reply, isOurs: false });
    const after =
      byItself.length === 0
        ? ours
        : readThread(
            [
              ...versions,
              { number: lastNumber + 1, side, content },
              { number: lastNumber + 2, side: theirs, content: reply },
            ],
            terms,
          );
    const [written] = await transaction.finish([
      appendVersions(
        data.id,
        lastNumber,
        requestKey,
        added,
        waitingOf(after, side),
        waitingOf(after, theirs),
      ),
    ]);
    if (findAppended(written) === null) throw new Refusal('CONFLICT', newerVersion(partnerName));
  });
  const { answers } = await context.read([selectConversation(tenantId, data.id)]);
  const [described] = await describeConversations(readConversations(answers[0]), null, context);
  if (described === undefined) throw notFound('The conversation');
  return described;
}

/** Those who answer in the other company are told, once in 24 hours; who reminded stands nowhere there. */
export async function remind(
  { id }: RemindConversationInput,
  records: RecordTransmitting,
  context: MemberContext,
): Promise<Conversation> {
  const { tenantId } = context.viewer;
  const before = await context.read([selectConversation(tenantId, id)]);
  const [known] = readConversations(before.answers[0]);
  if (known === undefined || !(await isInSight(known, records, context))) throw notFound('The conversation');
  if (!mayOnRecordType(context.viewer, 'answer conversations', recordTypeId(known.recordTypeId)))
    throw new Refusal('FORBIDDEN', mayNotRemind);
  await context.write([], async (transaction) => {
    const [done] = await transaction.finish([remindPartner(id)]);
    const outcome = readReminded(done);
    if (outcome === 'CLOSED') throw new Refusal('CONFLICT', partnerClosed(known.partnerName));
    if (outcome === 'NOTHING') throw new Refusal('CONFLICT', nothingToRemindOf(known.partnerName));
    if (outcome === 'TODAY') throw new Refusal('CONFLICT', remindedAlready(known.partnerName));
  });
  const { answers } = await context.read([selectConversation(tenantId, id)]);
  const [described] = await describeConversations(readConversations(answers[0]), null, context);
  if (described === undefined) throw notFound('The conversation');
  return described;
}

const waitingOf = (lines: readonly ThreadLine[], side: Side): WaitingLines => ({
  lines: countOpen(lines, side),
  since: findWaitsSince(lines, side),
});

async function isInSight(
  { recordTypeId: typeId, recordId }: StoredConversation,
  records: RecordTransmitting,
  context: MemberContext,
): Promise<boolean> {
  if (findAuthorisedRecordType(context.config, context.viewer, recordTypeId(typeId)) === null) return false;
  const type = context.authorise(typeId);
  return (
    type.fields.has('targetTransmissionTenant') &&
    (await records.findNumbers(typeId, [recordId], context)).has(recordId)
  );
}

const readAnswer = ({
  line,
  kind,
  values,
  reason,
}: AnswerConversationInput['answers'][number]): LineAnswer => ({
  line,
  kind,
  ...(kind !== 'ACCEPTED' && reason != null && reason.trim() !== '' && { reason: reason.trim() }),
  ...((kind === 'CHANGED' || kind === 'BACKORDERED') && {
    values: Object.fromEntries((values ?? []).map(({ item, value }) => [item, value.trim()])),
  }),
});

/** In the one form in which values are kept, so that both companies compare the same. */
const keepAnswer = (given: LineAnswer, terms: readonly CarriedItem[]): LineAnswer =>
  given.values === undefined
    ? given
    : {
        ...given,
        values: Object.fromEntries(
          Object.entries(given.values).map(([item, value]) => {
            const dataType = terms.find(({ number }) => number === Number(item))?.dataType ?? 'string';
            return [item, value === '' ? '' : valueOf(dataType).toKept(value)];
          }),
        ),
      };

/** All terms, and those whose own fields the viewer sees; with what else of a line is seen. */
function termsOf(
  { items, terms: numbers, recordTypeId: typeId }: StoredConversation,
  context: MemberContext,
) {
  const { config, viewer } = context;
  const type = findAuthorisedRecordType(config, viewer, recordTypeId(typeId));
  const fields = new Map(
    (type === null ? [] : listTransmissionFields(config, type, viewer)).map((field) => [field.key, field]),
  );
  const named = (item: CarriedItem): CarriedItem[] => {
    const field = fields.get(item.key);
    return field === undefined ? [] : [{ ...item, name: field.name }];
  };
  const terms = items.filter(({ number }) => numbers.includes(number));
  return {
    terms,
    seen: terms.flatMap(named),
    labels: items.filter(({ number }) => !numbers.includes(number)).flatMap(named),
  };
}

/** Of the viewer's own company; none where the role does not see problem codes. */
function reasonsOf(
  { recordTypeId: typeId }: StoredConversation,
  { config, viewer }: MemberContext,
): string[] {
  const type = findAuthorisedRecordType(config, viewer, recordTypeId(typeId));
  if (type === null || !type.fields.has('problemCode')) return [];
  return [...config.problemCodes.values()].flatMap((code) =>
    code.enabled && code.recordTypeId === typeId ? [code.name] : [],
  );
}

function describe(
  conversation: StoredConversation,
  versions: readonly StoredVersion[],
  { partner, isPast }: { partner: ConversationPartner | null; isPast: boolean },
  context: MemberContext,
): Conversation {
  const { viewer } = context;
  const isOpen = partner?.isOpen === true;
  const { id, side, partnerName, recordTypeId: typeId } = conversation;
  const { terms, seen, labels } = termsOf(conversation, context);
  // Without a right to its lines nothing of them is told.
  const isHidden = seen.length + labels.length === 0;
  const lines = readThread(versions, terms);
  const mayAnswer =
    isOpen && !isPast && !isHidden && mayOnRecordType(viewer, 'answer conversations', recordTypeId(typeId));
  const asked = isOpen && !isPast ? partner : null;
  const agreed = seen.length < terms.length ? null : writeAgreed(lines, terms);
  return {
    id,
    company: partnerName,
    version: versions.at(-1)?.number ?? 0,
    whyClosed: isOpen ? null : partnerClosed(partnerName),
    mayAnswer,
    reasons: reasonsOf(conversation, context),
    waitsForUs: countOpen(lines, side),
    waitsForThem: countOpen(lines, otherSide(side)),
    // What a past day shows is not due any more.
    dueAt: isPast ? null : conversation.dueAt,
    isOverdue: !isPast && conversation.isOverdue,
    theirDueAt: asked?.dueAt ?? null,
    isTheirsOverdue: asked?.isOverdue ?? false,
    remindedAt: asked?.remindedAt ?? null,
    mayRemind: mayAnswer && partner?.mayRemind === true,
    agreedHash: agreed === null ? null : createHash('sha256').update(agreed).digest('hex'),
    terms: seen.map(({ number, name, dataType, currency }) => ({ item: number, name, dataType, currency })),
    lines: isHidden ? [] : lines.map((line) => describeLine(line, side, seen, labels)),
    versions: versions.map((version) => describeVersion(version, side, context)).toReversed(),
  };
}

function describeLine(
  line: ThreadLine,
  side: Side,
  seen: readonly CarriedItem[],
  labels: readonly CarriedItem[],
): ConversationLine {
  const { number, sent, agreed, waitsFor, last } = line;
  const [name, ...details] = labels.flatMap((label) => {
    const value = sent.find(({ item }) => item === label.number)?.value;
    return value === undefined || value.length === 0 ? [] : [showSent(label, value)];
  });
  const show = (position: Position | null): ConversationPosition | null =>
    position === null
      ? null
      : {
          isWithout: position === 'NONE',
          values: seen.map((term) => (position === 'NONE' ? '' : (position[term.number] ?? ''))),
        };
  return {
    number,
    name: name ?? '',
    details: details.join(', '),
    mine: show(line[side]),
    theirs: show(line[otherSide(side)]),
    agreed: show(agreed?.position ?? null),
    agreedIn: agreed?.version ?? null,
    waitsForUs: waitsFor === side,
    waitsForThem: waitsFor === otherSide(side),
    last:
      last === null
        ? null
        : {
            kind: last.kind,
            isOurs: last.side === side,
            isByItself: last.isByItself,
            reason: last.reason ?? null,
          },
  };
}

const showSent = ({ dataType, choices }: CarriedItem, value: string | readonly string[]): string =>
  typeof value !== 'string'
    ? value.join(', ')
    : choices === null
      ? valueOf(dataType).show(value, { timeZone: 'UTC', nameOf: () => '' })
      : value;

function describeVersion(
  { number, side: of, userId, at, content }: StoredVersion,
  side: Side,
  { config }: MemberContext,
): ConversationVersion {
  const count = (kind: LineAnswer['kind']) =>
    (content.answers ?? []).filter((one) => one.kind === kind).length;
  return {
    number,
    isOurs: of === side,
    person: userId === null ? null : (config.members.get(userId)?.name ?? null),
    isByItself: content.isByItself === true,
    at,
    message: content.message ?? null,
    accepted: count('ACCEPTED'),
    changed: count('CHANGED'),
    backordered: count('BACKORDERED'),
    rejected: count('REJECTED'),
  };
}
