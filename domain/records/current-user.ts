import type { ListId, UserId } from '../kernel/ids.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { FilterCriteria } from './filter-rules.ts';
import { meansCurrentUser } from '../values/choice.ts';

/** No id is negative: it matches nothing. */
const nobody = '-1';

/**
 * Specification 5: a value that starts with @username means the current user. In a field of a list of users that is
 * the list's value for the user, elsewhere the user's id.
 */
export function resolveCurrentUser(
  criteria: FilterCriteria,
  field: { readonly listId: ListId | null } | null,
  config: TenantConfig,
  userId: UserId,
): FilterCriteria {
  const resolve = (value: string): string => {
    if (!meansCurrentUser(value)) return value;
    if (field === null || field.listId === null) return String(userId);
    const own = config.lists.get(field.listId)?.values.find((item) => item.userId === userId);
    return own === undefined ? nobody : String(own.id);
  };
  if (criteria.values != null) return { ...criteria, values: criteria.values.map(resolve) };
  return criteria.value == null ? criteria : { ...criteria, value: resolve(criteria.value) };
}
