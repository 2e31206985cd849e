import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import type { RoleId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Notifications } from './notifications.ts';
import type { Answer, Statement } from './statement-batch.ts';

export type { Answer };

/** Who a transaction runs for; row-level security and the audit log read it. */
export type TenantScope = {
  readonly tenantId: TenantId;
  readonly userId: UserId | null;
  /** As whom it sees: versions and times of records are those of what the role sees (decision 092). Null: of all. */
  readonly roleId?: RoleId | null;
  /** From where the change is made, when that is known. */
  readonly source?: ChangeSource | null;
};

/** A tenant's transaction, open while the work given to `withTenant` runs. */
export type Transaction = {
  /** Statements in order, in one round trip. */
  run(statements: readonly Statement[]): Promise<Answer[]>;
  one(statement: Statement): Promise<Answer>;
  /** The last statements together with COMMIT, in one round trip; nothing can be run after it. */
  finish(statements: readonly Statement[]): Promise<Answer[]>;
};

/** What maintenance, migrations and the identity provider use: the owner, outside any tenant. */
export type OwnerConnection = {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
};

export type Database = {
  readonly kind: 'embedded' | 'server';
  /**
   * Reads in one round trip, as the tenant, in one read-only transaction. The signal cancels what runs (57014), except behind
   * a pooler and in the embedded database, where it ends by its time.
   */
  read(scope: TenantScope, statements: readonly Statement[], signal?: AbortSignal): Promise<Answer[]>;
  /** BEGIN and the tenant with the first statements, the work, COMMIT unless it finished itself; ROLLBACK when it throws. */
  withTenant<Result>(
    scope: TenantScope,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
  /** One connection of the owner for the time of the work, without a transaction. Never within an operation. */
  asOwner<Result>(work: (connection: OwnerConnection) => Promise<Result>): Promise<Result>;
  /**
   * A connection that is the work's own, past any pooler and outside the pool, for what holds for a whole session: locks,
   * builds of indexes, migrations. Nothing in it ends by time; the signal cancels the statement that runs.
   */
  inSession<Result>(
    work: (connection: OwnerConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** What transactions of `withTenant` changed in records, in this process or another. */
  readonly notifications: Notifications;
  /** The login of requests, quoted where its name needs it; null where they share the owner's connections. */
  requestUser(): Promise<string | null>;
  /** Fails where requests would: when nobody answers, or when the role of requests cannot be taken on. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
