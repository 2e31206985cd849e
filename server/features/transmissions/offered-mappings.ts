// The half of a mapping that its target keeps. What is offered has numbers in the place of the source's ids.
import { isDeepStrictEqual } from 'node:util';
import { acceptsAll } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type {
  ApproveTransmissionMappingInput,
  OfferedTransmissionMapping,
  TransmissionTranslation,
} from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { findAbsence } from '@rowhouse/domain/transmissions/absent-field.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import { mostCarriedFields, mostTranslations } from '@rowhouse/domain/transmissions/limits.ts';
import { parsePolicy, showPolicy } from './answer-policy.ts';
import { isStatusLike, offerChangedMeanwhile, whyNotPairs } from '@rowhouse/domain/transmissions/rules.ts';
import { stateOf } from '@rowhouse/domain/transmissions/setup.ts';
import type {
  Pair,
  TargetSettings,
  TransmissionField,
  Translation,
} from '@rowhouse/domain/transmissions/setup.ts';
import { longestLine } from '@rowhouse/domain/values/limits.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { nameKept } from './name-kept.ts';
import { keptValue } from './own-mappings.ts';
import { readMadeId, readOffers, selectOffers, writeAcceptance } from './sql.ts';
import type { StoredOffer } from './sql.ts';

export async function approveOffer(
  data: ApproveTransmissionMappingInput,
  context: MemberContext,
): Promise<OfferedTransmissionMapping> {
  const { tenantId, userId } = context.viewer;
  return context.write([selectOffers(tenantId, data.id)], async (transaction, [found]) => {
    const offer = requireOffer(found);
    if (offer.version !== data.offeredVersion) throw offerChangedMeanwhile();
    const answering =
      data.answering == null ? (offer.settings?.answering ?? acceptsAll) : parsePolicy(data.answering);
    const settings = { ...parseAcceptance(data, offer, context), answering };
    const isSame =
      offer.approvedVersion === offer.version &&
      offer.recordTypeId === data.recordTypeId &&
      isDeepStrictEqual(withPolicy(offer.settings ?? emptySettings), withPolicy(settings));
    if (isSame && (data.version ?? offer.ownVersion) === offer.ownVersion)
      return showOffer(offer, context.config);
    const acceptance = {
      approvedVersion: offer.version,
      recordTypeId: data.recordTypeId,
      settings,
      approvedBy: userId,
    };
    const written = await transaction.one(writeAcceptance(tenantId, offer, data.version ?? null, acceptance));
    if (readMadeId(written) === null) throw offerChangedMeanwhile();
    const [after] = await transaction.finish([selectOffers(tenantId, data.id)]);
    return showOffer(requireOffer(after), context.config);
  });
}

export async function declineOffer(id: number, context: MemberContext): Promise<OfferedTransmissionMapping> {
  const { tenantId, userId } = context.viewer;
  return context.write([selectOffers(tenantId, id)], async (transaction, [found]) => {
    const offer = requireOffer(found);
    if (offer.ownVersion !== null && offer.approvedVersion === null) return showOffer(offer, context.config);
    const acceptance = {
      approvedVersion: null,
      recordTypeId: offer.recordTypeId,
      settings: offer.settings ?? emptySettings,
      approvedBy: userId,
    };
    const [, after] = await transaction.finish([
      writeAcceptance(tenantId, offer, null, acceptance),
      selectOffers(tenantId, id),
    ]);
    return showOffer(requireOffer(after), context.config);
  });
}

const withPolicy = (settings: TargetSettings) => ({
  ...settings,
  answering: showPolicy(settings.answering ?? acceptsAll),
});

const emptySettings: TargetSettings = {
  targetStatusField: null,
  targetStatusValue: null,
  pairs: [],
  translations: [],
};

function requireOffer(answer: Answer | undefined): StoredOffer {
  const [found] = readOffers(answer);
  if (found === undefined) throw notFound('The mapping');
  return found;
}

