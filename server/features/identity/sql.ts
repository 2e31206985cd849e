import type { Tenant, Theme, UserRole, ViewedAs } from '@rowhouse/domain/contract.generated.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { noteIdentityEvent } from '../../platform/identity/identity-events.ts';

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
  readonly timeZone: string | null;
  readonly theme: Theme;
  readonly typeOfUser: string | null;
  readonly authUserId: string;
  /** Whether the session proved one. */
  readonly secondFactor: boolean;
  readonly tenants: readonly EnterableTenant[];
  /** Names of companies that are switched off, to which the person belongs. */
  readonly closedTenants: readonly string[];
  /** As what the session looks at a company. */
  readonly viewing: ViewedAs | null;
};

/**
 * The person and where they may go, as the database has it now; null when the session is over or the person disabled.
 * No tenant is entered yet, so it is asked as the owner.
 */
export async function findSignedInPerson(
  database: Database,
  signedIn: SignedIn,
): Promise<SignedInPerson | null> {
  const { rows } = await database.asHome((connection) =>
    connection.query(
      `select u.id::float8 as id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.enabled, u.validated,
         u.phone, u.time_zone as "timeZone", u.theme, u.type_of_user as "typeOfUser", u.auth_user_id as "authUserId", s.second_factor as "secondFactor",
         (select coalesce(jsonb_agg(jsonb_build_object(
            'tenant', jsonb_build_object('id', t.tenant_id, 'name', t.name, 'url', t.url, 'description', t.description,
              'mfaRequired', t.mfa_required, 'currency', t.currency, 'accent', company.accent,
              'logo', '/logos/' || t.tenant_id || '/' || company.logo_key,
              'formerUrls', (select coalesce(jsonb_agg(f.url order by f.freed_at desc), '[]') from tenant_former_url f
                             where f.tenant_id = t.tenant_id)),
            'role', jsonb_build_object('id', t.role_id, 'name', t.role_name, 'description', t.role_description),
            'membershipVersion', t.membership_version) order by t.place), '[]')
          from tenants_of_person(u.id) with ordinality
            as t (tenant_id, name, url, description, mfa_required, role_id, role_name, role_description, membership_version, currency, place)
          join tenant company on company.id = t.tenant_id
         ) as tenants,
         array(select t.name from membership m join tenant t on t.id = m.tenant_id and not t.enabled
               where m.user_id = u.id and m.enabled order by lower(t.name)) as "closedTenants",
         (select jsonb_build_object('tenant', jsonb_build_object('id', t.id, 'name', t.name),
            'role', jsonb_build_object('id', s.view_role_id, 'name', coalesce(r.alias, r.name, 'a role that is gone')),
            'person', case when s.view_user_id is not null then
              jsonb_build_object('id', p.id, 'name', coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email), 'email', p.email) end,
            'since', to_char(s.view_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          from tenant t
          left join role r on r.tenant_id = t.id and r.id = s.view_role_id
          left join app_user p on p.id = s.view_user_id
          where t.id = s.view_tenant_id) as viewing
       from app_user u
       join auth_session s on s.id = $2 and s."userId" = u.auth_user_id
       where u.id = $1 and session_is_live(s.id)`,
      [signedIn.userId, signedIn.sessionId],
    ),
  );
  return (rows[0] as SignedInPerson | undefined) ?? null;
}

export type Profile = Pick<SignedInPerson, 'firstName' | 'lastName' | 'phone' | 'timeZone' | 'theme'>;

/** What is as it was is not written: no company reads its people anew, and nothing is noted. */
export async function updateProfile(
  database: Database,
  signedIn: SignedIn,
  current: SignedInPerson,
  { firstName, lastName, phone, timeZone, theme }: Profile,
  address: string,
): Promise<void> {
  await database.asHome((connection) =>
    inTransaction(connection, async () => {
      await connection.query(
        `update app_user u set first_name = $3, last_name = $4, phone = $5, time_zone = $6, theme = $7
         where u.id = $1 and session_is_live($2)
           and (u.first_name, u.last_name, u.phone, u.time_zone, u.theme) is distinct from ($3, $4, $5, $6, $7)`,
        [signedIn.userId, signedIn.sessionId, firstName, lastName, phone, timeZone, theme],
      );
      const isSame =
        firstName === current.firstName && lastName === current.lastName && phone === current.phone;
      if (isSame) return;
      const { authUserId, email } = current;
      await noteIdentityEvent(connection, { authUserId, actor: email, event: 'profile-changed', address });
    }),
  );
}
