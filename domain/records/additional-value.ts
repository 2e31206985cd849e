import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import type { StoredField, TenantConfig } from '../tenants/tenant-config.ts';
import { whyNotListValue } from './choices.ts';

/** The one rule of what an additional field takes, for forms and imports alike. */
export function whyNotAdditional(
  field: Pick<StoredField, 'name' | 'dataType' | 'required' | 'listId'>,
  value: string | null,
  config: TenantConfig,
  current: readonly number[] = [],
): string | null {
  const whyNot = whyNotValue(field, value);
  if (whyNot !== null) return whyNot.startsWith(field.name) ? whyNot : `${field.name}: ${whyNot}`;
  if (value === null || valueOf(field.dataType).isEmpty(value)) return null;
  const whyNotListed = whyNotListValue(config, field, value, current);
  return whyNotListed === null ? null : `${field.name}: ${whyNotListed}`;
}
