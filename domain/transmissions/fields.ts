import type { AuthorisedField, AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { mayOnRecordType } from '../access/decide.ts';
import { isComputed } from '../formulas/computed-fields.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { StoredLineItemField, TenantConfig } from '../tenants/tenant-config.ts';
import { isCarried, isFile, isFilled } from './rules.ts';
import type { TransmissionField } from './setup.ts';

/** What of the records of a type can be sent or filled, as far as the viewer sees it; their lines' fields come last. */
export const listTransmissionFields = (
  config: TenantConfig,
  recordType: AuthorisedRecordType,
  viewer: Viewer,
): TransmissionField[] => [
  ...[...recordType.fields.values()].flatMap((field) => ofRecord(config, recordType, field)),
  ...ofLines(config, recordType, viewer),
];

function ofRecord(
  config: TenantConfig,
  { type }: AuthorisedRecordType,
  field: AuthorisedField,
): TransmissionField[] {
  const stored = field.stored.get(type.id);
  if (!isCarried(field.key, field.dataType, stored?.listType ?? null)) return [];
  return [
    {
      key: field.key,
      name: field.name,
      dataType: field.dataType,
      currency: field.currency,
      isEditable: field.access === 'Editable' && isFilled(field.key),
      isRequired: stored?.required === true && stored.defaultValue === null,
      lineType: null,
      lineTypeId: null,
      choices: choicesOf(config, type.id, field),
    },
  ];
}

function choicesOf(
  config: TenantConfig,
  typeId: number,
  { base, stored }: AuthorisedField,
): TransmissionField['choices'] {
  const named =
    base?.relation === 'status'
      ? config.statuses
      : base?.relation === 'problemCode'
        ? config.problemCodes
        : null;
  if (named !== null)
    return [...named.values()].flatMap(({ id, name, enabled, recordTypeId }) =>
      enabled && recordTypeId === typeId ? [{ value: String(id), name }] : [],
    );
  const [first] = stored.values();
  return first?.listId == null ? null : listChoices(config, first.listId);
}

const listChoices = (
  config: TenantConfig,
  listId: NonNullable<StoredLineItemField['listId']>,
): NonNullable<TransmissionField['choices']> =>
  (config.lists.get(listId)?.values ?? []).flatMap(({ id, value, enabled }) =>
    enabled ? [{ value: String(id), name: value }] : [],
  );

function ofLines(config: TenantConfig, { type }: AuthorisedRecordType, viewer: Viewer): TransmissionField[] {
  if (!mayOnRecordType(viewer, 'line item access', type.id)) return [];
  const isEditable = mayOnRecordType(viewer, 'edit line items', type.id);
  return [...config.lineItemTypes.values()]
    .filter(({ recordTypeId }) => recordTypeId === type.id)
    .flatMap(({ id, name: lineType, fields }) =>
      fields
        .filter((field) => !isFile(field) && isCarried('', field.dataType, field.listType))
        .map((field) => ({
          key: `l${field.id}`,
          name: field.name,
          dataType: field.dataType,
          currency: field.currency,
          isEditable: isEditable && !isComputed(field),
          isRequired: field.required,
          lineType,
          lineTypeId: id,
          choices: field.listId === null ? null : listChoices(config, field.listId),
        })),
    );
}
