import type { BaseField } from '../fields/base-fields.ts';
import { baseFields } from '../fields/base-fields.ts';
import type { DataType } from '../fields/data-types.ts';
import { deletedFieldName } from '../fields/deletion.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { RecordTypeId, RoleId, TenantId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { FilterCriteria } from '../records/filter-rules.ts';
import { findFilterCriteria, whyNotCondition } from '../records/filter-rules.ts';
import type { GoneField, StoredField, StoredRecordType, TenantConfig } from '../tenants/tenant-config.ts';
import { judgeAdditionalField, judgeBaseField, mayOnRecordType, mostClosed } from './decide.ts';
import type { FieldRule } from './decide.ts';
import type { FieldAccess } from './field-access.ts';

declare const authorised: unique symbol;

/**
 * A field that the viewer may see. Only this module makes one, and the record query takes nothing else: what is
 * hidden cannot be selected, filtered, sorted or searched, because there is no value to name it by.
 */
export type AuthorisedField = {
  readonly [authorised]: true;
  /** 'status', 'f12'; of a super type, the key that the field has in the first type that it gathers. */
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  /** Of its amounts; null where it holds none. */
  readonly currency: string | null;
  readonly access: Exclude<FieldAccess, 'NotAllowed'>;
  /** What its access comes from. */
  readonly rule: FieldRule;
  readonly base: BaseField | null;
  /** Of Updated At, where the role is not shown all fields: it is the time of the last change that this role saw something of. */
  readonly seenBy?: RoleId;
  /** By the type whose records are read; empty for a base field. */
  readonly stored: ReadonlyMap<RecordTypeId, StoredField>;
};

/** A record type that the viewer may open, with what of it the viewer may see. */
export type AuthorisedRecordType = {
  readonly [authorised]: true;
  readonly tenantId: TenantId;
  readonly type: StoredRecordType;
  /** The types whose records it shows: itself, or those that a super type gathers. */
  readonly sources: readonly AuthorisedSource[];
  readonly fields: ReadonlyMap<string, AuthorisedField>;
  /** By their keys the names of fields that are switched off, and that the viewer would see if they were not. */
  readonly switchedOff: ReadonlyMap<string, string>;
  /**
   * Fields that are deleted, by their keys; for who administers the company and saw them. They name what the history has of
   * them, and nothing else reads them.
   */
  readonly gone: ReadonlyMap<string, AuthorisedField>;
  readonly goneOfLines: readonly GoneField[];
  readonly goneProperties: TenantConfig['goneProperties'];
  readonly maySeeDeleted: boolean;
};

export type AuthorisedSource = {
  readonly type: StoredRecordType;
  /** What the role is confined to in this type; it holds whether or not the field itself is visible. */
  readonly confinement: readonly Confinement[];
};

export type Confinement = {
  readonly base: BaseField | null;
  readonly stored: StoredField | null;
  /** Null when what is stored is no valid filter: then the role sees nothing of the type, rather than all of it. */
  readonly criteria: readonly FilterCriteria[] | null;
};

const mark = <Value extends object>(value: Value) => value as Value & { readonly [authorised]: true };

/** By the record types of one version of the structure: neither people nor lists decide what may be seen. */
const known = new WeakMap<TenantConfig['recordTypes'], Map<string, AuthorisedRecordType | null>>();

/** Null when the viewer may not open it, which reads the same as when there is none. */
export function findAuthorisedRecordType(
  config: TenantConfig,
  viewer: Viewer,
  id: RecordTypeId,
): AuthorisedRecordType | null {
  let byRole = known.get(config.recordTypes);
  if (byRole === undefined) {
    byRole = new Map();
    known.set(config.recordTypes, byRole);
  }
  const key = `${viewer.roleId}:${id}`;
  let found = byRole.get(key);
  if (found === undefined) {
    found = authorise(config, viewer, id);
    byRole.set(key, found);
  }
  return found;
}

