import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { listId as toListId, listValueId } from '@rowhouse/domain/kernel/ids.ts';
import { listedValueName } from '@rowhouse/domain/objects/listed-object.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { ConvertedField } from '@rowhouse/domain/values/conversion.ts';

const folded = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** The field with the names of its list as they are now. Of two values of one name the one that is offered is meant. */
export function convertedField(
  { dataType, listId }: { readonly dataType: DataType; readonly listId: number | null },
  config: TenantConfig,
  timeZone: string,
): ConvertedField {
  const values = (listId === null ? undefined : config.lists.get(toListId(listId)))?.values ?? [];
  const named = values.map((value) => ({ ...value, name: listedValueName(config, value, timeZone) }));
  const byName = new Map(
    named
      .toSorted((one, other) => Number(one.enabled) - Number(other.enabled) || other.order - one.order)
      .map(({ id, name }) => [folded(name), id]),
  );
  const byId = new Map(named.map(({ id, name }) => [id, name]));
  return {
    dataType,
    listId,
    nameOf: (id) => byId.get(listValueId(id)) ?? '',
    idOf: (name) => byName.get(folded(name)) ?? null,
  };
}
