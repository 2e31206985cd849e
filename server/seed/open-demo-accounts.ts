import type { OwnerConnection } from '../platform/database/database.ts';
import { verifyPassword } from '../platform/identity/embedded/password-hashes.ts';
import { demoPassword, demoPeople } from './demo/people.ts';
import { listPasswordHashes } from './sql.ts';

/** The accounts of the demo that still open with the password that stands in the sources. */
export async function listOpenDemoAccounts(connection: OwnerConnection): Promise<string[]> {
  const emails = Object.values(demoPeople).map(({ email }) => email);
  const open: string[] = [];
  for (const { email, hash } of await listPasswordHashes(connection, emails))
    if ((await verifyPassword(demoPassword, hash)).isRight) open.push(email);
  return open;
}

export const sayOpenDemo = (emails: readonly string[]): string =>
  `Everybody knows the password of ${emails.length === 1 ? 'this demo account' : 'these demo accounts'}: ${emails.join(', ')}. Before other people can reach this server, change it or disable them, or start with DEMO=off on new data.`;
