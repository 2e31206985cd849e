import { recordFileKey } from '../attachments/attached-file.ts';
import type { DataType } from '../fields/data-types.ts';
import { Refusal } from '../kernel/refusal.ts';
import { nameDataType } from '../record-types/rules.ts';
import { valueOf } from '../values/values.ts';
import type { OfferedItem, Pair, TransmissionField, Translation } from './setup.ts';

export const noCompanyAtAddress = 'There is no other company at this address.';
export const chooseFields = 'Choose at least one field that is sent.';
export const offerChangedMeanwhile = () =>
  new Refusal('CONFLICT', 'The mapping has been changed since you opened it. Look at it again.');

/** Specification 3 gives these to the server, in every new record. */
const ofServer = new Set([
  'id',
  'tenant',
  'recordType',
  'createdBy',
  'createdAt',
  'updatedAt',
  'level',
  'enabled',
]);
/** Who does something here says nothing over there; nor does a place among other records. */
const ofCompany = new Set([
  'assignedTo',
  'receivedBy',
  'approvedBy',
  'targetTransmissionTenant',
  'isProject',
]);

/** Whether values of the field can go to another company: people, objects and what the server fills cannot. */
export const isCarried = (key: string, dataType: DataType, listType: string | null): boolean =>
  !ofCompany.has(key) &&
  !ofServer.has(key) &&
  (isFile({ dataType }) || valueOf(dataType).family !== 'opaque') &&
  listType !== 'User' &&
  listType !== 'Object';

/** Whether it holds files, which go as files and not as values. */
export const isFile = ({ dataType }: { readonly dataType: DataType }): boolean => dataType === 'attachment';

/** Whether the field can be filled with what arrives. */
export const isFilled = (key: string): boolean =>
  !ofServer.has(key) && !ofCompany.has(key) && key !== 'receivedAt' && key !== 'recordCreateDate';

/** A choice of one, a box or a line of text: what can be said to have reached a value. */
export const isTrigger = ({ dataType, choices, lineTypeId }: TransmissionField): boolean =>
  lineTypeId === null &&
  (choices === null
    ? valueOf(dataType).family === 'checkbox' || dataType === 'string'
    : valueOf(dataType).choosing === 'one');

export const isStatusLike = ({ dataType, choices, lineTypeId, isEditable }: TransmissionField): boolean =>
  lineTypeId === null && isEditable && choices !== null && valueOf(dataType).choosing === 'one';

const wholeNumbers = new Set<DataType>(['number']);
const shortTexts = new Set<DataType>(['string', 'url', 'email', 'phone']);

/** Why values of the offered field cannot stand in the own one, or null. */
export function whyNotPair(
  theirs: Omit<OfferedItem, 'number'>,
  ours: Omit<TransmissionField, 'isRequired' | 'lineType'>,
): string | null {
  if (!ours.isEditable) return `Your role may not write ${ours.name}.`;
  if (theirs.isLine !== (ours.lineTypeId !== null))
    return theirs.isLine
      ? `${theirs.name} is of lines, and ${ours.name} is not.`
      : `${ours.name} is of lines, and ${theirs.name} is not.`;
  if (isFile(theirs) || isFile(ours)) return whyNotFiles(theirs, ours);
  const [from, to] = [valueOf(theirs.dataType), valueOf(ours.dataType)];
  if (theirs.choices !== null) {
    if (ours.choices === null)
      return to.family === 'text' && !isStrictText(ours.dataType) ? null : noChoice(theirs.name, ours.name);
    return from.choosing === 'many' && to.choosing === 'one'
      ? `${theirs.name} holds several choices, and ${ours.name} one.`
      : null;
  }
  if (ours.choices !== null) return `${ours.name} is a choice, and ${theirs.name} is not.`;
  if (to.family === 'text') {
    if (isStrictText(ours.dataType) && theirs.dataType !== ours.dataType) return differ(theirs, ours);
    return from.family === 'text' || from.family === 'number' ? null : differ(theirs, ours);
  }
  if (from.family !== to.family) return differ(theirs, ours);
  if (from.family === 'number') {
    if (wholeNumbers.has(ours.dataType) && !wholeNumbers.has(theirs.dataType))
      return `${ours.name} takes whole numbers, and ${theirs.name} has decimals.`;
    if (theirs.currency !== null && ours.currency !== null && theirs.currency !== ours.currency)
      return `${theirs.name} is in ${theirs.currency}, and ${ours.name} in ${ours.currency}.`;
  }
  return null;
}

