import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { useMemo } from 'react';
import type { NamedType } from './merge-by-name.ts';
import { useListValues, useProblemCodes, useStatuses } from './use-list-options.ts';
import { useTargetTenantOptions } from './use-target-tenant-options.ts';
import { useUserOptions } from './use-user-options.ts';
import { listsOf } from './lists-of.ts';
import type { Option } from '../../ui/inputs/option.ts';
import type { FieldOptions } from '../value-field.ts';

type ChosenField = {
  readonly id: number;
  readonly key: string;
  readonly listType: { readonly id: number } | null;
};

const noFields: readonly ChosenField[] = [];

/**
 * What the values of each relation may be, by the field's key: statuses, problem codes, users and tenants for
 * base fields, the values of its list for an additional one. A field whose list is still on its way is
 * absent.
 *
 * @param isChoosing false while the values are only read: a list names its values, and what a base field refers to comes
 *   with its name
 */
export function useFieldOptions(
  recordTypeId: number,
  recordTypes: readonly NamedType[],
  fields: readonly ChosenField[] = noFields,
  isChoosing = true,
): FieldOptions {
  const listIds = useMemo(() => listsOf(fields), [fields]);
  const chosen = useMemo(
    () =>
      new Set(
        fields.flatMap(({ id, key }) => (isChoosing && id === 0 ? (findBaseField(key)?.relation ?? []) : [])),
      ),
    [fields, isChoosing],
  );
  const statuses = useStatuses(recordTypes, chosen.has('status')).data;
  const problemCodes = useProblemCodes(recordTypes, chosen.has('problemCode')).data;
  const users = useUserOptions(chosen.has('user')).data;
  const tenants = useTargetTenantOptions(recordTypeId, chosen.has('tenant')).data;
  const listValues = useListValues(listIds).data;

  return useMemo(() => {
    const ofRelation = { status: statuses, problemCode: problemCodes, user: users, tenant: tenants };
    const optionsOf = ({ id, key, listType }: ChosenField): readonly Option[] | undefined => {
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
