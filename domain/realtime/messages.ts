import type { ConfigPart } from '../tenants/tenant-config.ts';

/**
 * What goes over the socket. It carries no values, and no versions: each role has its own of a record. Whoever hears
 * of a record asks for it by the ordinary operation.
 */
export const socketPath = '/socket';

/** Topics of one socket. */
export const mostWatched = 20;
/** Records of one socket whose comments it hears of. */
export const mostWatchedRecords = 20;
/** Records named in one message; more are told as `whole`. */
export const mostChanges = 1000;

export type ChangeKind = 'updated' | 'created' | 'removed';

export type RecordChange = {
  readonly id: number;
  /** 'created': it is in sight now; 'removed': it no longer is, or it was deleted. */
  readonly kind: ChangeKind;
  /** Keys of the fields that changed, as far as the viewer may see them: 'status', 'f12'. */
  readonly fields: readonly string[];
  /** Left out when somebody else made the change, or some of it. */
  readonly own?: true;
};

/** Of one record: its lines that were added, changed, deleted or moved. */
export type RecordLinesChange = {
  readonly id: number;
  /** Null: very many of them. */
  readonly lineIds: readonly number[] | null;
};

export type RecordTypeChange = {
  readonly recordTypeId: number;
  /** Much has changed, or something was missed: everything shown of the type is to be asked for again. */
  readonly whole: boolean;
  readonly changes: readonly RecordChange[];
  /** Left out when there are none. */
  readonly lines?: readonly RecordLinesChange[];
};

/**
 * A record in the grid of a type. When it is told that its comments have changed, nothing is said of what: the client
 * asks for what came after the version that it knows.
 */
export type WatchedRecord = { readonly recordTypeId: number; readonly recordId: number };

/** With how long ago the client first asked for what it shows of it; left out, it asks again in any case. */
export type RecordWatch = WatchedRecord & { readonly askedForMs?: number };

/** With how long ago the client first asked for what it shows of the type; left out, it asks again in any case. */
export type TopicWatch = { readonly recordTypeId: number; readonly askedForMs?: number };

/** How long a server knows of which records the comments have changed, and which types. */
export const commentsRememberedMs = 60_000;
export const changesRememberedMs = 60_000;
/** How long a watch may be on its way, so that the server's reckoning of when it was asked is right. */
export const longestWatchMs = 10_000;
/** The same of a type. It is short, for what was changed within it is told twice. */
export const longestTopicWatchMs = 1000;

/** Why a socket was refused or ended; the code and the reason are those of a refused request. */
export type SocketRefusal = {
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'INVALID' | 'LIMITED' | 'UNAVAILABLE';
  readonly message: string;
  /** 'TokenExpiredError', 'MfaRequired'. */
  readonly reason: string | null;
};

export type WatchAnswer = { readonly ok: true } | { readonly ok: false; readonly refusal: SocketRefusal };

/**
 * `isCaughtUp`: the client need not ask again: what has changed of the record or the type since it asked is told as well, so far as
 * it may be told. It says how long the server has been listening, and nothing of a record.
 */
export type CaughtUpAnswer = WatchAnswer & { readonly isCaughtUp?: true };

/** Neither what changed nor for whom: each asks by the ordinary operations what it may see. */
type ConfigurationChange = { readonly part: ConfigPart };

export type ServerToClient = {
  changed(change: RecordTypeChange): void;
  /** A comment of the record was written, edited or deleted; or something was missed. */
  commented(record: WatchedRecord): void;
  /**
   * The viewer's notifications have changed: they are to be asked for again. Named are new ones that the viewer may see;
   * none when others were read, or something was missed.
   */
  notified(change: { readonly ids: readonly number[] }): void;
  /** What is set up in the company has changed: what is shown of the part is to be asked for again. */
  configured(change: ConfigurationChange): void;
  /** The session looks at the company as somebody else now, or as itself again: all that is shown is to be asked for again. */
  turned(): void;
  /** The topic is closed: the viewer may no longer open the type. */
  unwatched(recordTypeId: number): void;
  /** The session has lost its access; the socket ends. */
  over(refusal: SocketRefusal): void;
};

export type ClientToServer = {
  watch(topic: TopicWatch, answer: (answer: CaughtUpAnswer) => void): void;
  unwatch(topic: { recordTypeId: number }): void;
  /** Answers the same for a record that is not there: nothing is ever told of it. */
  watchRecord(record: RecordWatch, answer: (answer: CaughtUpAnswer) => void): void;
  unwatchRecord(record: WatchedRecord): void;
  /** Of the viewer's own notifications, in this company. */
  watchNotifications(answer: (answer: WatchAnswer) => void): void;
  unwatchNotifications(): void;
};
