import { createHash, randomBytes } from 'node:crypto';
import { wrongInvitation } from '@rowhouse/domain/identity/rules.ts';
import { invitationOfAnother } from '@rowhouse/domain/invitations/rules.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OwnerConnection } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { noteIdentityEvent } from '../platform/identity/identity-events.ts';

/**
 * The invited person's side of an invitation, before any tenant is entered: so as the owner. The link's token stands
 * nowhere but in its mail; the table has its hash.
 */
export type Invitations = {
  /** Refuses what is unknown, revoked, used or expired. */
  find(token: string): Promise<FoundInvitation>;
  /** Once, for the person whose email was invited: whoever comes second reads that it has been used. */
  accept(token: string, person: UserId): Promise<JoinedTenant>;
  /** Every open invitation of an email that the person has proved; answers how many. */
  acceptAllOf(person: UserId, email: string): Promise<number>;
};

export type FoundInvitation = {
  readonly id: number;
  readonly tenantId: TenantId;
  readonly tenantName: string;
  readonly tenantUrl: string;
  readonly roleName: string;
  readonly email: string;
  /** The name, or the email of somebody without one. */
  readonly invitedBy: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

export type JoinedTenant = { readonly id: TenantId; readonly name: string; readonly url: string };

export const newInvitationToken = (): string => randomBytes(32).toString('base64url');

export const hashInvitationToken = (token: string): string =>
  createHash('sha256').update(`invitation ${token}`).digest('base64url');

export function createInvitations({ database, clock }: { database: Database; clock: Clock }): Invitations {
  const now = () => new Date(clock.now()).toISOString();

  async function find(connection: OwnerConnection, token: string): Promise<FoundInvitation> {
    const { rows } = await connection.query(
      `select i.id::float8 as id, i.tenant_id as "tenantId", t.name as "tenantName", t.url as "tenantUrl",
         coalesce(r.alias, r.name) as "roleName", i.email, i.first_name as "firstName", i.last_name as "lastName",
         coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as "invitedBy",
         i.accepted_at is not null as used, i.revoked_at is not null or not t.enabled or not r.enabled as gone,
         i.expires_at <= $2 as expired
       from invitation i
       join tenant t on t.id = i.tenant_id
       join role r on r.tenant_id = i.tenant_id and r.id = i.role_id
       join app_user u on u.id = i.invited_by
       where i.token_hash = $1`,
      [hashInvitationToken(token), now()],
    );
    const [found] = rows;
    if (found === undefined) throw wrongInvitation('unknown');
    const { used, gone, expired, ...invitation } = found;
    if (used === true) throw wrongInvitation('used');
    if (gone === true) throw wrongInvitation('unknown');
    if (expired === true) throw wrongInvitation('expired');
    return {
      ...(invitation as Omit<FoundInvitation, 'tenantId'>),
      tenantId: tenantId(Number(invitation['tenantId'])),
    };
  }

  /** Null when there was nothing to accept. Who is a member already keeps the current role. */
  async function accept(
    connection: OwnerConnection,
    person: UserId,
    tokenHash: string,
    provedEmail: string | null,
  ): Promise<JoinedTenant | null> {
    await connection.query(`select set_config('app.user_id', $1, true)`, [String(person)]);
    const { rows } = await connection.query(
      `with taken as (
         update invitation i set accepted_at = $1, accepted_by = u.id
         from app_user u, tenant t, role r
         where i.token_hash = $3 and u.id = $2 and u.enabled
           and lower(i.email) = lower(coalesce($4, u.email))
           and i.accepted_at is null and i.revoked_at is null and i.expires_at > $1
           and t.id = i.tenant_id and t.enabled
           and r.tenant_id = i.tenant_id and r.id = i.role_id and r.enabled
         returning i.tenant_id, i.role_id, t.name, t.url, u.auth_user_id, u.email),
       joined as (
         insert into membership as m (tenant_id, user_id, role_id) select tenant_id, $2, role_id from taken
         on conflict (tenant_id, user_id) do update set role_id = excluded.role_id, enabled = true
           where not m.enabled)
       select tenant_id, name, url, auth_user_id, email from taken`,
      [now(), person, tokenHash, provedEmail],
    );
    const [taken] = rows;
    if (taken === undefined) return null;
    await noteIdentityEvent(connection, {
      authUserId: taken['auth_user_id'] === null ? null : String(taken['auth_user_id']),
      actor: String(taken['email']),
      event: 'invitation-accepted',
      details: { company: String(taken['name']) },
    });
    return {
      id: tenantId(Number(taken['tenant_id'])),
      name: String(taken['name']),
      url: String(taken['url']),
    };
  }

  const asTransaction = <Result>(work: (connection: OwnerConnection) => Promise<Result>) =>
    database.asOwnerOfAll((connection) => inTransaction(connection, () => work(connection)));

  return {
    find: (token) => database.asHome((connection) => find(connection, token)),

    accept: (token, person) =>
      asTransaction(async (connection) => {
        const joined = await accept(connection, person, hashInvitationToken(token), null);
        if (joined !== null) return joined;
        const { email } = await find(connection, token);
        throw invitationOfAnother(email);
      }),

    async acceptAllOf(person, email) {
      const open = await database.asHome((connection) =>
        connection.query(
          `select token_hash from invitation
           where lower(email) = lower($1) and accepted_at is null and revoked_at is null order by tenant_id`,
          [email],
        ),
      );
      let accepted = 0;
      // Each in a transaction of its own: two people with invitations to the same companies do not wait in a circle.
      for (const { token_hash: tokenHash } of open.rows) {
        const joined = await asTransaction((connection) =>
          accept(connection, person, String(tokenHash), email),
        );
        if (joined !== null) accepted += 1;
      }
      return accepted;
    },
  };
}
