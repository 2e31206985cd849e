import type { SessionView } from '@rowhouse/domain/access/view-as.ts';
import { roleId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { configParts } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { ConfigPart, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from './database/database.ts';
import { flag, number, row, text } from './database/row.ts';
import type { Statement, TextRow } from './database/statement-batch.ts';

/** What the database says of a session, a person, a membership and a tenant's configuration, at one moment. */
export type MembershipState = {
  readonly mayEnter: boolean;
  /** The same without the session: for what goes on while the person is away. */
  readonly isMember: boolean;
  /** Whether the session proved what the tenant requires. */
  readonly secondFactorOk: boolean;
  readonly roleId: number;
  readonly membershipVersion: number;
  readonly versions: TenantConfig['versions'];
  /** As what the session looks at a company, and at which; null where the person is themselves. */
  readonly view: (SessionView & { readonly tenantId: TenantId }) | null;
};

const stored = row(
  {
    sessionLive: flag,
    personEnabled: flag,
    membershipEnabled: flag,
    tenantEnabled: flag,
    roleId: number,
    membershipVersion: number,
    structure: number.at('state.structure_version'),
    people: number.at('state.people_version'),
    lists: number.at('state.lists_version'),
    secondFactorOk: flag,
    viewTenantId: number.as(tenantId).orNull,
    viewRoleId: number.as(roleId).orNull,
    viewUserId: number.as(userId).orNull,
  },
  'state',
);

/** Of the function member_state under the name `state`. */
export const membershipStateColumns = stored.columns;

/** By what totals of the types that were asked about are remembered, and how many records these have. Exact by MVCC. */
export type TypeCounts = { readonly writeVersion: string; readonly enabled: number; readonly all: number };

const counted = row(
  {
    writeVersion: text,
    enabled: number.at('state.enabled_count'),
    all: number.at('state.all_count'),
  },
  'state',
);

/** @param about the types whose counts stand behind the state */
export const membershipStateStatement = (viewer: Viewer, about: readonly RecordTypeId[]): Statement => ({
  text: `select ${membershipStateColumns}, ${counted.columns} from member_state($1, $2, $3, $4) state`,
  values: [viewer.tenantId, viewer.viewing?.by ?? viewer.userId, viewer.sessionId, about],
  isPrepared: true,
});

const ofNoType: TypeCounts = { writeVersion: '', enabled: 0, all: 0 };

/** Of the same answer as the state. */
export function readTypeCounts(answer: Answer | undefined, about: readonly RecordTypeId[]): TypeCounts {
  const [first] = answer?.rows ?? [];
  if (first === undefined || about.length === 0) return ofNoType;
  const [, counts] = stored.split(first);
  return counted.split(counts)[0];
}

/** Null when the person is no member at all. */
export function readMembershipState(answer: Answer | undefined): MembershipState | null {
  const [first] = answer?.rows ?? [];
  return first === undefined ? null : readState(first);
}

/** Of one row of those columns. */
export function readState(row: TextRow): MembershipState {
  const [{ sessionLive, personEnabled, membershipEnabled, tenantEnabled, ...others }] = stored.split(row);
  const { structure, people, lists, viewTenantId, viewRoleId, viewUserId, ...state } = others;
  const isMember = personEnabled && membershipEnabled && tenantEnabled;
  const view =
    viewTenantId === null || viewRoleId === null
      ? null
      : { tenantId: viewTenantId, roleId: viewRoleId, userId: viewUserId };
  return {
    ...state,
    versions: { structure, people, lists },
    isMember,
    mayEnter: sessionLive && isMember,
    view,
  };
}

/** The parts of the configuration of which the database has another version. */
export const changedParts = (
  { versions }: Pick<TenantConfig, 'versions'>,
  now: TenantConfig['versions'],
): ConfigPart[] => configParts.filter((part) => versions[part] !== now[part]);

/** Held by a writer of records to the end of its transaction, against the moves of records between buckets. */
export const lockForWriteStatement = (tenant: TenantId): Statement => ({
  text: 'select lock_records_for_write($1)',
  values: [tenant],
  isPrepared: true,
});
