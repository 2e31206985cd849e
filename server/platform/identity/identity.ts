import type { SessionId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { IssuedToken } from './tokens.ts';

export type Person = { readonly firstName?: string; readonly lastName?: string };

/** Who proves identities: passwords here, a cloud provider elsewhere. Everything else of the server sees only this. */
export type Identity = {
  /**
   * A session and its service token. Refuses wrong, unknown and disabled accounts alike as UNAUTHENTICATED, and as
   * LIMITED after too many guesses for the account or from the address.
   */
  signIn(email: string, password: string, address: string): Promise<IssuedToken>;
  /** Ends the session; its tokens open nothing from then on. */
  signOut(sessionId: SessionId): Promise<void>;
  /**
   * Makes what is missing of the account and of the person behind it, and leaves what is there, the password too.
   * Validated: whoever runs this vouches for the address.
   */
  createAccount(
    email: string,
    password: string,
    person?: Person,
  ): Promise<{ userId: UserId; created: boolean }>;
  /** Ends every session of the person as well. */
  setPassword(userId: UserId, password: string): Promise<void>;
  /** Forgets sessions and guesses that are over; to be called now and then. */
  sweep(): Promise<void>;
};
