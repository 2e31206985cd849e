import { z } from 'zod';
import { invalid, Refusal } from '../kernel/refusal.ts';
import { longestEmail, longestPassword, mostMfaSkips, shortestPassword } from './limits.ts';

/** One spelling for one account: guesses are counted and accounts are found by it. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();

const emailRequired = 'Email is a required field';
const passwordRequired = 'Password is a required field';
const invalidEmail = 'Invalid format. Please enter a valid email address (e.g. name@company.com).';

/** An email as it is typed, in one spelling. */
export const emailForm = z
  .string(emailRequired)
  .transform(canonicalEmail)
  .pipe(z.string().min(1, emailRequired).max(longestEmail, invalidEmail).pipe(z.email(invalidEmail)));

export const passwordForm = z
  .string(passwordRequired)
  .min(1, passwordRequired)
  .max(longestPassword, `A password has at most ${longestPassword} characters.`);

/** One that is chosen now. */
export const newPasswordForm = z.string(passwordRequired).superRefine((password, context) => {
  const reason = password === '' ? passwordRequired : whyNotPassword(password);
  if (reason !== null) context.addIssue({ code: 'custom', message: reason });
});

/** What signing in sends; its messages name the field that is wrong. */
export const signInForm = z.strictObject({ email: emailForm, password: passwordForm });

/** Why a new password will not do, or null when it will. */
export function whyNotPassword(password: string): string | null {
  if (password.length < shortestPassword)
    return `Use at least ${shortestPassword} characters for the password.`;
  if (password.length > longestPassword) return `Use at most ${longestPassword} characters for the password.`;
  return null;
}

/** Of the ten thousand that are tried first, whatever their length. @param field as the call names the password */
export const commonPassword = (field: 'password' | 'newPassword') =>
  invalid(
    'Many people use this password, so it is tried first. Choose another: a few words are easy to keep in mind.',
    field,
  );

/** Of a list of stolen ones, where whoever runs the installation has one. */
export const breachedPassword = (field: 'password' | 'newPassword') =>
  invalid(
    'This password is in a list of stolen ones, so it is tried first. Choose another: a few words are easy to keep in mind.',
    field,
  );

/** What is tried next by whoever knows of the person. */
export const passwordOfContext = (field: 'password' | 'newPassword') =>
  invalid(
    'This password is little more than your name, your email, or the name of the company or of Rowhouse. Choose another: a few words are easy to keep in mind.',
    field,
  );

/** The same for a wrong password, an unknown account and a disabled one. */
export const wrongCredentials = () =>
  new Refusal('UNAUTHENTICATED', 'That email and password do not match. Try again.', { field: 'password' });

export const tooManyGuesses = (retryAfterMs: number) =>
  new Refusal('LIMITED', `Too many attempts. Try again in ${spellWait(retryAfterMs)}.`, {
    details: { retryAfterMs },
  });

/** The same for a code that is wrong, spent, over or of nobody. */
export const wrongCode = () =>
  new Refusal('UNAUTHENTICATED', 'That code is not right, or it has been used. Try the newest one.', {
    field: 'code',
  });

/** The password was given, but too long ago, or something about the account has changed since. */
export const ticketOver = () =>
  new Refusal('UNAUTHENTICATED', 'This sign-in took too long. Please sign in again.', {
    details: { reason: 'TicketOver' },
  });

export const wrongInvitation = (reason: 'expired' | 'used' | 'unknown') =>
  new Refusal(
    'NOT_FOUND',
    {
      expired: 'This invitation has expired. Ask for a new one.',
      used: 'This invitation has been used. Sign in with your account.',
      unknown:
        'This invitation is not known. If a newer mail came, use its link; otherwise ask for a new one.',
    }[reason],
    { details: { reason } },
  );

/** The client leads to /setupmfa when it reads the reason. */
export const secondFactorRequired = () =>
  new Refusal('FORBIDDEN', 'This company requires two-factor sign-in. Set it up to go on.', {
    details: { reason: 'MfaRequired' },
  });

export const secondFactorNotSetUp = () =>
  new Refusal('CONFLICT', 'Two-factor is not set up yet. Set it up first.');

/** Of a session that has not proved the factor that is on: whoever has only the password does not replace it. */
export const secondFactorIsOn = () =>
  new Refusal('CONFLICT', 'Two-factor is on already. Sign out, and sign in again with a code.');

/** Specification 9: hidden above 1000, but for the one exempt account. */
export const maySkipMfa = (skips: number, isExempt: boolean): boolean => isExempt || skips <= mostMfaSkips;

export const mfaSkipsSpent = () =>
  new Refusal('FORBIDDEN', 'Two-factor cannot be put off any longer. Set it up to go on.');

export const samePassword = () =>
  invalid('This is the password that was given to you. Choose one of your own.', 'password');

/** To somebody who is signed in: the guess is of their own password. */
export const wrongPassword = () => invalid('That is not your current password. Try again.', 'password');

export const signInAgainFirst = () =>
  new Refusal('FORBIDDEN', 'Sign out and in again first: it shows that it is you.');

export const noPasswordHere = () =>
  new Refusal('FORBIDDEN', 'You sign in with your company account: its password is not kept here.');

export const noPasswordSignIn = () =>
  new Refusal('FORBIDDEN', 'Sign in here with your company account.', {
    details: { reason: 'ProviderOnly' },
  });

export const registrationClosed = () =>
  new Refusal('FORBIDDEN', 'Accounts are made by invitation here. Ask an administrator of your company.');

/** To the invited person, who has the mail: nobody else learns that the account is there. */
export const accountExists = () =>
  new Refusal('CONFLICT', 'This email has an account already. Sign in with it to join.', {
    details: { reason: 'AccountExists' },
  });

/** The provider says who it is; here nobody has invited them. */
export const notInvited = () =>
  new Refusal('FORBIDDEN', 'Nobody has invited this account here yet. Ask an administrator of your company.');

export const emailNotVerified = () =>
  new Refusal(
    'FORBIDDEN',
    'Your sign-in provider has not verified your email. Verify it there, and sign in again.',
  );

export const noMail = () =>
  new Refusal('UNAVAILABLE', 'This installation sends no mail yet. Ask its administrator.');

export const tooBusy = () =>
  new Refusal('UNAVAILABLE', 'Many people are signing in just now. Try again in a moment.');

export const sessionEnded = () =>
  new Refusal('UNAUTHENTICATED', 'Your session has ended. Please sign in again.');

/** A wait in words, never shorter than it is. */
export function spellWait(waitMs: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
