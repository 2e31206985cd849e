import type { BackendLogin, IdName, UserDetails, ViewedAs } from '@rowhouse/domain/contract.generated.ts';
import { refuseOtherCompanyWhileViewing } from '@rowhouse/domain/access/view-as.ts';
import { signUpForm } from '@rowhouse/domain/identity/auth-calls.ts';
import { profileForm } from '@rowhouse/domain/identity/profile.ts';
import { secondFactorRequired, sessionEnded } from '@rowhouse/domain/identity/rules.ts';
import { roleId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { ZodError } from 'zod';
import type { OperationTable, SignedInContext } from '../../graphql/operation.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Tokens } from '../../identity/tokens.ts';
import type { EnterableTenant, SignedInPerson } from './sql.ts';
import { findSignedInPerson, updateProfile } from './sql.ts';

type Names =
  | 'getUserDetails'
  | 'findUser'
  | 'findUserRoleByTenants'
  | 'updateMyProfile'
  | 'SaasUserLogin'
  | 'SaasTenantLogin'
  | 'SaasUserLogout'
  | 'SaasUserSignUp';

const noTenant: BackendLogin = { token: null, tenant: null, expiresAt: null };

export function identityOperations(parts: {
  identity: Identity;
  tokens: Tokens;
}): Pick<OperationTable, Names> {
  const { identity, tokens } = parts;

  function enter(signedIn: SignedIn, entered: EnterableTenant): BackendLogin {
    const issued = tokens.issueBackend({
      userId: signedIn.userId,
      sessionId: signedIn.sessionId,
      tenantId: tenantId(entered.tenant.id),
      roleId: roleId(entered.role.id),
      membershipVersion: entered.membershipVersion,
    });
    return { token: issued.token, tenant: entered.tenant, expiresAt: issued.expiresAt };
  }

  return {
    async getUserDetails(_input, context) {
      return describe(await getPerson(context));
    },

    async updateMyProfile({ data }, context) {
      const parsed = profileForm.safeParse(data);
      if (!parsed.success) throw invalidForm(parsed.error);
      const current = await getPerson(context);
      const change = Object.fromEntries(
        Object.entries(parsed.data).filter(([, value]) => value !== undefined),
      );
      const { database, signedIn, request } = context;
      await updateProfile(database, signedIn, current, { ...current, ...change }, request.address);
      return describe(await getPerson(context));
    },

    async findUser(_input, context) {
      const person = await getPerson(context);
      return {
        id: person.id,
        email: person.email,
        name: nameOf(person),
        firstName: person.firstName,
        lastName: person.lastName,
        enabled: person.enabled,
        BackOfficeAccess: false,
        SaasAccess: person.tenants.length > 0,
        fireBaseId: person.authUserId,
        phone: person.phone,
        typeOfUser: person.typeOfUser,
        validated: person.validated,
        roles: rolesOf(person),
        tenants: person.tenants.map(({ tenant }) => tenant),
      };
    },

    async findUserRoleByTenants({ data }, context) {
      const { tenants } = await getPerson(context);
      const asked = data == null ? null : new Set(data.tenantIds);
      return tenants
        .filter(({ tenant }) => asked === null || asked.has(tenant.id))
        .map(({ tenant, role }) => ({ tenant, role }));
    },

    async SaasUserLogin(_input, context) {
      const { tenants, secondFactor, viewing } = await getPerson(context);
      const named = tenants.find(({ tenant }) => tenant.id === context.request.tenantHeader);
      const only = tenants.length === 1 ? tenants[0] : undefined;
      const entered = named ?? only;
      if (entered !== undefined) requireSeenCompany(viewing, entered);
      const mayEnter = entered !== undefined && (secondFactor || !entered.tenant.mfaRequired);
      return mayEnter ? enter(context.signedIn, entered) : noTenant;
    },

    async SaasTenantLogin({ data }, context) {
      const { tenants, secondFactor, viewing } = await getPerson(context);
      const entered = tenants.find(({ tenant }) => tenant.id === data.tenantId);
      if (entered === undefined) throw notFound('The tenant');
      requireSeenCompany(viewing, entered);
      if (entered.tenant.mfaRequired && !secondFactor) throw secondFactorRequired();
      return enter(context.signedIn, entered);
    },

    /** Signing out twice is no mistake. */
    async SaasUserLogout(_input, context) {
      await identity.signOut(context.signedIn.sessionId, context.request.address);
      return true;
    },

    async SaasUserSignUp({ data }, { request }) {
      const parsed = signUpForm.safeParse(data);
      if (!parsed.success) throw invalidForm(parsed.error);
      const { email, firstName, lastName } = parsed.data;
      const { registrationId } = await identity.signUp(parsed.data, request.address);
      return { id: registrationId, firstName, lastName, email, fireBaseId: null };
    },
  };
}

/** Whoever looks at one company as somebody else goes to no other one meanwhile. */
function requireSeenCompany(viewing: ViewedAs | null, { tenant }: EnterableTenant): void {
  if (viewing !== null && viewing.tenant.id !== tenant.id) throw refuseOtherCompanyWhileViewing();
}

const describe = (person: SignedInPerson): UserDetails => ({
  id: person.id,
  email: person.email,
  name: nameOf(person),
  firstName: person.firstName,
  lastName: person.lastName,
  phone: person.phone,
  timeZone: person.timeZone,
  theme: person.theme,
  tenants: person.tenants.map(({ tenant, role }) => ({ tenant, role })),
  secondFactor: person.secondFactor,
  closedTenants: [...person.closedTenants],
  viewing: person.viewing,
});

function invalidForm({ issues: [issue] }: ZodError): Refusal {
  return invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
}

const nameOf = ({ firstName, lastName, email }: SignedInPerson): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

const rolesOf = ({ tenants }: SignedInPerson): IdName[] =>
  tenants.map(({ role: { id, name } }) => ({ id, name }));

async function getPerson({ database, signedIn }: SignedInContext): Promise<SignedInPerson> {
  const person = await findSignedInPerson(database, signedIn);
  if (person === null) throw sessionEnded();
  return person;
}
