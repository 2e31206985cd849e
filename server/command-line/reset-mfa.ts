import { parseArgs } from 'node:util';
import { canonicalEmail } from '@rowhouse/domain/identity/rules.ts';
import { invalid, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Config } from '../platform/config.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { endEverything } from '../platform/identity/embedded/account-rows.ts';
import { noteIdentityEvent } from '../platform/identity/identity-events.ts';
import { resetSecondFactor } from '../identity/second-factor/create-second-factor.ts';
import { askLine, isAtTerminal } from './ask.ts';
import type { Command } from './command.ts';
import { withInstallation } from './open-installation.ts';
import { countSessions, findSignInAccount } from './sql.ts';
import type { SignInAccount } from './sql.ts';

export const resetMfa: Command = {
  name: 'reset-mfa',
  summary: 'takes the second factor from a person who lost it, and ends their sessions',
  usage: `npm run rowhouse -- reset-mfa --email E [--yes]

  --email E   the person
  --yes       does not ask for the email once more
Takes their authenticator, backup codes and remembered devices, and ends every session. The password stays: they sign in
with it and set two-factor up anew. Make sure first that it is they who ask. What was done is noted with the account.`,
  async run(words) {
    const { values } = parseArgs({
      args: [...words],
      options: { email: { type: 'string' }, yes: { type: 'boolean', default: false } },
    });
    if (values.email === undefined) {
      console.error(resetMfa.usage);
      return 1;
    }
    const email = canonicalEmail(values.email);
    return withInstallation(async ({ config, database }) => {
      const account = await database.asHome((connection) => findSignInAccount(connection, email));
      if (account === null) throw new Refusal('NOT_FOUND', `Nobody has the email '${email}'.`);
      const { authUserId } = account;
      if (authUserId === null)
        throw invalid(`${account.email} has never signed in: there is nothing to reset.`);
      if (signsInByCognito(account, config)) throw invalid(sayCognito(account.email, config));
      if (!values.yes) await makeSure(email);

      const ended = await database.asHome((connection) =>
        inTransaction(connection, async () => {
          const count = await countSessions(connection, authUserId);
          await resetSecondFactor(connection, authUserId);
          await endEverything(connection, authUserId);
          const event = { authUserId, actor: 'command line', event: 'two-factor-reset' } as const;
          await noteIdentityEvent(connection, event);
          return count;
        }),
      );
      console.log(
        `${account.email} has no second factor now: authenticator, backup codes and remembered devices are gone.`,
      );
      console.log(`${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended. The password stays.`);
      return 0;
    });
  },
};

const signsInByCognito = ({ providers }: SignInAccount, { identity }: Config): boolean =>
  providers.includes('cognito') && (identity.cognito !== null || !providers.includes('credential'));

const sayCognito = (
  email: string,
  { identity }: Config,
) => `${email} signs in by Amazon Cognito, which keeps their second factor. Reset it there:
  aws cognito-idp admin-set-user-mfa-preference --user-pool-id ${identity.cognito?.userPoolId ?? 'POOL'} --username ${email} --software-token-mfa-settings Enabled=false,PreferredMfa=false`;

async function makeSure(email: string): Promise<void> {
  if (!isAtTerminal()) throw invalid('Nothing was reset: add --yes, there is no terminal to ask at.');
  const again = await askLine(`This takes the second factor of ${email}. Type the email again to go on: `);
  if (canonicalEmail(again) !== email) throw invalid('That is not the same email. Nothing was reset.');
}
