import { readFileSync } from 'node:fs';
import { commonPassword } from '@rowhouse/domain/identity/rules.ts';

let common: ReadonlySet<string> | null = null;

/**
 * Refuses the 10,000 commonest passwords of the least length, in whatever case. Cognito and OpenID providers keep their
 * own rules. The list is the first of @zxcvbn-ts/language-common 4.1.3 (MIT; Dan Wheeler, Dropbox and zxcvbn-ts), by how
 * often they were seen, then in the order of the alphabet.
 */
export function refuseCommonPassword(password: string, field: 'password' | 'newPassword' = 'password'): void {
  common ??= new Set(
    readFileSync(new URL('weak-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  if (common.has(password.trim().toLowerCase())) throw commonPassword(field);
}
