import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { post } from '../../platform/post.ts';
import { RequestFailure, toFailureCode } from '../../platform/request-failure.ts';

const userDetailsDocument = graphql(`
  query UserDetails {
    getUserDetails {
      id
      email
      name
      firstName
      lastName
      tenants {
        tenant {
          id
          name
          url
          description
          mfaRequired
        }
        role {
          id
          name
          description
        }
      }
    }
  }
`);

const userLoginDocument = graphql(`
  mutation UserLogin {
    SaasUserLogin {
      token
      tenant {
        id
        name
        url
      }
    }
  }
`);

const tenantLoginDocument = graphql(`
  mutation TenantLogin($data: TenantLoginInput!) {
    SaasTenantLogin(data: $data) {
      token
      tenant {
        id
        name
        url
      }
    }
  }
`);

const userLogoutDocument = graphql(`
  mutation UserLogout {
    SaasUserLogout
  }
`);

export type UserDetails = Awaited<ReturnType<typeof getUserDetails>>;

/** The person's side of the door: e-mail and password for a service token. */
export async function signIn(email: string, password: string): Promise<{ serviceToken: string }> {
  const { status, body } = await post('/auth/sign-in', { email, password });
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (status === 200 && typeof answer['serviceToken'] === 'string') {
    return { serviceToken: answer['serviceToken'] };
  }
  const { code, message, field, details } = answer;
  throw new RequestFailure(
    status === 429 ? 'LIMITED' : toFailureCode(code),
    typeof message === 'string' && message !== '' ? message : 'Wrong Services',
    {
      ...(typeof field === 'string' && { field }),
      ...(typeof details === 'object' && details !== null && { details: details as Record<string, unknown> }),
    },
  );
}

export async function getUserDetails(signal?: AbortSignal) {
  return (await request(userDetailsDocument, {}, { signal })).getUserDetails;
}

/** A backend token for the tenant last used; null when one must be chosen. */
export async function loginUser() {
  const { token, tenant } = (await request(userLoginDocument)).SaasUserLogin;
  return token !== null && tenant !== null ? { token, tenant } : null;
}

export async function loginToTenant(tenantId: number) {
  const { token, tenant } = (await request(tenantLoginDocument, { data: { tenantId } })).SaasTenantLogin;
  if (token === null || tenant === null) throw new RequestFailure('FORBIDDEN', 'notAccessTenant');
  return { token, tenant };
}

export async function logoutUser(): Promise<void> {
  await request(userLogoutDocument);
}