/** The record file is one PDF, and the files of an attachment field are up to twenty of any kind. */
function whyNotFiles(
  theirs: Pick<OfferedItem, 'name' | 'dataType' | 'isRecordFile'>,
  ours: Pick<TransmissionField, 'key' | 'name' | 'dataType'>,
): string | null {
  if (!isFile(theirs) || !isFile(ours)) return differ(theirs, ours);
  const [isTheirs, isOurs] = [theirs.isRecordFile === true, ours.key === recordFileKey];
  if (isTheirs === isOurs) return null;
  return isTheirs
    ? `${theirs.name} is a record file, and ${ours.name} holds attachments.`
    : `${theirs.name} holds attachments, and ${ours.name} is a record file.`;
}

const isStrictText = (dataType: DataType): boolean => shortTexts.has(dataType) && dataType !== 'string';

const noChoice = (theirs: string, ours: string): string => `${theirs} is a choice, and ${ours} is not.`;

const differ = (
  theirs: Pick<OfferedItem, 'name' | 'dataType'>,
  ours: Pick<TransmissionField, 'name' | 'dataType'>,
): string =>
  `${theirs.name} is of type ${nameDataType(theirs.dataType)}, and ${ours.name} of type ${nameDataType(ours.dataType)}.`;

/** Why the pairs as a whole cannot be approved, or null. */
export function whyNotPairs(
  items: readonly OfferedItem[],
  pairs: readonly Pair[],
  fields: readonly TransmissionField[],
  /** Keys that are filled otherwise. */
  given: readonly string[],
): string | null {
  const byNumber = new Map(items.map((item) => [item.number, item]));
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const taken = new Set<string>(given);
  const lineTypes = new Set<number>();
  for (const { item: number, field: key } of pairs) {
    const item = byNumber.get(number);
    const field = byKey.get(key);
    if (item === undefined) return 'One of the fields is no longer offered. Look at the mapping again.';
    if (field === undefined) return `There is no field '${key}' here.`;
    if (taken.has(key)) return `${field.name} is filled twice.`;
    taken.add(key);
    const whyNot = whyNotPair(item, field);
    if (whyNot !== null) return whyNot;
    if (field.lineTypeId !== null) lineTypes.add(field.lineTypeId);
  }
  if (pairs.length === 0) return 'Say where at least one field goes.';
  if (lineTypes.size > 1) return 'The lines of a record go into lines of one type.';
  const missing = fields.find(
    ({ key, isRequired, lineTypeId }) =>
      isRequired && !taken.has(key) && (lineTypeId === null || lineTypes.has(lineTypeId)),
  );
  return missing === undefined ? null : `${missing.name} is required, and nothing is put into it.`;
}

export const isSameName = (one: string, other: string): boolean => fold(one) === fold(other);

const fold = (name: string): string => name.trim().toLowerCase();

/** The own choice for one of theirs: by the kept translation, else by its name. Null where there is none. */
export function findCounterpart(
  item: number,
  theirs: string,
  choices: NonNullable<TransmissionField['choices']>,
  translations: readonly Translation[],
): string | null {
  const kept = translations.find((one) => one.item === item && fold(one.theirs) === fold(theirs));
  if (kept !== undefined && choices.some(({ value }) => value === kept.ours)) return kept.ours;
  return choices.find(({ name }) => fold(name) === fold(theirs))?.value ?? null;
}

/** The company's own part of an address, whose rest is often copied along: https://…/northwind/dashboard. */
export const companyOfAddress = (address: string): string =>
  address
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/^\/+/, '')
    .replace(/[/?#].*$/s, '')
    .toLowerCase();
