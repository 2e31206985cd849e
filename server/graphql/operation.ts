import type { Readable } from 'node:stream';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import type { OperationName, permissions } from '@rowhouse/domain/access/permissions.ts';
import type { Operations } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { SignedIn, Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, Database, Transaction } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import type { TypeCounts } from '../platform/membership-state.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import type { Log } from '../platform/log.ts';
import type { Selection } from '../platform/record-store/selection.ts';
import type { WrittenJson } from './written-json.ts';

/** What of the request an operation may know. */
export type RequestFacts = {
  readonly address: string;
  /** The tenant_id header; null when there is none, 0 (which no tenant has) when it is no id. */
  readonly tenantHeader: number | null;
  /** What the client says of the screen that asks; null when it says nothing that is known. */
  readonly source?: ChangeSource | null;
  /** For how long nobody has touched the page that asks; absent: it asks because somebody did. */
  readonly idleMs?: number;
  readonly log: Log;
  /** Aborted when whoever asked has gone before the answer; absent where nobody waits for one. */
  readonly left?: AbortSignal;
  /** Whether other operations were sent with it, in one request of the same person. */
  readonly isOneOfSeveral?: boolean;
  /** The file of a multipart request, once: null when it has been taken. Absent of any other request. */
  readonly takeFile?: () => SentFile | null;
};

export type SentFile = { readonly fileName: string; readonly content: Readable };

/** For operations that are granted to anyone: nothing is known of who asks but the address. */
export type AnyoneContext = {
  readonly request: RequestFacts;
  readonly database: Database;
};

/** For operations that are granted to whoever is signed in: no tenant is entered. */
export type SignedInContext = {
  readonly signedIn: SignedIn;
  readonly request: RequestFacts;
  readonly database: Database;
  readonly configs: TenantConfigCache;
};

/**
 * For operations granted to members. Reads and writes go through it, and each of its transactions asks the database
 * whether the session, the person, the membership and the configuration are still what the viewer was made from;
 * when they are not, nothing of the answer is used: the gate starts again, or refuses.
 */
export type MemberContext = {
  readonly viewer: Viewer;
  readonly config: TenantConfig;
  readonly request: RequestFacts;
  /** Whether the person has shown within the last minutes who it is; of what runs while they are away nothing is asked. */
  readonly isProved: boolean;
  /** The record type, if the viewer may open it and has the action that the permission table asks. */
  authorise(id: number): AuthorisedRecordType;
  /** What is asked of the result; a record page reads only these columns and writes its own JSON from them. */
  readonly selection: Selection;
  /**
   * In one round trip; the counts are of the types given, together, as of the end of the reads. The signal cancels what
   * runs.
   */
  read(
    statements: readonly Statement[],
    about?: readonly RecordTypeId[],
    signal?: AbortSignal,
  ): Promise<{ answers: Answer[]; counts: TypeCounts }>;
  /**
   * The same for what is quick: operations that were sent together share the round trip, and wait for each other.
   */
  readTogether(
    statements: readonly Statement[],
    about?: readonly RecordTypeId[],
    signal?: AbortSignal,
  ): Promise<{ answers: Answer[]; counts: TypeCounts }>;
  /**
   * A transaction that holds off the moves of records between buckets. `first` runs with its opening, so that a find
   * costs no round trip of its own. `source` is from where the change comes, when that is not the screen that asks.
   */
  write<Result>(
    first: readonly Statement[],
    work: (transaction: Transaction, found: Answer[]) => Promise<Result>,
    source?: ChangeSource,
  ): Promise<Result>;
};

type ContextFor<Name extends OperationName> = (typeof permissions)[Name] extends 'anyone'
  ? AnyoneContext
  : (typeof permissions)[Name] extends 'signed in'
    ? SignedInContext
    : MemberContext;

export type Operation<Name extends OperationName> = (
  input: Operations[Name]['arguments'],
  context: ContextFor<Name>,
) => Promise<Operations[Name]['result'] | WrittenJson>;

/** Every operation of the contract: one that is missing, or has no line in the permission table, does not compile. */
export type OperationTable = { readonly [Name in OperationName & keyof Operations]: Operation<Name> };

/** Fails to compile when the contract and the permission table do not name the same operations. */
type SameNames = [keyof Operations] extends [OperationName]
  ? [OperationName] extends [keyof Operations]
    ? true
    : never
  : never;
/** @public for the compiler, which reads it alone. */
export const contractAndPermissionsAgree: SameNames = true;