function authorise(config: TenantConfig, viewer: Viewer, id: RecordTypeId): AuthorisedRecordType | null {
  const type = config.recordTypes.get(id);
  if (type === undefined || !mayOnRecordType(viewer, 'view', id)) return null;
  const sourceTypes = type.isSuper
    ? type.relatedIds.flatMap((relatedId) => config.recordTypes.get(relatedId) ?? [])
    : [type];
  const fields = new Map<string, AuthorisedField>();
  for (const field of [
    ...baseFieldsOf(viewer, type, sourceTypes),
    ...additionalFieldsOf(viewer, sourceTypes),
  ]) {
    fields.set(field.key, field);
  }
  return mark({
    tenantId: config.tenantId,
    type,
    sources: sourceTypes.map((source) => ({
      type: source,
      confinement: confinementOf(config, viewer, source),
    })),
    fields,
    switchedOff: type.isSuper ? new Map() : switchedOffOf(viewer, type),
    ...goneOf(config, viewer, type),
    maySeeDeleted: mayOnRecordType(viewer, 'soft delete', id),
  });
}

function baseFieldsOf(
  viewer: Viewer,
  type: StoredRecordType,
  sources: readonly StoredRecordType[],
): AuthorisedField[] {
  const isOfSeen = sources.some((source) => missesSome(viewer, source));
  return baseFields.flatMap((base: BaseField) => {
    const types = type.isSuper ? sources : [type];
    const { access, rule } = mostClosed(types.map((source) => judgeBaseField(viewer, source.id, base)));
    if (access === 'NotAllowed') return [];
    return mark({
      key: base.name,
      name: base.label,
      dataType: base.dataType,
      currency: null,
      access: type.isSuper ? 'ViewOnly' : access,
      rule: type.isSuper && rule !== 'SYSTEM_FIELD' ? 'SUPER_TYPE' : rule,
      base,
      ...(base.name === 'updatedAt' && isOfSeen && { seenBy: viewer.roleId }),
      stored: new Map<RecordTypeId, StoredField>(),
    });
  });
}

/** Whether a field of the type is hidden from the role; that a record is deleted is told without one (decision 092). */
const missesSome = (viewer: Viewer, type: StoredRecordType): boolean =>
  baseFields.some(
    (base: BaseField) =>
      base.name !== 'enabled' && judgeBaseField(viewer, type.id, base).access === 'NotAllowed',
  ) ||
  type.fields.some((field) => field.enabled && judgeAdditionalField(viewer, field).access === 'NotAllowed');

/**
 * Of a super type: the fields that every gathered type has under the same name, data type, list and object. Amounts of
 * two currencies are no one column: nothing would say which of them a row has.
 */
function additionalFieldsOf(viewer: Viewer, sources: readonly StoredRecordType[]): AuthorisedField[] {
  const [first, ...others] = sources;
  if (first === undefined) return [];
  return first.fields.flatMap((field) => {
    const stored = new Map<RecordTypeId, StoredField>([[first.id, field]]);
    for (const other of others) {
      const twin = other.fields.find((candidate) => isSameField(candidate, field));
      if (twin === undefined) return [];
      stored.set(other.id, twin);
    }
    const { access, rule } = mostClosed([...stored.values()].map((one) => judgeAdditionalField(viewer, one)));
    if (access === 'NotAllowed') return [];
    return mark({
      key: additionalFieldKey(field.id),
      name: field.name,
      dataType: field.dataType,
      currency: field.currency,
      access: others.length > 0 ? 'ViewOnly' : access,
      rule: others.length > 0 ? 'SUPER_TYPE' : rule,
      base: null,
      stored,
    });
  });
}

