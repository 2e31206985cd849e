import { randomBytes } from 'node:crypto';
import { accountExists } from '@rowhouse/domain/identity/rules.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { companyUrlTaken } from '@rowhouse/domain/tenants/rules.ts';
import type { IdentityCalls } from '../identity.ts';
import type { IdentityCore } from './identity-core.ts';
import type { SignInFlow } from './sign-in-flow.ts';

type Calls = 'first-link' | 'begin-installation' | 'begin-company';

/** What the link of a first start opens: an account and a company, where nobody has any yet. */
export function createFirstLinkCalls(core: IdentityCore, flow: SignInFlow): Pick<IdentityCalls, Calls> {
  const { accounts, firstLinks, passwords } = core;
  const keepsPasswords = passwords?.name === 'embedded';

  return {
    async 'first-link'({ token, url }) {
      await firstLinks.check(token);
      return { keepsPasswords, urlFault: url === undefined ? null : await firstLinks.whyNotUrl(url) };
    },

    async 'begin-installation'({ token, email, password, companyName, companyUrl, ...names }, caller) {
      await firstLinks.check(token);
      if (keepsPasswords && password === undefined) throw invalid('Password is a required field', 'password');
      if ((await firstLinks.whyNotUrl(companyUrl)) !== null) throw companyUrlTaken(companyUrl);
      if (await core.hasAccount(email)) throw accountExists();
      // Where a provider keeps the passwords, the account is found by its email when the person signs in there.
      const own = keepsPasswords && password !== undefined ? password : randomBytes(24).toString('base64url');
      const { userId } = await accounts.createAccount(email, own, { ...names, company: companyName });
      const company = await firstLinks.begin(token, userId, { name: companyName, url: companyUrl });
      if (passwords === null || !keepsPasswords) return { company, signIn: { done: true } };
      const proved = await passwords.checkPassword(email, own, null);
      const person = proved.outcome === 'PROVED' ? await flow.identify(proved, 'embedded', null) : null;
      return {
        company,
        signIn: person === null ? { done: true } : await flow.proceed(person, false, caller),
      };
    },

    async 'begin-company'({ token, companyName, companyUrl }, { session }) {
      return {
        company: await firstLinks.begin(token, session.userId, { name: companyName, url: companyUrl }),
      };
    },
  };
}
