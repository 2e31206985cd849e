import { findAuthorisedRecordType } from '../access/authorised-record-type.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { StoredField, TenantConfig } from '../tenants/tenant-config.ts';

/** The additional fields that the role may see, of every type that it can open. */
export const visibleFields = (config: TenantConfig, viewer: Viewer): StoredField[] =>
  [...viewer.recordTypes.keys()].flatMap((id) =>
    [...(findAuthorisedRecordType(config, viewer, id)?.fields.values() ?? [])].flatMap((field) => [
      ...field.stored.values(),
    ]),
  );

/** The definitions of the objects in those fields and in the lists behind them. Others read as absent. */
export function openObjects(config: TenantConfig, fields: readonly StoredField[]): ReadonlySet<number> {
  return new Set(
    fields.flatMap((field) => {
      const list = field.listId === null ? undefined : config.lists.get(field.listId);
      return [field.objectDefinitionId ?? [], list?.objectDefinitionId ?? []].flat();
    }),
  );
}
