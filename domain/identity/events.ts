/**
 * What is noted about a person's sign-in, and the sentence that they read of it. A name is stored: it is never given
 * another meaning, and one that is no longer written stays in the list.
 */
export const identityEvents = {
  'signed-in': 'Signed in',
  'signed-in-new-device': 'Signed in from a new device',
  'signed-in-backup-code': 'Signed in with a backup code',
  'signed-out': 'Signed out',
  'session-ended': 'A session was ended',
  'signed-out-everywhere': 'Signed out everywhere',
  'proved-again': 'Showed once more who it is',
  'sessions-ended': 'All sessions were ended by an administrator',
  'account-made': 'The account was made',
  'account-linked': 'The account was linked to a sign-in provider',
  'invitation-accepted': 'Joined a company',
  'profile-changed': 'The name or the phone was changed',
  'password-changed': 'The password was changed',
  'password-reset': 'The password was reset by a code from a mail',
  'password-set': 'The password was set by an administrator',
  'two-factor-on': 'Two-factor was turned on',
  'two-factor-off': 'Two-factor was turned off',
  'two-factor-put-off': 'Two-factor was put off',
  'two-factor-reset': 'Two-factor was reset by an administrator',
  'backup-codes-made': 'New backup codes were made',
  'device-remembered': 'A device was remembered',
  'device-forgotten': 'A device was forgotten',
  'password-guesses-refused': 'Sign-in was refused after too many wrong passwords',
  'code-guesses-refused': 'Sign-in was refused after too many wrong codes',
} as const;

export type IdentityEventName = keyof typeof identityEvents;

/** Null for what a newer version wrote. */
export function describeIdentityEvent(
  name: string,
  details: Readonly<Record<string, unknown>>,
): string | null {
  if (!Object.hasOwn(identityEvents, name)) return null;
  const company = details['company'];
  if (name === 'invitation-accepted' && typeof company === 'string') return `Joined ${company}`;
  return identityEvents[name as IdentityEventName];
}
