// The half of a mapping that its source keeps.
import { isDeepStrictEqual } from 'node:util';
import type {
  CreateTransmissionMappingInput,
  OwnTransmissionMapping,
  UpdateTransmissionMappingInput,
} from '@rowhouse/domain/contract.generated.ts';
import { asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { findAbsence, listAbsent } from '@rowhouse/domain/transmissions/absent-field.ts';
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
  const written = parseMapping(data, data.recordTypeId, null, context);
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
    absentFields: listAbsent(config, [settings.triggerField, settings.sourceStatusField]),
    fields: (offer?.items ?? []).map(({ key, name, number }) => {
      const absence = findAbsence(config, key);
      return { key, name, isTaken: absence === null && takenItems.has(number), absence };
    }),
  };
}

function parseMapping(
  data: Wanted,
  typeId: number,
  /** Null of a new one. */
  before: Pick<StoredMapping, 'offer' | 'answering' | 'settings'> | null,
  context: MemberContext,
): WrittenMapping {
  const { config, viewer } = context;
  const recordType = context.authorise(typeId);
  if (recordType.type.isSuper)
    throw invalid('Records of this type stand in others: choose one of those.', 'recordTypeId');
  const fields = listTransmissionFields(config, recordType, viewer);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const beside = { config, byKey, before: before?.settings ?? {} };
  const trigger = parseTrigger(data, beside);
  const status = parseStatus(data, beside);
  const chosen = data.fields.map((key) => {
    const field = byKey.get(key) ?? findKept(key, before?.offer ?? null, config);
    if (field === null) throw invalid(`There is no field '${key}' here.`, 'fields');
    return field;
  });
  requireFields(chosen);
  return {
    settings: { kept: 'ids', ...trigger, ...status },
    offer: makeOffer(recordType.type.name, chosen, before?.offer ?? null, mostOfferedChoices),
    triggerKey: keyOfTrigger(trigger.triggerField),
    offeredBy: viewer.userId,
    answering: data.answering == null ? (before?.answering ?? null) : parsePolicy(data.answering),
  };
}

type Beside = {
  readonly config: TenantConfig;
  readonly byKey: ReadonlyMap<string, TransmissionField>;
  readonly before: StoredMapping['settings'];
};

function parseTrigger(data: Wanted, beside: Beside): Pick<SourceSettings, 'triggerField' | 'triggerValue'> {
  const { triggerField } = data;
  const field = beside.byKey.get(triggerField);
  const kept = findKeptValue(triggerField, data.triggerValue, ['triggerField', 'triggerValue'], beside);
  if (kept !== null && (field === undefined || isTrigger(field))) return { triggerField, triggerValue: kept };
  if (isAbsentAsBefore(triggerField, 'triggerField', beside))
    throw invalid(
      'This field is not there any more: no other value of it can be chosen. Choose another field.',
      'triggerValue',
    );
  if (field === undefined || !isTrigger(field))
    throw invalid('Choose the field that says when a record is sent.', 'triggerField');
  return { triggerField, triggerValue: keptValue(field, data.triggerValue, 'triggerValue') };
}

type StatusSettings = Pick<
  SourceSettings,
  'sourceStatusField' | 'sourceSuccessStatusValue' | 'sourceErrorStatusValue'
>;

function parseStatus(data: Wanted, beside: Beside): StatusSettings {
  const { sourceStatusField: key } = data;
  if (key == null)
    return { sourceStatusField: null, sourceSuccessStatusValue: null, sourceErrorStatusValue: null };
  const field = beside.byKey.get(key);
  const isUsable = field !== undefined && isStatusLike(field);
  if (!isUsable && !isAbsentAsBefore(key, 'sourceStatusField', beside))
    throw invalid('Choose the field that says what became of it.', 'sourceStatusField');
  const parse = (place: 'sourceSuccessStatusValue' | 'sourceErrorStatusValue') => {
    const name = data[place];
    if (name == null) return null;
    const kept = findKeptValue(key, name, ['sourceStatusField', place], beside);
    if (kept !== null) return kept;
    if (isUsable) return keptValue(field, name, place);
    throw invalid(
      'This field is not there any more: no other value of it can be chosen. Choose another field.',
      place,
    );
  };
  return {
    sourceStatusField: key,
    sourceSuccessStatusValue: parse('sourceSuccessStatusValue'),
    sourceErrorStatusValue: parse('sourceErrorStatusValue'),
  };
}

/** What was said before stays as it was said, also of a field or a choice that is switched off since. */
function findKeptValue(
  key: string,
  name: string,
  [field, value]: readonly [keyof SourceSettings, keyof SourceSettings],
  { before, config }: Beside,
): string | null {
  const stored = before[value];
  if (before.kept !== 'ids' || before[field] !== key || stored == null) return null;
  return nameKept(config, key, stored) === name ? stored : null;
}

const isAbsentAsBefore = (
  key: string,
  place: 'triggerField' | 'sourceStatusField',
  { before, config }: Beside,
): boolean => before[place] === key && findAbsence(config, key) !== null;

const keyOfTrigger = (key: string): string =>
  findBaseField(key) === null ? key : baseColumns[key as BaseFieldName].expression;

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

/** As records hold it, from what people call it. */
export function keptValue(field: TransmissionField, name: string, place: string): string {
  const text = name.trim();
  if (text === '') throw invalid(`Say which value of ${field.name} it is.`, place);
  if (field.choices !== null) {
    const choice = field.choices.find((one) => one.name === name);
    if (choice === undefined) throw invalid(`${field.name} has no value '${name}'.`, place);
    return choice.value;
  }
  const whyNot = whyNotValue({ name: field.name, dataType: field.dataType, required: true }, text);
  if (whyNot !== null) throw invalid(whyNot, place);
  return text;
}
