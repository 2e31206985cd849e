import type { AuthorisedField, AuthorisedRecordType } from '../access/authorised-record-type.ts';
import type { BaseField } from '../fields/base-fields.ts';
import { showDisabled } from '../kernel/formats.ts';
import { listValueId, recordTypeId, userId, type ListId } from '../kernel/ids.ts';
import { listedValueName, plainValueName } from '../objects/listed-object.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';

export type Named = { readonly id: number; readonly name: string; readonly enabled?: boolean };

/** What the values of a relation are called. */
export function namesOf(
  field: AuthorisedField,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
): Named[] {
  const typeIds = new Set(recordType.sources.map(({ type }) => type.id));
  switch (field.base?.relation) {
    case 'status':
      return [...config.statuses.values()].filter((status) => typeIds.has(status.recordTypeId));
    case 'problemCode':
      return [...config.problemCodes.values()].filter((code) => typeIds.has(code.recordTypeId));
    case 'user':
      return [...config.members.values()];
    case 'tenant':
      return [...config.targetTenants].map(([id, name]) => ({ id, name }));
    case 'recordType':
      return recordType.sources.map(({ type }) => type);
    default: {
      const [stored] = field.stored.values();
      const list = stored?.listId == null ? undefined : config.lists.get(stored.listId);
      return (list?.values ?? []).map((value) => ({
        id: value.id,
        name: plainValueName(config, value),
        enabled: value.enabled,
      }));
    }
  }
}

/** The parts of the configuration that `namesOf` reads: what is made of the names holds for as long as both are the same. */
export function sourcesOfNames(field: AuthorisedField, config: TenantConfig): readonly [object, object] {
  switch (field.base?.relation) {
    case 'status':
      return [config.statuses, config.statuses];
    case 'problemCode':
      return [config.problemCodes, config.problemCodes];
    case 'user':
      return [config.members, config.members];
    case 'tenant':
      return [config.targetTenants, config.targetTenants];
    case 'recordType':
      return [config.recordTypes, config.recordTypes];
    default: {
      const [stored] = field.stored.values();
      const list = stored?.listId == null ? undefined : config.lists.get(stored.listId);
      // A value that stands for a person has the person's name.
      return [list ?? config.recordTypes, config.members];
    }
  }
}

type ChoiceField = { readonly base: BaseField | null; readonly listId: ListId | null };

/** What one choice of the field is called, '(Disabled)' behind it where it is; '' for one that is not there. */
export function choiceNamer(
  { base, listId }: ChoiceField,
  config: TenantConfig,
  timeZone: string,
): (id: number) => string {
  const find = finderOf(base?.relation, listId, config, timeZone);
  return (id) => {
    const found = find(id);
    if (found === undefined) return '';
    return found.enabled === false ? showDisabled(found.name) : found.name;
  };
}

function finderOf(
  relation: BaseField['relation'],
  ofList: ListId | null,
  config: TenantConfig,
  timeZone: string,
): (id: number) => Omit<Named, 'id'> | undefined {
  switch (relation) {
    case 'status':
      return (id) => config.statuses.get(id);
    case 'problemCode':
      return (id) => config.problemCodes.get(id);
    case 'user':
      return (id) => config.members.get(userId(id));
    case 'recordType':
      return (id) => config.recordTypes.get(recordTypeId(id));
    case 'tenant':
      return (id) => {
        const name = id === config.tenantId ? config.name : config.targetTenants.get(id);
        return name === undefined ? undefined : { name };
      };
    default:
      return (id) => {
        const value = config.listValues.get(listValueId(id));
        if (value === undefined || value.listId !== ofList) return undefined;
        return { name: listedValueName(config, value, timeZone), enabled: value.enabled };
      };
  }
}
