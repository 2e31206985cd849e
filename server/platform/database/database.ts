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

/** What maintenance, migrations and sign-in use: the owner, whom row-level security does not hold. */
export type OwnerConnection = {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
};

type OwnerWork<Result> = (connection: OwnerConnection) => Promise<Result>;

/**
 * Where a company's rows stand is asked of the door alone (decision 155): home has accounts, sessions and who may enter which
 * company, and each company stands whole in one cell. Today there is one database, which is home and the only cell.
 */
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
  /**
   * One connection of the owner at home for the time of the work, without a transaction: sign-in, accounts, invitations, the
   * list of companies. Never within an operation, as the others below.
   */
  asHome<Result>(work: OwnerWork<Result>): Promise<Result>;
  /** The same where the company stands: its rows alone. */
  asOwnerOf<Result>(tenant: TenantId, work: OwnerWork<Result>): Promise<Result>;
  /** The same in each cell, one after the other, for what is done for all companies: what each answered, home first. */
  inEveryCell<Result>(work: OwnerWork<Result>): Promise<Result[]>;
  /**
   * The same for what home and a company have in one transaction, such as making a company. It holds while there is one
   * database: a second cell has to take each such work apart, and decision 155 says how.
   */
  asOwnerOfAll<Result>(work: OwnerWork<Result>): Promise<Result>;
  /** The doors of the cells, home first: for what goes by bucket, or holds a session. */
  readonly cells: readonly Database[];
  cellOf(tenant: TenantId): Database;
  /**
   * A connection at home that is the work's own, past any pooler and outside the pool, for what holds for a whole session: locks,
   * builds of indexes, migrations. Nothing in it ends by time; the signal cancels the statement that runs.
   */
  inSession<Result>(work: OwnerWork<Result>, signal?: AbortSignal): Promise<Result>;
  /**
   * Calls back when a connection went that neither we ended nor the server by its clock: whoever answers from here on may know less than the one before,
   * as after a failover or a crash, so nothing that was read before says anything any more.
   */
  whenLost(forget: () => void): void;
  /** What transactions of `withTenant` changed in records, in this process or another. */
  readonly notifications: Notifications;
  /** The login of requests, quoted where its name needs it; null where they share the owner's connections. */
  requestUser(): Promise<string | null>;
  /** Fails where requests would: when nobody answers, or when the role of requests cannot be taken on. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
