import { readFileSync } from 'node:fs';
import { isMadeOfContext } from '@rowhouse/domain/identity/context-words.ts';
import type { PasswordContext } from '@rowhouse/domain/identity/context-words.ts';
import { breachedPassword, commonPassword, passwordOfContext } from '@rowhouse/domain/identity/rules.ts';
import type { Database } from '../../database/database.ts';
import type { BreachedPasswords } from './breached-passwords.ts';

type Field = 'password' | 'newPassword';

let common: ReadonlySet<string> | null = null;

/**
 * Refuses the 10,000 commonest passwords of the least length, in whatever case. Cognito and OpenID providers keep their
 * own rules. The list is the first of @zxcvbn-ts/language-common 4.1.3 (MIT; Dan Wheeler, Dropbox and zxcvbn-ts), by how
 * often they were seen, then in the order of the alphabet. And what stands in the installation's own list, if it has one.
 */
export async function refuseKnownPassword(
  password: string,
  breached: BreachedPasswords | undefined,
  field: Field = 'password',
): Promise<void> {
  common ??= new Set(
    readFileSync(new URL('weak-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  if (common.has(password.trim().toLowerCase())) throw commonPassword(field);
  if (await breached?.has(password)) throw breachedPassword(field);
}

/** What is known of whoever has the email. Asked only for somebody who has proved that it is theirs. */
export async function findPasswordContext(database: Database, email: string): Promise<PasswordContext> {
  const { rows } = await database.asHome((connection) =>
    connection.query(
      `select u.first_name, u.last_name,
         array(select t.name from membership m join tenant t on t.id = m.tenant_id where m.user_id = u.id) as companies
       from app_user u where lower(u.email) = lower($1)`,
      [email],
    ),
  );
  const person = rows[0];
  return {
    email,
    names: [person?.['first_name'] as string | null, person?.['last_name'] as string | null],
    companies: (person?.['companies'] as string[] | undefined) ?? [],
  };
}

export function refusePasswordOfContext(
  password: string,
  context: PasswordContext,
  field: Field = 'password',
): void {
  if (isMadeOfContext(password, context)) throw passwordOfContext(field);
}
