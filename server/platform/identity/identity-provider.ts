/**
 * Who proves that somebody is who they say: this database, Amazon Cognito, or any OpenID provider. Everything that is
 * the same whoever proves it (guesses, tickets, sessions, devices of the embedded kind, matching to the person, events)
 * stands once, in the identity over it. A provider throws a Refusal where the person is to read why.
 */

/** An account as its provider knows it. */
export type ProviderAccount = {
  /** The provider's own key: auth_account."accountId". */
  readonly subject: string;
  readonly email: string;
  /** An account whose email is not verified is matched to nobody. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

/** What the provider wants back in later calls for the session; kept sealed in the session. */
export type ProviderTokens = Readonly<Record<string, string>>;

export type Proved = {
  readonly outcome: 'PROVED';
  readonly account: ProviderAccount;
  /** Whether the provider asked for a second factor, and was answered. */
  readonly secondFactor: boolean;
  readonly tokens: ProviderTokens | null;
};

export type PasswordAnswer =
  | Proved
  /** The challenge is the provider's own state; the ticket carries it sealed. */
  | { readonly outcome: 'TOTP_REQUIRED'; readonly challenge: string }
  | { readonly outcome: 'NEW_PASSWORD_REQUIRED'; readonly challenge: string }
  | { readonly outcome: 'CONFIRMATION_REQUIRED' }
  /** Wrong, unknown and disabled alike. */
  | { readonly outcome: 'WRONG' };

/** OVER: the code or the challenge is no longer good, whatever was typed. */
export type CodeOutcome = 'RIGHT' | 'WRONG' | 'OVER';

/** What a call for a signed-in person is made with. */
export type ProviderSession = {
  readonly authUserId: string;
  readonly email: string;
  readonly tokens: ProviderTokens | null;
};

/** Six digits to type, or what the link of the mail carries: 128 bits, which nobody guesses. */
export type ResetProof = { readonly code: string } | { readonly token: string };

export type SignUp = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
};

/** A provider that takes passwords on our own pages. */
export type PasswordProvider = {
  readonly name: 'embedded' | 'cognito';
  /** `device`: what `rememberDevice` gave this browser, or null. */
  checkPassword(email: string, password: string, device: string | null): Promise<PasswordAnswer>;
  answerNewPassword(challenge: string, password: string): Promise<PasswordAnswer>;
  /** Only where the provider itself asks for the code (TOTP_REQUIRED). */
  answerTotp(challenge: string, code: string): Promise<Proved | { outcome: 'WRONG' | 'OVER' }>;

  /** Sends a code. Says nothing of whether the email is known. Answers the id of the registration. */
  signUp(form: SignUp): Promise<{ registrationId: string }>;
  confirmSignUp(registrationId: string, code: string): Promise<CodeOutcome>;
  resendCode(registrationId: string): Promise<void>;
  /** The registration that waits under an email, for CONFIRMATION_REQUIRED. */
  findRegistration(email: string): Promise<string | null>;
  forgotPassword(email: string): Promise<void>;
  resetPassword(email: string, proof: ResetProof, password: string): Promise<CodeOutcome>;
  /** False when the current password is wrong. */
  changePassword(session: ProviderSession, password: string, newPassword: string): Promise<boolean>;
  /** Ends what the provider itself keeps open for the person. */
  signOutEverywhere(session: ProviderSession): Promise<void>;
  readonly secondFactor: SecondFactor;
};

/** The provider's second factor: the embedded one serves the OpenID provider's people too. */
export type SecondFactor = {
  readonly hasBackupCodes: boolean;
  isPreferred(session: ProviderSession): Promise<boolean>;
  /** A new secret that is not yet asked for: base32, and the otpauth: URI of its QR picture. */
  setUp(session: ProviderSession): Promise<{ secret: string; uri: string }>;
  /** Proves the secret and prefers it. The backup codes are told once. */
  verify(
    session: ProviderSession,
    code: string,
  ): Promise<{ outcome: CodeOutcome; backupCodes: readonly string[] }>;
  setPreferred(session: ProviderSession, preferred: boolean): Promise<void>;
  /** Spends the step of the code: the same one is wrong afterwards. */
  spendTotp(session: ProviderSession, code: string): Promise<CodeOutcome>;
  spendBackupCode(session: ProviderSession, code: string): Promise<CodeOutcome>;
  newBackupCodes(session: ProviderSession): Promise<readonly string[]>;
  countBackupCodes(session: ProviderSession): Promise<number | null>;

  /** What the browser's cookie shall hold, and for how long; null where the provider has no devices. */
  rememberDevice(session: ProviderSession, device: SeenDevice): Promise<string | null>;
  /** Whether the cookie's content is a remembered device of the person; notes its use. */
  isRemembered(session: ProviderSession, token: string): Promise<boolean>;
  /** At most `mostListedDevices`, the last used first. */
  listDevices(session: ProviderSession, currentToken: string | null): Promise<readonly KnownDevice[]>;
  forgetDevice(session: ProviderSession, deviceId: string): Promise<boolean>;
  /** Secret, backup codes and devices: after the loss of a phone. */
  reset(session: ProviderSession): Promise<void>;
};

export type SeenDevice = { readonly name: string; readonly address: string };
export type KnownDevice = {
  readonly id: string;
  readonly name: string;
  readonly isPresent: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date | null;
};

/** A provider with pages of its own. */
export type RedirectProvider = {
  readonly name: 'oidc';
  /** Of the button: 'Continue with Acme'. */
  readonly label: string;
  /** Where to send the browser, and what must come back with it (state, nonce, verifier), kept sealed in a cookie. */
  begin(callbackUrl: string): Promise<{ url: string; kept: string }>;
  /** Refuses what is forged, replayed, of another issuer or too late, as UNAUTHENTICATED. */
  finish(callbackUrl: string, kept: string): Promise<Proved>;
};
