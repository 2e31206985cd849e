import type { NotificationKind } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { NotifiedChange } from '@rowhouse/domain/notifications/seen-notification.ts';
import { fieldKeysOf } from './announced-change.ts';

/** That people have something to be told of, as the database announces it in one line of text (see the migration notifications). */
export type AnnouncedNotifications = NotifiedChange & {
  readonly tenantId: TenantId;
  /** Null where it is about no record. */
  readonly notifiedRecordId: number | null;
  /** The ids of the notifications by their reader; 0 says that the person has read some in another window. */
  readonly idsByReader: ReadonlyMap<UserId, readonly number[]>;
};

const kinds: Readonly<Record<string, NotificationKind>> = {
  nA: 'ASSIGNED',
  nM: 'MENTIONED',
  nC: 'COMMENTED',
  nH: 'CHANGED',
  nR: 'ROLE',
  nV: 'VIEWED',
  nW: 'TO_ANSWER',
  nO: 'OVERDUE',
  nD: 'REMINDED',
  nP: 'MAPPING_OFFERED',
  nY: 'MAPPING_APPROVED',
  nN: 'MAPPING_DECLINED',
};

/** Null when the line is none of ours. */
export function parseAnnouncedNotifications(line: string): AnnouncedNotifications | null {
  const [tenant, type, kind = '', record, readers = '', keys = ''] = line.split(' ');
  const known = kinds[kind];
  if (known === undefined) return null;
  const idsByReader = new Map<UserId, number[]>();
  for (const one of readers.split(',')) {
    const [reader, id] = one.split(':');
    const person = userId(Number(reader));
    idsByReader.set(person, [...(idsByReader.get(person) ?? []), Number(id)]);
  }
  return {
    tenantId: tenantId(Number(tenant)),
    recordTypeId: recordTypeId(Number(type)),
    kind: known,
    notifiedRecordId: record === '0' ? null : Number(record),
    idsByReader,
    keys: fieldKeysOf(keys.split(',')),
  };
}
