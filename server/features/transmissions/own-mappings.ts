// The half of a mapping that its source keeps.
import { isDeepStrictEqual } from 'node:util';
import type {
  CreateTransmissionMappingInput,
  OwnTransmissionMapping,
  UpdateTransmissionMappingInput,
} from '@rowhouse/domain/contract.generated.ts';
import { asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { findAbsence } from '@rowhouse/domain/transmissions/absent-field.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import { longestUrl, mostCarriedFields, mostOfferedChoices } from '@rowhouse/domain/transmissions/limits.ts';
import {
  chooseFields,
  isStatusLike,
  isTrigger,
  noCompanyAtAddress,
  offerChangedMeanwhile,
} from '@rowhouse/domain/transmissions/rules.ts';
import { makeOffer, stateOf } from '@rowhouse/domain/transmissions/setup.ts';
import type {
  CarriedItem,
  Offer,
  SourceSettings,
  TransmissionField,
} from '@rowhouse/domain/transmissions/setup.ts';
import { whyNotValue } from '@rowhouse/domain/values/why-not-value.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { parsePolicy, showPolicy } from './answer-policy.ts';
import { nameKept } from './name-kept.ts';
import {
  findCompany,
  insertMapping,
  lockMapping,
  readMadeId,
  readMappings,
  selectCompanyAt,
  selectMappings,
  showSettings,
  updateMapping,
} from './sql.ts';
import type { StoredMapping, WrittenMapping } from './sql.ts';

type Wanted = Omit<UpdateTransmissionMappingInput, 'id' | 'version' | 'enabled'>;

export async function createOwnMapping(
  data: CreateTransmissionMappingInput,
  context: MemberContext,
): Promise<OwnTransmissionMapping> {
  const { tenantId } = context.viewer;
  const written = parseMapping(data, data.recordTypeId, { offer: null, answering: null }, context);
  const url = data.targetUrl.trim().replace(/^\//, '');
  if (url === '' || url.length > longestUrl) throw invalid(noCompanyAtAddress, 'targetUrl');
  return context.write([selectCompanyAt(url)], async (transaction, [found]) => {
    const target = findCompany(found);
    if (target === null) throw invalid(noCompanyAtAddress, 'targetUrl');
    const place = { typeId: data.recordTypeId, targetId: target.id };
    const id = readMadeId(await transaction.one(insertMapping(tenantId, place, written)));
    const [after] = await transaction.finish([selectMappings(tenantId, id)]);
    return requireMapping(after, context.config);
  });
}

export async function updateOwnMapping(
  data: UpdateTransmissionMappingInput,
  context: MemberContext,
): Promise<OwnTransmissionMapping> {
  const { tenantId } = context.viewer;
  const first = [lockMapping(tenantId, data.id), selectMappings(tenantId, data.id)];
  return context.write(first, async (transaction, [, found]) => {
    const current = readMappings(found)[0];
    if (current === undefined) throw notFound('The mapping');
    if (current.version !== data.version) throw offerChangedMeanwhile();
    const written = parseMapping(data, current.recordTypeId, current, context);
    const isSame =
      isDeepStrictEqual(current.settings, written.settings) &&
      isDeepStrictEqual(current.offer, written.offer);
    if (isSame && current.enabled === data.enabled && isDeepStrictEqual(policyOf(current), policyOf(written)))
      return showMapping(current, context.config);
    // Nothing new is sent by switching it on again: what was approved stays approved.
    const version = isSame ? current.version : current.version + 1;
    const [, after] = await transaction.finish([
      updateMapping(tenantId, data.id, { enabled: data.enabled, version }, written),
      selectMappings(tenantId, data.id),
    ]);
    return requireMapping(after, context.config);
  });
}

const policyOf = ({ answering }: Pick<WrittenMapping, 'answering'>) => showPolicy(answering ?? asksPeople);

function requireMapping(answer: Answer | undefined, config: TenantConfig): OwnTransmissionMapping {
  const [found] = readMappings(answer);
  if (found === undefined) throw notFound('The mapping');
  return showMapping(found, config);
}

export function showMapping(mapping: StoredMapping, config: TenantConfig): OwnTransmissionMapping {
  const { id, version, enabled, offer, settings, approvedVersion, taken, answeredAt } = mapping;
  const { targetName, targetEnabled } = mapping;
  const type = config.recordTypes.get(recordTypeId(mapping.recordTypeId));
  const takenItems = new Set(taken ?? []);
  return {
    id,
    version,
    enabled,
    state: stateOf({ ...mapping, isOffered: offer !== null }),
    recordType: { id: mapping.recordTypeId, name: type?.name ?? '' },
    targetName,
    targetEnabled,
    approvedVersion,
    answeredAt,
    answering: showPolicy(mapping.answering ?? asksPeople),
    transferSettings: showSettings(settings, (field, value) => nameKept(config, field, value)),
    fields: (offer?.items ?? []).map(({ key, name, number }) => {
      const absence = findAbsence(config, key);
      return { key, name, isTaken: absence === null && takenItems.has(number), absence };
    }),
  };
}

function parseMapping(
  data: Wanted,
  typeId: number,
  { offer: before, answering }: { readonly offer: Offer | null; readonly answering: AnswerPolicy | null },
  context: MemberContext,
): WrittenMapping {
  const { config, viewer } = context;
  const recordType = context.authorise(typeId);
  if (recordType.type.isSuper)
    throw invalid('Records of this type stand in others: choose one of those.', 'recordTypeId');
  const fields = listTransmissionFields(config, recordType, viewer);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const trigger = byKey.get(data.triggerField);
  if (trigger === undefined || !isTrigger(trigger))
    throw invalid('Choose the field that says when a record is sent.', 'triggerField');
  const status = data.sourceStatusField == null ? null : (byKey.get(data.sourceStatusField) ?? null);
  if (data.sourceStatusField != null && (status === null || !isStatusLike(status)))
    throw invalid('Choose the field that says what became of it.', 'sourceStatusField');
  const chosen = data.fields.map((key) => {
    const field = byKey.get(key) ?? findKept(key, before, config);
    if (field === null) throw invalid(`There is no field '${key}' here.`, 'fields');
    return field;
  });
  requireFields(chosen);
  const settings: SourceSettings = {
    kept: 'ids',
    triggerField: trigger.key,
    triggerValue: keptValue(trigger, data.triggerValue, 'triggerValue'),
    sourceStatusField: status?.key ?? null,
    sourceSuccessStatusValue: keptStatus(status, data.sourceSuccessStatusValue, 'sourceSuccessStatusValue'),
    sourceErrorStatusValue: keptStatus(status, data.sourceErrorStatusValue, 'sourceErrorStatusValue'),
  };
  return {
    settings,
    offer: makeOffer(recordType.type.name, chosen, before, mostOfferedChoices),
    triggerKey:
      findBaseField(trigger.key) === null
        ? trigger.key
        : baseColumns[trigger.key as BaseFieldName].expression,
    offeredBy: viewer.userId,
    answering: data.answering == null ? answering : parsePolicy(data.answering),
  };
}

/** What is sent already stays as it was offered while it is switched off: it comes back as the same. */
const findKept = (key: string, before: Offer | null, config: TenantConfig): CarriedItem | null =>
  findAbsence(config, key) === null ? null : (before?.items.find((item) => item.key === key) ?? null);

function requireFields(chosen: readonly (TransmissionField | CarriedItem)[]): void {
  if (chosen.length === 0) throw invalid(chooseFields, 'fields');
  if (chosen.length > mostCarriedFields)
    throw invalid(`At most ${mostCarriedFields} fields are sent.`, 'fields');
  if (new Set(chosen.map(({ key }) => key)).size < chosen.length)
    throw invalid('A field is named twice.', 'fields');
  if (new Set(chosen.flatMap((field) => ('lineTypeId' in field ? (field.lineTypeId ?? []) : []))).size > 1)
    throw invalid('Lines of one type are sent.', 'fields');
}

const keptStatus = (field: TransmissionField | null, name: string | null | undefined, place: string) =>
  field === null || name == null ? null : keptValue(field, name, place);

/** As records hold it, from what people call it. */
export function keptValue(field: TransmissionField, name: string, place: string): string {
  if (field.choices !== null) {
    const choice = field.choices.find((one) => one.name === name);
    if (choice === undefined) throw invalid(`${field.name} has no value '${name}'.`, place);
    return choice.value;
  }
  const text = name.trim();
  if (text === '') throw invalid(`Say which value of ${field.name} it is.`, place);
  const whyNot = whyNotValue({ name: field.name, dataType: field.dataType, required: true }, text);
  if (whyNot !== null) throw invalid(whyNot, place);
  return text;
}
