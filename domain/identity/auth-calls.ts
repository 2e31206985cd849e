import { z } from 'zod';
import { whyNotValue } from '../values/why-not-value.ts';
import { longestCode, longestName, longestPhone } from './limits.ts';
import { newCompanyForm } from '../tenants/rules.ts';
import type { ProofKind } from './proof.ts';
import { emailForm, newPasswordForm, passwordForm, signInForm } from './rules.ts';

/**
 * The calls to the identity provider (Specification 7), each `POST /auth/<name>` with JSON both ways. They stand
 * outside GraphQL: one a request, and most of them need no token. What each takes is a strict form here, what each
 * answers the type of the same name below; the server's table of them is complete by type.
 */
const code = z.string().trim().min(1, 'Enter the code').max(longestCode, 'The code is too long.');
/** What the server made and the client only carries: a ticket, the token of an invitation. */
const carried = z.string().min(1).max(4096);
const name = (what: string) =>
  z
    .string(`${what} is a required field`)
    .trim()
    .min(1, `${what} is a required field`)
    .max(longestName, `${what} has at most ${longestName} characters.`);

const phoneField = { name: 'Phone', dataType: 'phone', required: false } as const;

export const personForm = {
  firstName: name('First name'),
  lastName: name('Last name'),
  /** As it is stored: [countrycode,number]. */
  phone: z
    .string()
    .max(longestPhone)
    .nullish()
    .transform((phone) => (phone == null || phone === '' ? null : phone))
    .superRefine((phone, context) => {
      const reason = phone === null ? null : whyNotValue(phoneField, phone);
      if (reason !== null) context.addIssue({ code: 'custom', message: reason });
    }),
};

/** What SaasUserSignUp takes. */
export const signUpForm = z.strictObject({ email: emailForm, password: newPasswordForm, ...personForm });

/** That it is the person, once more: by which of the two, `SecurityState.proof` says. */
const proof = { password: passwordForm.optional(), code: code.optional() };

const nothing = z.strictObject({});

const company = { companyName: newCompanyForm.shape.name, companyUrl: newCompanyForm.shape.url };

/** Who makes the first company, without an account yet. The password is absent where none are kept here. */
export const firstPersonForm = z.strictObject({
  email: emailForm,
  password: newPasswordForm.optional(),
  firstName: personForm.firstName,
  lastName: personForm.lastName,
});

export const authForms = {
  /** What the sign-in page offers here. */
  methods: nothing,
  'sign-in': signInForm,
  /** The second step, after TOTP_REQUIRED. */
  'verify-code': z.strictObject({
    ticket: carried,
    kind: z.enum(['TOTP', 'BACKUP']),
    code,
    rememberDevice: z.boolean(),
  }),
  /** After NEW_PASSWORD_REQUIRED. */
  'new-password': z.strictObject({ ticket: carried, password: newPasswordForm }),
  /** What the provider's page came back with, once. */
  redeem: z.strictObject({ ticket: carried }),

  /** `signIn`: asked by the browser that registered, or whose person has just given the password. */
  'confirm-registration': z.strictObject({
    registrationId: carried,
    code,
    signIn: z.boolean().optional(),
  }),
  'resend-code': z.strictObject({ registrationId: carried }),
  'forgot-password': z.strictObject({ email: emailForm }),
  /** By the code of the mail, or by the token of its link. */
  'reset-password': z
    .strictObject({
      email: emailForm,
      code: code.optional(),
      token: carried.optional(),
      password: newPasswordForm,
    })
    .refine((given) => (given.code === undefined) !== (given.token === undefined), {
      path: ['code'],
      message: 'Enter the code',
    }),

  invitation: z.strictObject({ token: carried }),
  /** Of somebody without an account: makes it, and signs in. */
  'accept-invitation': z.strictObject({ token: carried, password: newPasswordForm, ...personForm }),

  /** Of the link that a start without anybody prints; with an address, whether a company could stand there. */
  'first-link': z.strictObject({ token: carried, url: z.string().max(200).optional() }),
  /** The first account and its company, by that link. */
  'begin-installation': firstPersonForm.extend({ token: carried, ...company }),

  // From here on with the service token.
  /** The first company, for somebody who has an account. */
  'begin-company': z.strictObject({ token: carried, ...company }),
  /** Of somebody who is signed in under the invited email. */
  'join-tenant': z.strictObject({ token: carried }),
  'change-password': z.strictObject({ password: passwordForm, newPassword: newPasswordForm }),
  'setup-totp': nothing,
  'verify-totp': z.strictObject({ code, rememberDevice: z.boolean() }),
  'set-preferred-mfa': z.strictObject({ preferred: z.enum(['TOTP', 'NONE']), code }),
  'new-backup-codes': z.strictObject({ code }),
  'skip-mfa': nothing,
  /** Somebody works in a page that calls nothing: the session is in use. */
  'still-here': nothing,
  'security-state': nothing,
  'forget-device': z.strictObject({ deviceId: carried }),
  'end-session': z.strictObject({ sessionId: carried, ...proof }),
  /** For what is done after it within some minutes in the same session. */
  prove: z.strictObject(proof),
  /** Every session of the person but the current one; `here` too. */
  'sign-out-everywhere': z.strictObject({ here: z.boolean(), ...proof }),
} as const;

export type AuthCall = keyof typeof authForms;
export type AuthInput<Call extends AuthCall> = z.input<(typeof authForms)[Call]>;
export type AuthRequest<Call extends AuthCall> = z.output<(typeof authForms)[Call]>;

