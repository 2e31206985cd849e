import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { Answer } from './database/database.ts';
import type { Statement } from './database/statement-batch.ts';

/** What the database says of a session, a person, a membership and a tenant's configuration, at one moment. */
export type MembershipState = {
  readonly mayEnter: boolean;
  /** The same without the session: for what goes on while the person is away. */
  readonly isMember: boolean;
  /** Whether the session proved what the tenant requires. */
  readonly secondFactorOk: boolean;
  readonly roleId: number;
  readonly membershipVersion: number;
  readonly configVersion: number;
  /** Of the types that were asked about, together. */
  readonly writeVersion: string;
  readonly enabled: number;
  readonly all: number;
};

export const membershipStateStatement = (viewer: Viewer, about: readonly RecordTypeId[]): Statement => ({
  text: 'select * from membership_state($1, $2, $3, $4)',
  values: [viewer.tenantId, viewer.userId, viewer.sessionId, about],
  isPrepared: true,
});

/** Null when the person is no member at all. */
export function readMembershipState(answer: Answer | undefined): MembershipState | null {
  const row = answer?.rows[0];
  if (row === undefined) return null;
  const [
    sessionLive,
    personEnabled,
    membershipEnabled,
    tenantEnabled,
    roleId,
    membershipVersion,
    configVersion,
  ] = row;
  const isMember = [personEnabled, membershipEnabled, tenantEnabled].every((flag) => flag === 't');
  return {
    mayEnter: sessionLive === 't' && isMember,
    isMember,
    secondFactorOk: row[10] === 't',
    roleId: Number(roleId),
    membershipVersion: Number(membershipVersion),
    configVersion: Number(configVersion),
    writeVersion: row[7] ?? '0',
    enabled: Number(row[8]),
    all: Number(row[9]),
  };
}

/** Held by a writer of records to the end of its transaction, against the moves of records between buckets. */
export const lockForWriteStatement = (tenantId: TenantId): Statement => ({
  text: 'select lock_records_for_write($1)',
  values: [tenantId],
  isPrepared: true,
});
