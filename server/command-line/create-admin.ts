import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { signInForm, whyNotPassword } from '@rowhouse/domain/identity/rules.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { whyNotCompanyUrl } from '@rowhouse/domain/tenants/rules.ts';
import { getAdministratorRole, putMembership } from '../seed/company-sql.ts';
import { makeCompany } from '../seed/make-company.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { askSecret, askYes, isAtTerminal } from './ask.ts';
import type { Command } from './command.ts';
import { findTenant, withInstallation } from './open-installation.ts';
import { findCurrentRole } from './sql.ts';

export const createAdmin: Command = {
  name: 'create-admin',
  summary: 'makes a person administrator of a company, and the company too with --new-company',
  usage: `npm run rowhouse -- create-admin --tenant T --email E [--name "First Last"] [--new-company "Name"] [--change-role] [--reset-password]

  --tenant T          the company, by the name in its address
  --new-company NAME  makes the company when there is none at that address
  --email E           the person; an account that is there keeps its password
  --change-role       takes the role away that the person has in the company now; without it, it is asked for
  --reset-password    gives the account a new password and ends its sessions
The password is asked for at a terminal; elsewhere one is made and printed, once.`,
  async run(words) {
    const { values } = parseArgs({
      args: [...words],
      options: {
        tenant: { type: 'string' },
        email: { type: 'string' },
        name: { type: 'string' },
        'new-company': { type: 'string' },
        'change-role': { type: 'boolean', default: false },
        'reset-password': { type: 'boolean', default: false },
      },
    });
    if (values.tenant === undefined || values.email === undefined) {
      console.error(createAdmin.usage);
      return 1;
    }
    const url = values.tenant.toLowerCase();
    const email = parseEmail(values.email);
    const newCompany = values['new-company'];
    return withInstallation(async ({ database, identity }) => {
      const found = await findTenant(database, url);
      if (found === null && newCompany === undefined)
        throw invalid(`There is no company '${url}'. Add --new-company "Its name" to make it.`);
      const whyNot = found === null ? whyNotCompanyUrl(url) : null;
      if (whyNot !== null) throw invalid(`'${url}' cannot be an address. ${whyNot}`);

      const before =
        found === null
          ? null
          : await database.asOwnerOf(found.id, (connection) => findCurrentRole(connection, found.id, email));
      const losesRole = before !== null && !before.administers;
      if (losesRole && !values['change-role']) {
        const is = `${email} is '${before.name}' in ${found?.name}.`;
        if (!isAtTerminal())
          throw invalid(`${is} Add --change-role to make them administrator instead. Nothing was changed.`);
        if (!(await askYes(`${is} Make them administrator instead?`))) throw invalid('Nothing was changed.');
      }
      const password = await choosePassword();
      const [firstName = '', ...lastNames] = (values.name ?? '').split(' ').filter(Boolean);
      const isFirstPassword = password.isMade;
      const { userId, created } = await identity.createAccount(email, password.text, {
        ...(firstName !== '' && { firstName, lastName: lastNames.join(' ') }),
        company: found?.name ?? newCompany ?? url,
        isFirstPassword,
      });
      if (values['reset-password'] && !created)
        await identity.setPassword(userId, password.text, { isFirstPassword });

      const tenant = await database.asOwnerOfAll((connection) =>
        inTransaction(connection, async () => {
          const company = { name: newCompany ?? url, url, administrator: userId, madeBy: null };
          const made = found ?? (await makeCompany(connection, company));
          await putMembership(connection, made.id, userId, await getAdministratorRole(connection, made.id));
          return made;
        }),
      );
      console.log(`${email} administers ${tenant.name} now.${losesRole ? ` Before: ${before.name}.` : ''}`);
      if (!created && !values['reset-password']) console.log('The account was there and keeps its password.');
      else if (password.isMade)
        console.log(`Password: ${password.text}\nThey choose one of their own when they first sign in.`);
      return 0;
    });
  },
};

function parseEmail(text: string): string {
  const parsed = signInForm.shape.email.safeParse(text);
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'The email is not usable.');
  return parsed.data;
}

async function choosePassword(): Promise<{ text: string; isMade: boolean }> {
  if (!isAtTerminal()) return { text: randomBytes(12).toString('base64url'), isMade: true };
  const text = await askSecret('Password (leave it empty to have one made): ');
  if (text === '') return { text: randomBytes(12).toString('base64url'), isMade: true };
  const whyNot = whyNotPassword(text);
  if (whyNot !== null) throw invalid(whyNot);
  if ((await askSecret('Once more: ')) !== text) throw notSame();
  return { text, isMade: false };
}

const notSame = () => invalid('The two passwords are not the same. Nothing was changed.');