function goneOf(
  config: TenantConfig,
  viewer: Viewer,
  { id, isSuper }: StoredRecordType,
): Pick<AuthorisedRecordType, 'gone' | 'goneOfLines' | 'goneProperties'> {
  if (isSuper || config.roles.get(viewer.roleId)?.administers !== true)
    return { gone: new Map(), goneOfLines: [], goneProperties: [] };
  const ofType = config.goneFields.filter(({ recordTypeId }) => recordTypeId === id);
  const fields = ofType
    .filter(({ isOfLines, seenBy }) => !isOfLines && seenBy.includes(viewer.roleId))
    .map(({ isOfLines: _, seenBy: _seenBy, ...field }) => {
      const stored: StoredField = { ...plainStored, ...field };
      return mark({
        key: additionalFieldKey(field.id),
        name: deletedFieldName(field.name),
        dataType: field.dataType,
        currency: field.currency,
        access: 'ViewOnly' as const,
        rule: 'SWITCHED_OFF' as const,
        base: null,
        stored: new Map([[id, stored]]),
      });
    });
  return {
    gone: new Map(fields.map((field) => [field.key, field])),
    goneOfLines: ofType.filter(({ isOfLines }) => isOfLines),
    goneProperties: config.goneProperties.map((one) => ({ ...one, name: deletedFieldName(one.name) })),
  };
}

const plainStored = {
  required: false,
  visibility: false,
  order: 0,
  enabled: false,
  listType: null,
  defaultValue: null,
  help: null,
  section: null,
  formula: null,
  fills: [],
} as const;

const switchedOffOf = (viewer: Viewer, type: StoredRecordType): Map<string, string> =>
  new Map(
    type.fields.flatMap((field): [string, string][] =>
      field.enabled || judgeAdditionalField(viewer, { ...field, enabled: true }).access === 'NotAllowed'
        ? []
        : [[additionalFieldKey(field.id), field.name]],
    ),
  );

function isSameField(one: StoredField, other: StoredField): boolean {
  return (
    one.enabled &&
    one.name.toLowerCase() === other.name.toLowerCase() &&
    one.dataType === other.dataType &&
    one.currency === other.currency &&
    one.listId === other.listId &&
    one.objectDefinitionId === other.objectDefinitionId
  );
}

/**
 * The same type as a role sees it that is confined so, for who administers roles: how many records that would be.
 * @param lines by field key, of a type that is no super type; one that names no field shows nothing
 */
export function withConfinement(
  recordType: AuthorisedRecordType,
  lines: readonly { readonly field: string; readonly criteria: readonly unknown[] }[],
): AuthorisedRecordType {
  const { type } = recordType;
  const confinement = lines.map(({ field, criteria }): Confinement => {
    const base = baseFields.find((one: BaseField) => one.name === field) ?? null;
    const stored = type.fields.find((one) => additionalFieldKey(one.id) === field) ?? null;
    return { base, stored, criteria: validCriteria(base ?? stored, criteria) };
  });
  return { ...recordType, sources: [{ type, confinement }] };
}

/** Why a role cannot be confined so by the field, or null. */
export function whyNotConfinement(
  field: { readonly name: string; readonly dataType: DataType },
  criteria: readonly FilterCriteria[],
): string | null {
  for (const one of criteria) {
    const whyNot = whyNotCondition(
      { key: field.name, name: field.name, dataType: field.dataType, filterable: true },
      one,
    );
    if (whyNot !== null) return whyNot;
  }
  return null;
}

function confinementOf(config: TenantConfig, viewer: Viewer, source: StoredRecordType): Confinement[] {
  const role = config.roles.get(viewer.roleId);
  return (role?.fieldAccess ?? []).flatMap((line) => {
    if (line.recordTypeId !== source.id || !line.enabled || !line.filterCriteria?.length) return [];
    const base = baseFields.find((field: BaseField) => field.name === line.baseField) ?? null;
    const stored = line.fieldId === null ? null : (config.fields.get(line.fieldId) ?? null);
    return { base, stored, criteria: validCriteria(base ?? stored, line.filterCriteria) };
  });
}

function validCriteria(
  field: { readonly name: string; readonly dataType: DataType } | null,
  stored: readonly unknown[],
): readonly FilterCriteria[] | null {
  if (field === null) return null;
  const criteria: FilterCriteria[] = [];
  for (const item of stored) {
    const read = findFilterCriteria(item);
    if (read === null) return null;
    if (whyNotConfinement(field, [read]) !== null) return null;
    criteria.push(read);
  }
  return criteria;
}
