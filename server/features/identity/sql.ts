import type { Tenant, UserRole } from '@rowhouse/domain/contract.generated.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { Database } from '../../platform/database/database.ts';

export type EnterableTenant = {
  readonly tenant: Tenant;
  readonly role: UserRole;
  readonly membershipVersion: number;
};

export type SignedInPerson = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly enabled: boolean;
  readonly validated: boolean;
  readonly phone: string | null;
  readonly typeOfUser: string | null;
  readonly authUserId: string;
  /** Whether the session proved one. */
  readonly secondFactor: boolean;
  readonly tenants: readonly EnterableTenant[];
};

/**
 * The person and where they may go, as the database has it now; null when the session is over or the person disabled.
 * No tenant is entered yet, so it is asked as the owner.
 */
export async function findSignedInPerson(
  database: Database,
  signedIn: SignedIn,
): Promise<SignedInPerson | null> {
  const { rows } = await database.asOwner((connection) =>
    connection.query(
      `select u.id::float8 as id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.enabled, u.validated,
         u.phone, u.type_of_user as "typeOfUser", u.auth_user_id as "authUserId", s.second_factor as "secondFactor",
         (select coalesce(jsonb_agg(jsonb_build_object(
            'tenant', jsonb_build_object('id', t.tenant_id, 'name', t.name, 'url', t.url, 'description', t.description,
              'mfaRequired', t.mfa_required),
            'role', jsonb_build_object('id', t.role_id, 'name', t.role_name, 'description', t.role_description),
            'membershipVersion', t.membership_version) order by t.place), '[]')
          from tenants_of_person(u.id) with ordinality
            as t (tenant_id, name, url, description, mfa_required, role_id, role_name, role_description, membership_version, place)
         ) as tenants
       from app_user u
       join auth_session s on s.id = $2 and s."userId" = u.auth_user_id
       where u.id = $1 and session_is_live(s.id)`,
      [signedIn.userId, signedIn.sessionId],
    ),
  );
  return (rows[0] as SignedInPerson | undefined) ?? null;
}
