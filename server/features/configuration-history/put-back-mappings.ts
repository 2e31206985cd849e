// Each half of a mapping goes back by the save of its company (decision 164). The log keeps ids; the save takes the names that they have now.
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { fieldId } from '@rowhouse/domain/kernel/ids.ts';
import { acceptsAll, asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { nameChoice } from '@rowhouse/domain/transmissions/content.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import { isStatusLike, isTrigger } from '@rowhouse/domain/transmissions/rules.ts';
import type {
  Offer,
  SourceSettings,
  TargetSettings,
  TransmissionField,
} from '@rowhouse/domain/transmissions/setup.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readMappings, readOffers, selectMappings, selectOffers } from '../transmissions/sql.ts';
import { AlreadySo, before, Gone, OtherPage, type Saves } from './back.ts';
import { readEntries, selectLater } from './sql.ts';
import type { StoredEntry } from './sql.ts';

const notKept =
  'The log does not hold all that this mapping was, for it was not set up in the browser then. Change it on the page Transmissions.';

/** The fields that the viewer may name, and the sentences about those that are gone. */
type Named = {
  /** Throws where it is gone, by the name that it had. */
  readonly find: (key: string, nameThen?: string) => TransmissionField;
  /** As people call it now. Throws where it cannot be chosen any more. */
  readonly nameValue: (field: TransmissionField, value: string) => string;
};

/**
 * What was changed otherwise since stays; whatever changes in the offer or in when it is sent is approved again. One that was
 * made is switched off: it is the way of its page, and nothing that arrived by it goes.
 */
export async function putBackMapping(
  entry: StoredEntry,
  { updateTransmissionMapping }: Saves,
  context: MemberContext,
): Promise<string | undefined> {
  const [current] = await readMapping(entry, context);
  if (current === undefined) throw new Gone();
  const isMaking = entry.action === 'insert';
  if (isMaking && !current.enabled) throw new AlreadySo();
  const was: ReturnType<typeof before> = isMaking ? { enabled: false } : before(entry);
  const settings = ('settings' in was ? was['settings'] : current.settings) as Partial<SourceSettings>;
  const offer = ('offer' in was ? was['offer'] : current.offer) as Offer | null;
  if (settings.kept !== 'ids' || settings.triggerField == null || settings.triggerValue == null)
    throw new OtherPage(notKept);
  if (offer === null || !offer.items.every(({ key }) => typeof key === 'string'))
    throw new OtherPage(notKept);

  const { find, nameValue } = namesNow(current.recordTypeId, context);
  const nameThen = (key: string) => offer.items.find((item) => item.key === key)?.name;
  const trigger = find(settings.triggerField, nameThen(settings.triggerField));
  if (!isTrigger(trigger))
    throw new Gone(`${trigger.name} has another data type by now, and cannot say when a record is sent.`);
  const status = settings.sourceStatusField == null ? null : find(settings.sourceStatusField);
  if (status !== null && !isStatusLike(status))
    throw new Gone(`${status.name} cannot be given a status any more.`);
  const nameStatus = (value: string | null | undefined) =>
    status === null || value == null ? null : nameValue(status, value);
  const { id, version } = current;
  const data = {
    id,
    version,
    enabled: 'enabled' in was ? was['enabled'] === true : current.enabled,
    triggerField: trigger.key,
    triggerValue: nameValue(trigger, settings.triggerValue),
    sourceStatusField: status?.key ?? null,
    sourceSuccessStatusValue: nameStatus(settings.sourceSuccessStatusValue),
    sourceErrorStatusValue: nameStatus(settings.sourceErrorStatusValue),
    fields: offer.items.map(({ key, name }) => find(key, name).key),
    ...('answering' in was && { answering: policyOf(was['answering'], asksPeople) }),
  };
  await updateTransmissionMapping({ data }, context);
  if (isMaking)
    return `Nothing is sent by it any more, and what waits is not delivered. ${current.targetName} sees that it is switched off, and keeps what has arrived.`;
  const [after] = await readMapping(entry, context);
  if (after?.version !== version)
    return `${current.targetName} is asked to approve this again, as with any change of what is sent.`;
  // Of an offer the names of fields are kept beside them, so that it may differ in these alone.
  if (!('enabled' in was) && !('answering' in was)) throw new AlreadySo();
  return undefined;
}

const readMapping = async ({ entityId }: StoredEntry, { viewer, read }: MemberContext) =>
  readMappings((await read([selectMappings(viewer.tenantId, entityId)])).answers[0]);

/**
 * Only among the answers to one version of the offer: the numbers of another may mean other fields. A first answer goes back by
 * declining, which is the way of the page to take nothing any more; that goes back by the approval as it was.
 */
export async function putBackAcceptance(
  entry: StoredEntry,
  { approveTransmissionMapping, declineTransmissionMapping }: Saves,
  context: MemberContext,
): Promise<string | undefined> {
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([selectOffers(tenant, null), selectLater(tenant, entry)]);
  const offered = readOffers(answers[0]).find(({ acceptanceId }) => acceptanceId === entry.entityId);
  if (offered === undefined) throw new Gone('The other company does not offer this any more.');
  const { company } = offered;
  const was = before(entry);
  if (entry.action === 'insert' || ('approved_version' in was && was['approved_version'] === null)) {
    if (offered.approvedVersion === null) throw new AlreadySo();
    await declineTransmissionMapping({ data: { id: offered.id } }, context);
    return `${company} sees that this is declined: nothing of it is delivered any more, nor what waits. What has arrived stays.`;
  }
  const ofOtherVersion = `This answered another version of what ${company} offers, in which its fields may have been others. Approve what is offered now on the page Transmissions.`;
  const isOfOther = ({ changes }: StoredEntry) => isOtherVersion(changes, offered.version);
  if ([entry, ...readEntries(answers[1])].some(isOfOther)) throw new OtherPage(ofOtherVersion);
  const isDecline = 'approved_version' in was;
  if (!isDecline && offered.approvedVersion === null)
    throw new OtherPage(
      `What ${company} offers is declined by now. Approve it on the page Transmissions first.`,
    );
  if (!isDecline && offered.approvedVersion !== offered.version)
    throw new OtherPage(
      `${company} has changed what it offers, and waits for an approval. Approve it on the page Transmissions first.`,
    );
  const settings = (was['settings'] ?? offered.settings) as TargetSettings | null;
  const typeId = Number(was['record_type_id'] ?? offered.recordTypeId);
  if (settings === null || !Array.isArray(settings.pairs)) throw new OtherPage(notKept);
  const { find, nameValue } = namesNow(typeId, context);
  const status = settings.targetStatusField == null ? null : find(settings.targetStatusField);
  const fieldOf = new Map(settings.pairs.map(({ item, field }) => [item, find(field)]));
  const data = {
    id: offered.id,
    offeredVersion: offered.version,
    version: offered.ownVersion,
    recordTypeId: typeId,
    targetStatusField: status?.key ?? null,
    targetStatusValue:
      status === null || settings.targetStatusValue == null
        ? null
        : nameValue(status, settings.targetStatusValue),
    pairs: settings.pairs.map(({ item, field }) => ({ item, field })),
    translations: (settings.translations ?? []).flatMap(({ item, theirs, ours }) => {
      const field = fieldOf.get(item);
      return field === undefined ? [] : [{ item, theirs, ours: nameValue(field, ours) }];
    }),
    answering: policyOf(settings.answering ?? null, acceptsAll),
  };
  await approveTransmissionMapping({ data }, context);
  return isDecline
    ? `${company} sees that this is approved again. What could not be delivered meanwhile waits for them to send it again.`
    : undefined;
}

/** Declined is of none. */
const isOtherVersion = ({ approved_version: pair }: StoredEntry['changes'], version: number): boolean =>
  pair !== undefined && pair.some((one) => one !== null && one !== version);

function policyOf(kept: unknown, otherwise: AnswerPolicy) {
  const { answers, pricePercent, days, answerDays = null } = (kept as AnswerPolicy | null) ?? otherwise;
  return { answers, pricePercent, days, answerDays };
}

/** As an edit finds them: what the viewer's role does not see cannot be named by either. */
function namesNow(typeId: number, context: MemberContext): Named {
  const { config, viewer } = context;
  const fields = new Map(
    listTransmissionFields(config, context.authorise(typeId), viewer).map((field) => [field.key, field]),
  );
  return {
    find(key, nameThen) {
      const field = fields.get(key);
      if (field !== undefined) return field;
      const id = Number(key.slice(1));
      const isOfLines = key.startsWith('l');
      const stored = isOfLines ? config.lineItemFields.get(id) : config.fields.get(fieldId(id));
      if (findBaseField(key) !== null || (stored !== undefined && (!('enabled' in stored) || stored.enabled)))
        throw new Gone('It names a field that cannot be sent any more, or that your role does not see.');
      const gone = config.goneFields.find((one) => Number(one.id) === id && one.isOfLines === isOfLines);
      const name = stored?.name ?? gone?.name ?? nameThen;
      throw new Gone(
        name === undefined
          ? 'A field that it names is gone.'
          : `The field ${name} is gone, or was switched off.`,
      );
    },
    nameValue(field, value) {
      if (field.choices === null) return value;
      const choice = field.choices.find((one) => one.value === value);
      if (choice === undefined) {
        const name = nameChoice(config, field.key, value);
        throw new Gone(
          name === value
            ? `A value of ${field.name} is gone.`
            : `The value ${name} of ${field.name} is gone, or was switched off.`,
        );
      }
      // The save takes the name, and would take the first that is called so.
      if (field.choices.find(({ name }) => name === choice.name) !== choice)
        throw new OtherPage(
          `${field.name} has several values that are called ${choice.name}. Change it on the page Transmissions.`,
        );
      return choice.name;
    },
  };
}
