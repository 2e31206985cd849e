import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';

/** What people call a value that a mapping keeps: the name of a choice, and any other as it is. */
export function nameKept(config: TenantConfig, field: string, value: string): string {
  if (field === 'status') return config.statuses.get(Number(value))?.name ?? value;
  if (field === 'problemCode') return config.problemCodes.get(Number(value))?.name ?? value;
  const stored = [...config.fields.values(), ...config.goneFields].find(({ id }) => `f${id}` === field);
  if (stored?.listId == null) return value;
  return config.listValues.get(Number(value) as never)?.value ?? value;
}
