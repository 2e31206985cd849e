import { invitationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { InvitationCounts, InvitationMailFailure } from '@rowhouse/domain/invitations/rules.ts';
import { mostShownInvitations, shownInvitationDays } from '@rowhouse/domain/invitations/limits.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const instant = text.as(instantFromText);

const invitation = row(
  {
    id: number,
    email: text,
    firstName: text.orNull,
    lastName: text.orNull,
    roleId: number,
    roleName: text.at(
      '(select coalesce(r.alias, r.name) from role r where r.tenant_id = i.tenant_id and r.id = i.role_id)',
    ),
    invitedBy: number,
    createdAt: instant,
    expiresAt: instant,
    acceptedAt: instant.orNull,
    revokedAt: instant.orNull,
    mailFailure: text.as((failure) => failure as InvitationMailFailure).orNull,
  },
  'i',
);

export type StoredInvitation = Described<typeof invitation>;

/** Those that are open as well, however old. */
export const selectInvitations = (tenant: TenantId, nowMs: number): Statement => ({
  text: `select ${invitation.columns} from invitation i
         where i.tenant_id = $1 and (i.created_at > $2::timestamptz - make_interval(days => ${shownInvitationDays})
           or i.accepted_at is null and i.revoked_at is null and i.expires_at > $2::timestamptz)
         order by i.created_at desc, i.id desc limit ${mostShownInvitations}`,
  values: [tenant, new Date(nowMs).toISOString()],
});

export const selectInvitation = (tenant: TenantId, id: number): Statement => ({
  text: `select ${invitation.columns} from invitation i where i.tenant_id = $1 and i.id = $2`,
  values: [tenant, id],
});

/** Neither accepted nor revoked by another before the transaction ends. */
export const lockInvitation = (tenant: TenantId, id: number): Statement => ({
  text: `${selectInvitation(tenant, id).text} for update of i`,
  values: [tenant, id],
});

export const readInvitations = (answer: Answer | undefined): StoredInvitation[] => invitation.read(answer);

/** Held to the end of the transaction: the company's invitations are counted and written by one at a time. */
export const lockInvitations = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74703, $1)',
  values: [tenant],
});

const standing = row({
  isMember: flag.at(`exists (select from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = $1 and m.enabled and lower(u.email) = lower($2))`),
  isInvited: flag.at(`exists (select from invitation i
    where i.tenant_id = $1 and lower(i.email) = lower($2) and i.accepted_at is null and i.revoked_at is null)`),
});

/** Whether the email is a member's, and whether an invitation of it is open, expired or not. */
export const selectStanding = (tenant: TenantId, email: string): Statement => ({
  text: `select ${standing.columns}`,
  values: [tenant, email],
});

export const readStanding = (answer: Answer | undefined) => standing.get(answer);

const counts = row({
  open: number.at(
    '(select count(*) from invitation i where i.tenant_id = $1 and i.accepted_at is null and i.revoked_at is null)',
  ),
  mails: number.at('count(a.id)'),
  mailsToAddress: number.at('count(a.id) filter (where lower(i.email) = lower($2))'),
});

/**
 * A mail went out whenever the token and the time of expiry were set, which the audit log has: the token without its
 * value, so that a row with no changes is one of a token alone. An invitation that was mailed within a day has nearly
 * all of its time left: only those are looked at.
 */
export const countInvitations = (tenant: TenantId, email: string, nowMs: number): Statement => ({
  text: `select ${counts.columns} from invitation i
    join audit_log a on a.tenant_id = i.tenant_id and a.entity = 'invitation' and a.entity_id = i.id
      and a.at > now() - interval '1 day' and (a.changes is null or a.changes ? 'expires_at')
    where i.tenant_id = $1 and i.expires_at > $3::timestamptz - interval '1 day'`,
  values: [tenant, email, new Date(nowMs + invitationLifetimeMs).toISOString()],
});

export const readCounts = (answer: Answer | undefined): InvitationCounts => counts.get(answer);

export type NewInvitation = {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly roleId: number;
  readonly invitedBy: UserId;
  readonly tokenHash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Until when its mail is tried. */
  readonly mailWaitsUntilMs: number;
};

export const insertInvitation = (tenant: TenantId, added: NewInvitation): Statement => ({
  text: `insert into invitation as i (tenant_id, email, first_name, last_name, role_id, invited_by, token_hash, created_at, expires_at, mail_waits_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${invitation.columns}`,
  values: [
    tenant,
    added.email,
    added.firstName,
    added.lastName,
    added.roleId,
    added.invitedBy,
    added.tokenHash,
    new Date(added.createdAtMs).toISOString(),
    new Date(added.expiresAtMs).toISOString(),
    new Date(added.mailWaitsUntilMs).toISOString(),
  ],
});

const isOpen = 'i.accepted_at is null and i.revoked_at is null';

/** Another token in place of the old one. */
export const renewInvitation = (
  tenant: TenantId,
  id: number,
  renewed: { tokenHash: string; expiresAtMs: number; mailWaitsUntilMs: number },
): Statement => ({
  text: `update invitation i set token_hash = $3, expires_at = $4, mail_waits_until = $5
         where i.tenant_id = $1 and i.id = $2 and ${isOpen} returning ${invitation.columns}`,
  values: [
    tenant,
    id,
    renewed.tokenHash,
    new Date(renewed.expiresAtMs).toISOString(),
    new Date(renewed.mailWaitsUntilMs).toISOString(),
  ],
});

/** What became of its mail. Of this link: one that was sent anew since is another mail. */
export const noteMail = (
  database: Database,
  tenant: TenantId,
  { id, tokenHash, failure }: { id: number; tokenHash: string; failure: InvitationMailFailure | null },
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update invitation i set mail_failure = $4, mail_waits_until = null
       where i.tenant_id = $1 and i.id = $2 and i.token_hash = $3 and ${isOpen}`,
      [tenant, id, tokenHash, failure],
    );
  });

/** Of which nobody has heard since: the server that sent them was stopped. Answers how many those are. */
export const giveUpLostMails = async (database: Database, nowMs: number): Promise<number> =>
  (
    await database.inEveryCell(async (connection) => {
      const { rows } = await connection.query(
        `update invitation i set mail_waits_until = null,
           mail_failure = case when ${isOpen} then 'NOT_SENT' else i.mail_failure end
         where i.mail_waits_until < $1 returning i.id`,
        [new Date(nowMs).toISOString()],
      );
      return rows.length;
    })
  ).reduce((sum, count) => sum + count, 0);

export const closeInvitation = (tenant: TenantId, id: number, nowMs: number): Statement => ({
  text: `update invitation i set revoked_at = $3
         where i.tenant_id = $1 and i.id = $2 and ${isOpen} returning ${invitation.columns}`,
  values: [tenant, id, new Date(nowMs).toISOString()],
});

/** Of somebody who is shut out. */
export const revokeInvitationsOfMember = (tenant: TenantId, member: number): Statement => ({
  text: `update invitation i set revoked_at = now()
         where i.tenant_id = $1 and ${isOpen} and lower(i.email) in
           (select lower(u.email) from membership m join app_user u on u.id = m.user_id
            where m.tenant_id = $1 and m.user_id = $2)`,
  values: [tenant, member],
});