/** The calls that need the service token; all others are for anyone. */
export const signedInCalls = [
  'begin-company',
  'join-tenant',
  'change-password',
  'setup-totp',
  'verify-totp',
  'set-preferred-mfa',
  'new-backup-codes',
  'skip-mfa',
  'still-here',
  'security-state',
  'forget-device',
  'end-session',
  'prove',
  'sign-out-everywhere',
] as const satisfies readonly AuthCall[];
export type SignedInCall = (typeof signedInCalls)[number];

export type SignInMethods = {
  readonly passwords: boolean;
  /** Whether a stranger may make an account. */
  readonly registration: boolean;
  /** A provider's own page: a link with this text to this path; the path takes `?from=` no further address. */
  readonly provider: { readonly label: string; readonly path: string } | null;
  /** Below which the mails can be read that this installation does not send, by whoever knows the rest; null when it sends them. */
  readonly mailboxPath: string | null;
};

type SignedInAnswer = { readonly serviceToken: string; readonly expiresAt: string; readonly email: string };

/** Specification 4. */
export type SignInAnswer =
  | ({ readonly outcome: 'SIGNED_IN' } & SignedInAnswer)
  /** Signed in, and no MFA is preferred: /setupmfa comes next, unless it is put off. */
  | ({ readonly outcome: 'TOTP_SETUP_NEEDED'; readonly maySkip: boolean } & SignedInAnswer)
  /** The ticket opens 'verify-code' and nothing else. */
  | { readonly outcome: 'TOTP_REQUIRED'; readonly ticket: string; readonly backupCodes: boolean }
  | { readonly outcome: 'NEW_PASSWORD_REQUIRED'; readonly ticket: string }
  /** The password is right, the email is not proved yet: /user-confirmation/{registrationId}. */
  | { readonly outcome: 'CONFIRMATION_REQUIRED'; readonly registrationId: string };

export type TrustedDevice = {
  readonly id: string;
  readonly name: string;
  readonly isPresent: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string | null;
};

export type OpenSession = {
  readonly id: string;
  readonly isPresent: boolean;
  readonly address: string | null;
  /** The browser and the system, in words. */
  readonly device: string;
  readonly startedAt: string;
};

export type SecurityEvent = {
  readonly at: string;
  /** A sentence for the person: 'Two-factor was turned on'. */
  readonly what: string;
  readonly address: string | null;
};

export type SecurityState = {
  readonly email: string;
  /** Whether the password is kept here, or by the provider. */
  readonly hasPassword: boolean;
  /** What is asked for before sessions are ended. */
  readonly proof: ProofKind;
  readonly totp: { readonly isPreferred: boolean; readonly isRequired: boolean };
  /** Null where the provider has none. */
  readonly backupCodesLeft: number | null;
  readonly maySkip: boolean;
  /** At most 60 (Specification 9), the last used first. */
  readonly devices: readonly TrustedDevice[];
  readonly sessions: readonly OpenSession[];
  /** The last 20. */
  readonly events: readonly SecurityEvent[];
};

export type InvitationAnswer = {
  readonly tenantName: string;
  readonly roleName: string;
  readonly email: string;
  readonly invitedBy: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The email has an account: sign in with it, then 'join-tenant'. */
  readonly hasAccount: boolean;
};

export type FirstLinkAnswer = {
  /** Whether accounts with passwords are kept here; else the person signs in by the provider afterwards. */
  readonly keepsPasswords: boolean;
  /** Why no company can have the address that was asked about; null when it can, or none was. */
  readonly urlFault: string | null;
};

type EnteredCompany = { readonly id: number; readonly name: string; readonly url: string };

type Done = { readonly done: true };

export type AuthAnswers = {
  methods: SignInMethods;
  'sign-in': SignInAnswer;
  'verify-code': SignInAnswer;
  'new-password': SignInAnswer;
  redeem: SignInAnswer;
  /** `Done` when no session was asked for, or the provider wants the password first. */
  'confirm-registration': Done | SignInAnswer;
  'resend-code': Done;
  'forgot-password': Done;
  'reset-password': Done;
  invitation: InvitationAnswer;
  'accept-invitation': SignInAnswer;
  'first-link': FirstLinkAnswer;
  /** Signed in, or `done` where the provider asks for the password. */
  'begin-installation': { readonly company: EnteredCompany; readonly signIn: Done | SignInAnswer };
  'begin-company': { readonly company: EnteredCompany };
  'join-tenant': { readonly tenant: EnteredCompany };
  /** A new session: all others, and this one, have ended. */
  'change-password': SignInAnswer;
  'setup-totp': { readonly secret: string; readonly uri: string };
  /** The backup codes are told once; empty where the provider has none. The current session counts as two-factor. */
  'verify-totp': { readonly backupCodes: readonly string[] };
  'set-preferred-mfa': Done;
  'new-backup-codes': { readonly backupCodes: readonly string[] };
  'skip-mfa': { readonly maySkip: boolean };
  'still-here': Done;
  'security-state': SecurityState;
  'forget-device': Done;
  'end-session': Done;
  prove: Done;
  'sign-out-everywhere': { readonly ended: number };
};

/** Fails to compile when a form has no answer, or the other way round. */
type SameCalls = [AuthCall] extends [keyof AuthAnswers]
  ? [keyof AuthAnswers] extends [AuthCall]
    ? true
    : never
  : never;
/** @public for the compiler, which reads it alone. */
export const formsAndAnswersAgree: SameCalls = true;
