import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { recordTypeId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { CommittedChange } from '@rowhouse/domain/realtime/visible-change.ts';
import { placeField } from '@rowhouse/domain/projects/rules.ts';
import { linkKeys } from './audit-keys.ts';
import { baseColumns } from './column.ts';

/** A change as the database announces it, one line of text (see the migration announce_changes). */
export type AnnouncedChange = CommittedChange & {
  readonly tenantId: TenantId;
  /** Entries of the audit log from here on say what the records were before. */
  readonly firstEntry: string;
};

const events: Readonly<Record<string, CommittedChange['event']>> = {
  c: 'created',
  u: 'updated',
  d: 'deleted',
  r: 'restored',
};

const namesByColumn = new Map<string, BaseFieldName>([
  ...(Object.keys(baseColumns) as BaseFieldName[]).map(
    (name) => [baseColumns[name].expression, name] as const,
  ),
  // Where a record stands is seen by whoever sees this field (decision 066).
  ...linkKeys.map((key) => [key, placeField] as const),
]);

/** Keys of fields by the columns that changed; a column that is no field of anybody is seen by nobody. */
export const fieldKeysOf = (columns: readonly string[]): string[] =>
  columns.flatMap((key) => namesByColumn.get(key) ?? (/^[fl]\d+$/.test(key) ? key : []));

/** Null when the line is none of ours. */
export function parseAnnouncedChange(line: string): AnnouncedChange | null {
  const [tenant, type, kind = '', firstEntry = '', ids = '', keys = '', person = ''] = line.split(' ');
  const event = events[kind[0] ?? ''];
  if (event === undefined || !/^\d+$/.test(firstEntry)) return null;
  return {
    tenantId: tenantId(Number(tenant)),
    recordTypeId: recordTypeId(Number(type)),
    event,
    isEnabled: kind[1] === '+',
    firstEntry,
    ids: ids.split(',').map(Number),
    madeBy: userId(Number(person)),
    fields: fieldKeysOf(keys.split(',')),
  };
}
