import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { fieldUnknown, requireEditable } from '@rowhouse/domain/access/why-not-editable.ts';
import { readAttachedFiles, writeAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import { fileUnknown, mostFilesOf, tooManyFiles } from '@rowhouse/domain/attachments/rules.ts';
import type { AdditionalFieldInput } from '@rowhouse/domain/contract.generated.ts';
import { baseInputs } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName, BaseInputName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { switchedOffMeanwhile } from '@rowhouse/domain/fields/rules.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { changeProperties, replaceObject } from '@rowhouse/domain/objects/change-object.ts';
import { contactListAdministrator } from '@rowhouse/domain/objects/rules.ts';
import { readObject, writeObject } from '@rowhouse/domain/objects/stored-object.ts';
import { whyNotAdditional } from '@rowhouse/domain/records/additional-value.ts';
import { whyNotChoice } from '@rowhouse/domain/records/choices.ts';
import { longestLine, longestText } from '@rowhouse/domain/values/limits.ts';
import type { StoredField, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Assignment } from '../../platform/record-store/settle-columns.ts';
import type { Values } from '../../platform/record-store/predicate.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { objectKept } from '../../platform/record-store/object-places.ts';
import { propertiesBeside, slotOf } from '../../platform/record-store/places.ts';
import { overflowJson, storedForm } from '../../platform/record-store/stored-forms.ts';
import type { BaseValue, JudgedChange, RecordChange } from './record-change.ts';

type BaseInput = { readonly [Name in BaseInputName]?: string | number | boolean | null | undefined };

/** What the record holds now, for rules that look at it; absent for a new record. */
export type CurrentValues = {
  readonly base: ReadonlyMap<BaseFieldName, number | null>;
  readonly additional: ReadonlyMap<number, readonly number[]>;
  /** As text, of the objects that the change speaks of. */
  readonly objects: ReadonlyMap<number, string | null>;
  /** The file that may become the value of the field, as it is kept; absent: none may. */
  readonly findFile?: FindFile;
};

export type FindFile = (key: string, fileId: number) => AttachedFile | null;

export const nothingCurrent: CurrentValues = { base: new Map(), additional: new Map(), objects: new Map() };

export function parseRecordChange(
  input: BaseInput & { readonly additionalFields?: readonly AdditionalFieldInput[] | null | undefined },
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  current: CurrentValues = nothingCurrent,
): RecordChange {
  const base = new Map<BaseFieldName, BaseValue>();
  for (const [inputName, declared] of baseInputs) {
    const given = input[inputName];
    if (given === undefined) continue;
    const name = declared.name as BaseFieldName;
    const field = requireEditable(recordType.fields, name);
    base.set(name, parseBaseValue(field, name, given, recordType, config, current));
  }
  return { base, additional: parseAdditional(input.additionalFields ?? [], recordType, config, current) };
}

function parseBaseValue(
  field: AuthorisedField,
  name: BaseFieldName,
  given: BaseValue,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  current: CurrentValues,
): BaseValue {
  const value = typeof given === 'string' && given.trim() === '' ? null : given;
  if (value === null) {
    if (!baseColumns[name].nullable) throw invalid(`${field.name} is required`, name);
    return null;
  }
  const longest = name === 'description' ? longestText : longestLine;
  if (typeof value === 'string' && value.length > longest) {
    throw invalid(`${field.name} should have at most ${longest} characters`, name);
  }
  if (typeof value === 'number' && field.base?.relation !== undefined) {
    const whyNot = whyNotChoice(
      config,
      recordType.type.id,
      field.base,
      value,
      current.base.get(name) ?? null,
    );
    if (whyNot !== null) throw invalid(`${field.name}: ${whyNot}`, name);
  }
  return value;
}

function parseAdditional(
  inputs: readonly AdditionalFieldInput[],
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  current: CurrentValues,
): RecordChange['additional'] {
  const seen = new Set<string>();
  return inputs.map((input) => {
    const { recordAdditionalFieldByTypeId, value } = input;
    const key = additionalFieldKey(recordAdditionalFieldByTypeId);
    const switchedOff = recordType.switchedOff.get(key);
    if (switchedOff !== undefined) throw invalid(switchedOffMeanwhile(switchedOff), key);
    const authorised = requireEditable(recordType.fields, key);
    if (seen.has(key)) throw invalid(`${authorised.name} is given twice.`, key);
    seen.add(key);
    const field = authorised.stored.get(recordType.type.id);
    if (field === undefined) throw fieldUnknown(key);
    if (field.dataType === 'object') return { field, value: parseObject(field, key, input, config, current) };
    if (input.objectValuesByProperty != null) throw invalid(whyNoProperties(field), key);
    const whyNot = whyNotAdditional(field, value ?? null, config, current.additional.get(field.id) ?? []);
    if (whyNot !== null) throw invalid(whyNot, key);
    if (value == null || valueOf(field.dataType).isEmpty(value)) return { field, value: null };
    if (field.dataType === 'attachment') return { field, value: parseAttachment(key, value, current) };
    return { field, value: valueOf(field.dataType).toKept(value) };
  });
}

const whyNoProperties = ({ name, listType }: StoredField): string =>
  listType === 'Object' ? contactListAdministrator : `${name} is no object.`;

/** The object as it is kept, whole; null when nothing of it is left. */
function parseObject(
  { id, name, required, objectDefinitionId }: StoredField,
  key: string,
  { value, objectValuesByProperty: given }: AdditionalFieldInput,
  config: TenantConfig,
  current: CurrentValues,
): string | null {
  const text = value == null || value.trim() === '' ? null : value;
  if (text !== null && given != null)
    throw invalid(`${name} is given by its value or by its properties, not by both.`, key);
  if ((text ?? '').length > longestText)
    throw invalid(`${name} should have at most ${longestText} characters`, key);
  const before = readObject(current.objects.get(id));
  const change =
    given != null
      ? changeProperties(objectDefinitionId, given, before, config)
      : text === null
        ? null
        : replaceObject(objectDefinitionId, text, before, config);
  if (change?.whyNot !== undefined) {
    const { whyNot, propertyId } = change;
    if (propertyId === null) throw invalid(`${name}: ${whyNot}`, key);
    throw new Refusal('INVALID', whyNot, { field: key, details: { propertyId } });
  }
  const written = change === null ? null : writeObject(change.values);
  if (written === null && required) throw invalid(`${name} is required`, key);
  return written;
}

/** Of what is sent only the ids count: what the files are called and how large they are is known here. */
function parseAttachment(key: string, value: string, { findFile }: CurrentValues): string {
  const named = readAttachedFiles(value);
  if (named.length > mostFilesOf(key)) throw invalid(tooManyFiles(key), key);
  const files = named.flatMap(({ id }) => findFile?.(key, id) ?? []);
  if (named.length === 0 || files.length < named.length) throw invalid(fileUnknown, key);
  return writeAttachedFiles(files);
}

/** The columns that the change sets, with their values bound. Fields of the overflow are set in it one by one. */
export function assignmentsOf(change: JudgedChange, values: Values, isNew = false): Assignment[] {
  const assignments: Assignment[] = [];
  for (const [name, value] of change.base) {
    const { expression, sqlType } = baseColumns[name];
    assignments.push({ column: expression, expression: `${values.bind(value)}::${sqlType}` });
  }
  let overflow = isNew ? `'{}'::jsonb` : `coalesce(x, '{}')`;
  let hasOverflow = false;
  for (const { field, value } of change.additional) {
    const slot = slotOf(field);
    if (slot !== null) {
      const stored = value === null ? null : storedForm(field.dataType).write(value);
      assignments.push({ column: slot, expression: values.bind(stored) });
    } else {
      hasOverflow = true;
      const json = value === null ? null : `${values.bind(overflowJson(field.dataType, value))}::jsonb`;
      if (propertiesBeside(field) !== null)
        overflow = `coalesce(overflow_with(${overflow}, '${field.id}', ${objectKept(field, json ?? 'null', isNew)}), '{}')`;
      else
        overflow =
          json === null
            ? `(${overflow} - '${field.id}')`
            : `(${overflow} || jsonb_build_object('${field.id}', ${json}))`;
    }
  }
  if (hasOverflow) assignments.push({ column: 'x', expression: `nullif(${overflow}, '{}')` });
  return assignments;
}