function parseAcceptance(
  data: ApproveTransmissionMappingInput,
  { offer }: StoredOffer,
  context: MemberContext,
): TargetSettings {
  const { config, viewer } = context;
  const recordType = context.authorise(data.recordTypeId);
  if (recordType.type.isSuper)
    throw invalid('Records of this type stand in others: choose one of those.', 'recordTypeId');
  if (!mayOnRecordType(viewer, 'create records', recordType.type.id))
    throw new Refusal('FORBIDDEN', 'Records are made in your name, and your role may not create any here.');
  const fields = listTransmissionFields(config, recordType, viewer);
  const status = fields.find(({ key }) => key === data.targetStatusField) ?? null;
  if (data.targetStatusField != null && (status === null || !isStatusLike(status)))
    throw invalid('Choose the field that is given the status.', 'targetStatusField');
  if (data.pairs.length > mostCarriedFields || data.translations.length > mostTranslations)
    throw invalid('These are too many fields or choices.', 'pairs');
  const given = status === null || data.targetStatusValue == null ? [] : [status.key];
  const whyNot = whyNotPairs(offer.items, data.pairs, fields, given);
  if (whyNot !== null) throw invalid(whyNot, 'pairs');
  return {
    targetStatusField: status?.key ?? null,
    targetStatusValue:
      status === null || data.targetStatusValue == null
        ? null
        : keptValue(status, data.targetStatusValue, 'targetStatusValue'),
    pairs: data.pairs.map(({ item, field }) => ({ item, field })),
    translations: parseTranslations(data.translations, data.pairs, fields),
  };
}

function parseTranslations(
  given: readonly TransmissionTranslation[],
  pairs: readonly Pair[],
  fields: readonly TransmissionField[],
): Translation[] {
  return given.map(({ item, theirs, ours }, index) => {
    const place = `translations.${index}`;
    const key = pairs.find((pair) => pair.item === item)?.field;
    const field = fields.find((one) => one.key === key);
    if (field === undefined || field.choices === null)
      throw invalid('A choice is translated into that of a field that takes it.', place);
    if (theirs.trim() === '' || theirs.length > longestLine)
      throw invalid(`A name has from 1 to ${longestLine} characters.`, place);
    return { item, theirs: theirs.trim(), ours: keptValue(field, ours, place) };
  });
}

export function showOffer(stored: StoredOffer, config: TenantConfig): OfferedTransmissionMapping {
  const { id, company, version, offer, isEnabled, ownVersion, approvedVersion, settings, answeredAt } =
    stored;
  const isAnswered = ownVersion !== null && answeredAt !== null;
  const approver = stored.approvedBy === null ? undefined : config.members.get(stored.approvedBy);
  return {
    id,
    company,
    typeName: offer.typeName,
    version,
    state: stateOf({
      isOffered: true,
      enabled: isEnabled,
      version,
      approvedVersion,
      isDeclined: isAnswered && approvedVersion === null,
    }),
    items: [...offer.items].map((item) => ({
      ...item,
      isRecordFile: item.isRecordFile === true,
      choices: item.choices === null ? null : [...item.choices],
    })),
    acceptance: !isAnswered
      ? null
      : {
          version: ownVersion,
          approvedVersion,
          recordTypeId: stored.recordTypeId,
          approvedBy: approver?.name ?? null,
          answeredAt,
          ...showSettings(settings ?? emptySettings, config),
        },
  };
}

function showSettings(settings: TargetSettings, config: TenantConfig) {
  const fieldOf = new Map(settings.pairs.map(({ item, field }) => [item, field]));
  const { targetStatusField, targetStatusValue } = settings;
  return {
    targetStatusField,
    targetStatusValue:
      targetStatusField === null || targetStatusValue === null
        ? null
        : nameKept(config, targetStatusField, targetStatusValue),
    pairs: settings.pairs.map((pair) => ({ ...pair, absence: findAbsence(config, pair.field) })),
    answering: showPolicy(settings.answering ?? acceptsAll),
    translations: settings.translations.map(({ item, theirs, ours }) => ({
      item,
      theirs,
      ours: nameKept(config, fieldOf.get(item) ?? '', ours),
    })),
  };
}
