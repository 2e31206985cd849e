import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AdditionalFieldInput, UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { isEmptyValue } from '@rowhouse/domain/fields/value-rules.ts';
import { withHttps } from '@rowhouse/domain/kernel/formats.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { whyNotAdditional } from '@rowhouse/domain/records/additional-value.ts';
import { whyNotChoice } from '@rowhouse/domain/records/choices.ts';
import { longestText } from '@rowhouse/domain/records/limits.ts';
import type { StoredField, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Assignment } from '../../platform/record-store/record-query.ts';
import type { Values } from '../../platform/record-store/predicate.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { toStored } from '../../platform/record-store/stored-text.ts';

/** The base fields that an input may carry, by the contract's name. */
const inputNames = {
  recordNumber: 'recordNumber',
  description: 'description',
  issuedByCompanyName: 'issuedByCompanyName',
  issuedToCompanyName: 'issuedToCompanyName',
  statusId: 'status',
  poNumber: 'poNumber',
  problemCodeId: 'problemCode',
  recordDate: 'recordDate',
  dueDate: 'dueDate',
  recordCreateDate: 'recordCreateDate',
  assignedTo: 'assignedTo',
  receivedBy: 'receivedBy',
  approvedBy: 'approvedBy',
  receivedAt: 'receivedAt',
  approvedAt: 'approvedAt',
  validationRequired: 'validationRequired',
  isProject: 'isProject',
  recordFileId: 'recordFile',
  targetTransmissionTenant: 'targetTransmissionTenant',
} as const satisfies Partial<Record<keyof UpdateRecordInput, BaseFieldName>>;

type InputName = keyof typeof inputNames;
type BaseInput = { readonly [Name in InputName]?: string | number | boolean | null | undefined };

export type BaseValue = string | number | boolean | null;

/** A change that the role may make, each value found valid: base fields by their column, the others by field. */
export type RecordChange = {
  readonly base: ReadonlyMap<BaseFieldName, BaseValue>;
  readonly additional: readonly { readonly field: StoredField; readonly value: string | null }[];
};

/** What the record holds now, for rules that look at it; absent for a new record. */
export type PresentValues = {
  readonly base: ReadonlyMap<BaseFieldName, number | null>;
  readonly additional: ReadonlyMap<number, readonly number[]>;
};

const nothingPresent: PresentValues = { base: new Map(), additional: new Map() };

/** Hidden reads as unknown; read-only is said. */
function requireEditable(field: AuthorisedField | undefined, key: string): AuthorisedField {
  if (field === undefined) throw invalid(`There is no field '${key}' here.`, key);
  if (field.access !== 'Editable' || field.base?.readOnly) {
    throw new Refusal('FORBIDDEN', `${field.name} is read-only for your role.`, { field: key });
  }
  return field;
}

export function parseRecordChange(
  input: BaseInput & { readonly additionalFields?: readonly AdditionalFieldInput[] | null | undefined },
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  present: PresentValues = nothingPresent,
): RecordChange {
  const base = new Map<BaseFieldName, BaseValue>();
  for (const [inputName, name] of Object.entries(inputNames) as [InputName, BaseFieldName][]) {
    const given = input[inputName];
    if (given === undefined) continue;
    const field = requireEditable(recordType.fields.get(name), name);
    base.set(name, parseBaseValue(field, name, given, recordType, config, present));
  }
  return { base, additional: parseAdditional(input.additionalFields ?? [], recordType, config, present) };
}

function parseBaseValue(
  field: AuthorisedField,
  name: BaseFieldName,
  given: BaseValue,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  present: PresentValues,
): BaseValue {
  const value = typeof given === 'string' && given.trim() === '' ? null : given;
  if (value === null) {
    if (!baseColumns[name].nullable) throw invalid(`${field.name} is required`, name);
    return null;
  }
  const longest = name === 'description' ? longestText : 500;
  if (typeof value === 'string' && value.length > longest) {
    throw invalid(`${field.name} should have at most ${longest} characters`, name);
  }
  if (typeof value === 'number' && field.base?.relation !== undefined) {
    const whyNot = whyNotChoice(
      config,
      recordType.type.id,
      field.base,
      value,
      present.base.get(name) ?? null,
    );
    if (whyNot !== null) throw invalid(`${field.name}: ${whyNot}`, name);
  }
  return value;
}

function parseAdditional(
  inputs: readonly AdditionalFieldInput[],
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  present: PresentValues,
): RecordChange['additional'] {
  const seen = new Set<string>();
  return inputs.map(({ recordAdditionalFieldByTypeId, value }) => {
    const key = additionalFieldKey(recordAdditionalFieldByTypeId);
    const authorised = requireEditable(recordType.fields.get(key), key);
    if (seen.has(key)) throw invalid(`${authorised.name} is given twice.`, key);
    seen.add(key);
    const field = authorised.stored.get(recordType.type.id);
    if (field === undefined) throw invalid(`There is no field '${key}' here.`, key);
    const whyNot = whyNotAdditional(field, value ?? null, config, present.additional.get(field.id) ?? []);
    if (whyNot !== null) throw invalid(whyNot, key);
    if (value == null || isEmptyValue(field.dataType, value)) return { field, value: null };
    return { field, value: field.dataType === 'url' ? withHttps(value) : value };
  });
}

/** The columns that the change sets, with their values bound. Fields of the overflow are set in it one by one. */
export function assignmentsOf(change: RecordChange, values: Values, isNew = false): Assignment[] {
  const assignments: Assignment[] = [];
  for (const [name, value] of change.base) {
    const { expression, sqlType } = baseColumns[name];
    assignments.push({ column: expression, expression: `${values.bind(value)}::${sqlType}` });
  }
  let overflow = isNew ? `'{}'::jsonb` : `coalesce(x, '{}')`;
  let hasOverflow = false;
  for (const { field, value } of change.additional) {
    const stored = value === null ? null : toStored(field, value);
    if (field.slot !== null) {
      assignments.push({ column: field.slot, expression: values.bind(stored) });
    } else {
      hasOverflow = true;
      overflow =
        stored === null
          ? `(${overflow} - '${field.id}')`
          : `(${overflow} || jsonb_build_object('${field.id}', ${values.bind(JSON.stringify(stored))}::jsonb))`;
    }
  }
  if (hasOverflow) assignments.push({ column: 'x', expression: `nullif(${overflow}, '{}')` });
  return assignments;
}
