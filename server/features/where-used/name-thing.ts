import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { fieldId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { thingNames, type Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { findThingName, selectThingName } from './sql.ts';

export function requireNamedRight({ kind, fieldKey }: Thing): void {
  if ((kind === 'FIELD') !== (fieldKey !== null))
    throw invalid('A field of records is named by its record type and its key.', 'fieldKey');
}

/** @param answer of `selectThingName`; what is not there is not found */
export function nameThing(thing: Thing, answer: Answer | undefined, config: TenantConfig): string {
  const found = findThingName(answer);
  const name = found === null || thing.fieldKey === null ? found : nameOfField(config, thing);
  if (name === null) throw notFound(thingNames[thing.kind]);
  return name;
}

/** In their order. */
export async function nameThings(
  things: readonly Thing[],
  { viewer, config, read }: MemberContext,
): Promise<string[]> {
  things.forEach(requireNamedRight);
  const distinct = [...new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing]))];
  const { answers } = await read(distinct.map(([, thing]) => selectThingName(viewer.tenantId, thing)));
  const answerOf = new Map(distinct.map(([key], at) => [key, answers[at]]));
  return things.map((thing) => nameThing(thing, answerOf.get(`${thing.kind} ${thing.id}`), config));
}

function nameOfField(config: TenantConfig, { id, fieldKey }: Thing): string | null {
  const parsed = parseFieldKey(fieldKey ?? '');
  if ('base' in parsed) {
    const base = findBaseField(parsed.base);
    return base?.name === parsed.base ? base.label : null;
  }
  const stored = config.fields.get(fieldId(parsed.fieldId));
  return stored?.recordTypeId === id ? stored.name : null;
}
