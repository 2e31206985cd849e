/**
 * What goes over the socket. It carries no values, and no versions: a version counts what is hidden too. Whoever hears
 * of a record asks for it by the ordinary operation.
 */
export const socketPath = '/socket';

/** Topics of one socket. */
export const mostWatched = 20;
/** Records named in one message; more are told as `whole`. */
export const mostChanges = 1000;

export type ChangeKind = 'updated' | 'created' | 'removed';

export type RecordChange = {
  readonly id: number;
  /** 'created': it is in sight now; 'removed': it no longer is, or it was deleted. */
  readonly kind: ChangeKind;
  /** Keys of the fields that changed, as far as the viewer may see them: 'status', 'f12'. */
  readonly fields: readonly string[];
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

/** Why a socket was refused or ended; the code and the reason are those of a refused request. */
export type SocketRefusal = {
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'INVALID' | 'LIMITED' | 'UNAVAILABLE';
  readonly message: string;
  /** 'TokenExpiredError', 'MfaRequired'. */
  readonly reason: string | null;
};

export type WatchAnswer = { readonly ok: true } | { readonly ok: false; readonly refusal: SocketRefusal };

/** Of the handshake. */
export type SocketCredentials = {
  readonly serviceToken: string;
  readonly backendToken: string;
  readonly tenantId: number;
};

export type ServerToClient = {
  changed(change: RecordTypeChange): void;
  /** The topic is closed: the viewer may no longer open the type. */
  unwatched(recordTypeId: number): void;
  /** The session has lost its access; the socket ends. */
  over(refusal: SocketRefusal): void;
};

export type ClientToServer = {
  watch(topic: { recordTypeId: number }, answer: (answer: WatchAnswer) => void): void;
  unwatch(topic: { recordTypeId: number }): void;
};
