import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { RequestFailure } from '../../platform/request-failure.ts';

export const userDetailsDocument = graphql(`
  query UserDetails {
    getUserDetails {
      id
      email
      name
      firstName
      lastName
      phone
      timeZone
      theme
      secondFactor
      closedTenants
      viewing {
        tenant {
          id
          name
        }
        role {
          id
          name
        }
        person {
          id
          name
        }
      }
      tenants {
        tenant {
          id
          name
          url
          description
          mfaRequired
          currency
          formerUrls
          accent
          logo
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

const signUpDocument = graphql(`
  mutation UserSignUp($data: userAuthentication!) {
    SaasUserSignUp(data: $data) {
      id
      email
    }
  }
`);

const updateProfileDocument = graphql(`
  mutation UpdateProfile($data: UpdateMyProfileInput!) {
    updateMyProfile(data: $data) {
      id
      name
      firstName
      lastName
      phone
      timeZone
      theme
    }
  }
`);

export type UserDetails = Awaited<ReturnType<typeof getUserDetails>>;

export async function getUserDetails(signal?: AbortSignal) {
  return (await request(userDetailsDocument, {}, { signal, together: true })).getUserDetails;
}

/** A backend token for the tenant last used; null when one must be chosen. */
export async function loginUser() {
  const { token, tenant } = (await request(userLoginDocument)).SaasUserLogin;
  return token !== null && tenant !== null ? { token, tenant } : null;
}

export async function loginToTenant(tenantId: number) {
  const { token, tenant } = (await request(tenantLoginDocument, { data: { tenantId } }, { whileHeld: true }))
    .SaasTenantLogin;
  if (token === null || tenant === null) throw new RequestFailure('FORBIDDEN', 'notAccessTenant');
  return { token, tenant };
}

export async function logoutUser(): Promise<void> {
  await request(userLogoutDocument);
}

export type NewPerson = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phone: string | null;
};

/** Asks for an account. The id is that of /user-confirmation/{userId}, whether or not the email has an account. */
export async function signUp(person: NewPerson) {
  return (await request(signUpDocument, { data: person })).SaasUserSignUp;
}

export type ProfileChange = {
  firstName?: string;
  lastName?: string;
  phone?: string | null;
  timeZone?: string | null;
  theme?: 'light' | 'dark' | 'system';
};

/** Of the person who is signed in, in every company. */
export async function updateProfile(data: ProfileChange) {
  return (await request(updateProfileDocument, { data })).updateMyProfile;
}
