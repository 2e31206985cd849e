import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { recordTypeId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { CommittedChange } from '@rowhouse/domain/realtime/visible-change.ts';
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

const namesByColumn = new Map(
  (Object.keys(baseColumns) as BaseFieldName[]).map((name) => [baseColumns[name].expression, name]),
);

/** Null when the line is none of ours. */
export function parseAnnouncedChange(line: string): AnnouncedChange | null {
  const [tenant, type, kind = '', firstEntry = '', ids = '', keys = ''] = line.split(' ');
  const event = events[kind[0] ?? ''];
  if (event === undefined || !/^\d+$/.test(firstEntry)) return null;
  return {
    tenantId: tenantId(Number(tenant)),
    recordTypeId: recordTypeId(Number(type)),
    event,
    isEnabled: kind[1] === '+',
    firstEntry,
    ids: ids.split(',').map(Number),
    // A column that is no field of anybody is seen by nobody.
    fields: keys.split(',').flatMap((key) => namesByColumn.get(key) ?? (/^f\d+$/.test(key) ? key : [])),
  };
}
