import type { BackendLogin } from '@rowhouse/domain/contract.generated.ts';
import { sessionEnded } from '@rowhouse/domain/identity/rules.ts';
import { roleId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { OperationTable, SignedInContext } from '../../graphql/operation.ts';
import type { Identity } from '../../platform/identity/identity.ts';
import type { Tokens } from '../../platform/identity/tokens.ts';
import type { EnterableTenant, SignedInPerson } from './sql.ts';
import { findSignedInPerson } from './sql.ts';

type Names = 'getUserDetails' | 'SaasUserLogin' | 'SaasTenantLogin' | 'SaasUserLogout';

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
      const person = await getPerson(context);
      return {
        id: person.id,
        email: person.email,
        name: [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email,
        firstName: person.firstName,
        lastName: person.lastName,
        tenants: person.tenants.map(({ tenant, role }) => ({ tenant, role })),
      };
    },

    async SaasUserLogin(_input, context) {
      const { tenants } = await getPerson(context);
      const named = tenants.find(({ tenant }) => tenant.id === context.request.tenantHeader);
      const only = tenants.length === 1 ? tenants[0] : undefined;
      const entered = named ?? only;
      return entered === undefined ? noTenant : enter(context.signedIn, entered);
    },

    async SaasTenantLogin({ data }, context) {
      const { tenants } = await getPerson(context);
      const entered = tenants.find(({ tenant }) => tenant.id === data.tenantId);
      if (entered === undefined) throw notFound('The tenant');
      return enter(context.signedIn, entered);
    },

    /** Signing out twice is no mistake. */
    async SaasUserLogout(_input, context) {
      await identity.signOut(context.signedIn.sessionId);
      return true;
    },
  };
}

async function getPerson({ database, signedIn }: SignedInContext): Promise<SignedInPerson> {
  const person = await findSignedInPerson(database, signedIn);
  if (person === null) throw sessionEnded();
  return person;
}
