import { z } from 'zod';
import { Refusal } from '../kernel/refusal.ts';
import { longestEmail, longestPassword, shortestPassword } from './limits.ts';

/** One spelling for one account: guesses are counted and accounts are found by it. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();

const emailRequired = 'Email is a required field';
const passwordRequired = 'Password is a required field';
const invalidEmail = 'Invalid format. Please enter a valid email address (e.g. name@company.com).';

/** What signing in sends; its messages name the field that is wrong. */
export const signInForm = z.strictObject({
  email: z
    .string(emailRequired)
    .transform(canonicalEmail)
    .pipe(z.string().min(1, emailRequired).max(longestEmail, invalidEmail).pipe(z.email(invalidEmail))),
  password: z
    .string(passwordRequired)
    .min(1, passwordRequired)
    .max(longestPassword, `A password has at most ${longestPassword} characters.`),
});

/** Why a new password will not do, or null when it will. */
export function whyNotPassword(password: string): string | null {
  if (password.length < shortestPassword)
    return `Use at least ${shortestPassword} characters for the password.`;
  if (password.length > longestPassword) return `Use at most ${longestPassword} characters for the password.`;
  return null;
}

/** The same for a wrong password, an unknown account and a disabled one. */
export const wrongCredentials = () =>
  new Refusal('UNAUTHENTICATED', 'That email and password do not match. Try again.', { field: 'password' });

export const tooManyGuesses = (retryAfterMs: number) =>
  new Refusal('LIMITED', `Too many attempts. Try again in ${spellWait(retryAfterMs)}.`, {
    details: { retryAfterMs },
  });

export const sessionEnded = () =>
  new Refusal('UNAUTHENTICATED', 'Your session has ended. Please sign in again.');

/** A wait in words, never shorter than it is. */
export function spellWait(waitMs: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
