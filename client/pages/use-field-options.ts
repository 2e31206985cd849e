import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { useMemo } from 'react';
import type { DefinedField } from '../features/fields/use-field-definitions.ts';
import { useListValues, useProblemCodes, useStatuses } from '../features/lists/use-list-options.ts';
import { useTargetTenantOptions } from '../features/transmissions/use-target-tenant-options.ts';
import { useUserOptions } from '../features/users/use-user-options.ts';
import type { Option } from '../ui/inputs/option.ts';

const noFields: readonly DefinedField[] = [];

/**
 * What the values of each relation may be, by the field's key: statuses, problem codes, users and tenants for
 * base fields, the values of its list for an additional one. A field whose list is still on its way is
 * absent.
 */
export function useFieldOptions(
  recordTypeId: number,
  recordTypeIds: readonly number[],
  fields: readonly DefinedField[] = noFields,
): ReadonlyMap<string, readonly Option[]> {
  const listIds = useMemo(() => {
    const ids = fields.flatMap(({ listType }) => (listType ? [listType.id] : []));
    return [...new Set(ids)].toSorted((one, other) => one - other);
  }, [fields]);
  const statuses = useStatuses(recordTypeIds).data;
  const problemCodes = useProblemCodes(recordTypeIds).data;
  const users = useUserOptions().data;
  const tenants = useTargetTenantOptions(recordTypeId).data;
  const listValues = useListValues(listIds).data;

  return useMemo(() => {
    const ofRelation = { status: statuses, problemCode: problemCodes, user: users, tenant: tenants };
    const optionsOf = ({ id, key, listType }: DefinedField): readonly Option[] | undefined => {
      if (id !== 0) return listType ? listValues?.get(listType.id) : undefined;
      const relation = findBaseField(key)?.relation;
      return relation && relation in ofRelation ? ofRelation[relation as keyof typeof ofRelation] : undefined;
    };
    return new Map(
      fields.flatMap((field) => {
        const options = optionsOf(field);
        return options ? [[field.key, options] as const] : [];
      }),
    );
  }, [fields, statuses, problemCodes, users, tenants, listValues]);
}
