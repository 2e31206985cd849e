import type {
  AuthAnswers,
  AuthCall,
  AuthRequest,
  SignedInCall,
  SignInMethods,
} from '@rowhouse/domain/identity/auth-calls.ts';
import type { SessionId } from '@rowhouse/domain/kernel/ids.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { Accounts } from '../platform/identity/embedded/accounts.ts';
import type { RedirectProvider, SignUp } from '../platform/identity/identity-provider.ts';
import type { CurrentSession } from './sessions.ts';

/** What of the request a call may know, and the one thing that it may leave with the browser. */
export type Caller = {
  readonly address: string;
  readonly userAgent: string | null;
  /** The session that the browser has still, whatever its time: a new one takes its place. */
  readonly formerSession: SessionId | null;
  /** What the browser's device cookie holds. */
  readonly device: string | null;
  /** Sets the device cookie. */
  keepDevice(token: string): void;
  readCookie(name: string): string | null;
  /** Sent back to the calls of signing in alone. */
  keepCookie(name: string, value: string, maxAgeMs: number): void;
};

export type SignedInCaller = Caller & { readonly session: CurrentSession };

type CallerOf<Call extends AuthCall> = Call extends SignedInCall ? SignedInCaller : Caller;

/** Every call of the contract: one that is missing does not compile. */
export type IdentityCalls = {
  readonly [Call in AuthCall]: (
    request: AuthRequest<Call>,
    caller: CallerOf<Call>,
  ) => Promise<AuthAnswers[Call]>;
};

/**
 * Who is who, over the providers that prove it. What is the same whoever proves it stands here: guesses, tickets,
 * sessions, matching to the person, events. Everything else of the server sees only this.
 */
export type Identity = Accounts & {
  readonly calls: IdentityCalls;
  /** What stands at the door; the same until the next start. */
  readonly signInMethods: SignInMethods;
  /** Asks for an account; the same for every email. */
  signUp(form: SignUp, address: string): Promise<{ registrationId: string }>;
  /** The token of the link that makes the first company; null when somebody administers. Earlier ones are over. */
  renewFirstLink(): Promise<string | null>;
  /** The live session of a token, or null. */
  findSession(signedIn: SignedIn): Promise<CurrentSession | null>;
  /** Refuses whoever has not shown within the last minutes, in this session, that it is them. */
  requireProof(signedIn: SignedIn): Promise<void>;
  /** Ends the session; its tokens open nothing from then on. */
  signOut(sessionId: SessionId, address: string): Promise<void>;
  /** The provider with pages of its own, and what its answer becomes: a ticket for the call 'redeem'. */
  readonly redirect: RedirectSignIn | null;
  /** Forgets what is over; to be called now and then. */
  sweep(): Promise<void>;
};

export type RedirectSignIn = Pick<RedirectProvider, 'label' | 'begin'> & {
  finish(callbackUrl: string, kept: string): Promise<string>;
};
