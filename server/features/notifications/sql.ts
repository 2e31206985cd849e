import type {
  NotificationKind,
  NotificationMail,
  NotificationTopic,
} from '@rowhouse/domain/contract.generated.ts';
import { keptDays, longestExcerpt } from '@rowhouse/domain/notifications/limits.ts';
import { recordTypeId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Mention } from '@rowhouse/domain/comments/mentions.ts';
import { readMailChoice } from '@rowhouse/domain/notifications/mail-choices.ts';
import type { MailChoice } from '@rowhouse/domain/notifications/mail-choices.ts';
import { findInCells } from '../../platform/database/cells.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const notification = row(
  {
    id: number,
    kind: text.as((kind) => kind as NotificationKind),
    recordId: number.orNull,
    recordTypeId: number.as(recordTypeId).orNull,
    byUserId: number.as(userId).orNull,
    columns: json<string[]>().at('to_json(n.keys)'),
    at: text.as(instantFromText).at('n.created_at'),
    waitsSince: text.as(instantFromText),
    isRead: flag.at('n.read_at is not null'),
    // As it stands now: a comment that was deleted, or names somebody no more, tells of nothing.
    commentId: number.orNull,
    commentNumber: number.at('c.number').orNull,
    excerpt: text.at(`left(c.content, ${longestExcerpt + 1})`).orNull,
    mentions: json<Mention[]>().at('c.mentions').orNull,
    // As it stands now: once everything is answered there is nothing to tell.
    conversationId: number.orNull,
    company: text.at('coalesce(w.partner_name, g.company)').orNull,
    mappingId: number.orNull,
    isOwnMapping: flag.at('g.is_own').orNull,
    mappingTypeId: number.as(recordTypeId).at('g.record_type_id').orNull,
    offeredType: text.at('g.offered_type').orNull,
    waits: flag.at('coalesce(g.waits, false)'),
    // Which role it was is not kept: it is the current one where none was given since.
    isOfCurrentRole:
      flag.at(`n.kind = 'ROLE' and not exists (select from notification later where later.tenant_id = n.tenant_id
      and later.user_id = n.user_id and later.id > n.id and later.kind = 'ROLE')`),
  },
  'n',
);

export type StoredNotification = Described<typeof notification>;
export const readNotifications = (answer: Answer | undefined): StoredNotification[] =>
  notification.read(answer);

const withWhatItIsOf = `from notification n
  left join record_comment c on c.tenant_id = n.tenant_id and c.id = n.comment_id and c.deleted_at is null
  left join conversation w on w.tenant_id = n.tenant_id and w.id = n.conversation_id and w.our_open > 0
    and (n.kind <> 'OVERDUE' or w.due_at <= clock_timestamp())
  left join lateral notified_mapping(n.mapping_id) g on true`;

/** The newest first. */
export const selectNotifications = (
  tenant: TenantId,
  reader: UserId,
  asked: { readonly before: number | null; readonly unreadOnly: boolean; readonly most: number },
): Statement => ({
  text: `select ${notification.columns} ${withWhatItIsOf}
         where n.tenant_id = $1 and n.user_id = $2${asked.before === null ? '' : ' and n.id < $3'}
           ${asked.unreadOnly ? 'and n.read_at is null' : ''}
         order by n.id desc limit ${asked.most}`,
  values: [tenant, reader, ...(asked.before === null ? [] : [asked.before])],
});

/** What waits to be mailed, the oldest first; what was read since is left out. */
export const selectUnsettled = (tenant: TenantId, reader: UserId, most: number): Statement => ({
  text: `select ${notification.columns} ${withWhatItIsOf}
         where n.tenant_id = $1 and n.user_id = $2 and n.settled_at is null order by n.id limit ${most}`,
  values: [tenant, reader],
});

/** @param ids all that there are when null */
export const markRead = (tenant: TenantId, reader: UserId, ids: readonly number[] | null): Statement => ({
  text: `update notification set read_at = clock_timestamp()
         where tenant_id = $1 and user_id = $2 and read_at is null ${ids === null ? '' : 'and id = any($3::bigint[])'}`,
  values: [tenant, reader, ...(ids === null ? [] : [ids])],
});

export const settle = (tenant: TenantId, reader: UserId, ids: readonly number[]): Statement => ({
  text: `update notification set settled_at = clock_timestamp()
         where tenant_id = $1 and user_id = $2 and settled_at is null and id = any($3::bigint[])`,
  values: [tenant, reader, ids],
});

const choice = row({
  topic: text.as((topic) => topic as NotificationTopic),
  mail: text.as((mail) => mail as NotificationMail),
});
export const selectMailChoices = (tenant: TenantId, reader: UserId): Statement => ({
  text: `select ${choice.columns} from notification_preference where tenant_id = $1 and user_id = $2`,
  values: [tenant, reader],
});
export const readMailChoices = (answer: Answer | undefined): MailChoice[] =>
  readMailChoice(choice.read(answer));

export const keepMailChoices = (
  tenant: TenantId,
  reader: UserId,
  choices: readonly MailChoice[],
): Statement => ({
  text: `insert into notification_preference as p (tenant_id, user_id, topic, mail)
         select $1, $2, topic, mail from unnest($3::text[], $4::text[]) as given (topic, mail)
         on conflict (tenant_id, user_id, topic) do update set mail = excluded.mail where p.mail <> excluded.mail`,
  values: [tenant, reader, choices.map(({ topic }) => topic), choices.map(({ mail }) => mail)],
});

const company = row({ url: text });
/** What the addresses of the company begin with. */
export const selectCompanyUrl = (tenant: TenantId): Statement => ({
  text: `select ${company.columns} from tenant where id = $1`,
  values: [tenant],
});
export const readCompanyUrl = (answer: Answer | undefined): string => company.get(answer).url;

export type Addressee = { readonly tenantId: TenantId; readonly userId: UserId };

/**
 * A person for whom something has waited since before that moment, for this process alone until the claim is over. Null when
 * there is nobody: whoever was asked about, and has nothing due, is passed over by `after`.
 */
export const claimAddressee = (
  database: Database,
  asked: {
    readonly waitsSinceMs: number;
    readonly nowMs: number;
    readonly claimMs: number;
    readonly after: Addressee | null;
  },
): Promise<Addressee | null> =>
  findInCells(database, async (connection) => {
    const { rows } = await connection.query(
      `insert into notification_mailing as m (tenant_id, user_id, claimed_until)
       select n.tenant_id, n.user_id, to_timestamp($3) from (
         select distinct n.tenant_id, n.user_id from notification n
         where n.settled_at is null and n.waits_since <= to_timestamp($1) and (n.tenant_id, n.user_id) > ($4, $5)
           and not exists (select from notification_mailing o where o.tenant_id = n.tenant_id
                             and o.user_id = n.user_id and o.claimed_until > to_timestamp($2))
         order by n.tenant_id, n.user_id limit 1) n
       on conflict (tenant_id, user_id) do update set claimed_until = excluded.claimed_until
         where m.claimed_until <= to_timestamp($2)
       returning tenant_id, user_id`,
      [
        asked.waitsSinceMs / 1000,
        asked.nowMs / 1000,
        (asked.nowMs + asked.claimMs) / 1000,
        asked.after?.tenantId ?? 0,
        asked.after?.userId ?? 0,
      ],
    );
    const [found] = rows;
    if (found === undefined) return null;
    return { tenantId: tenantId(Number(found['tenant_id'])), userId: userId(Number(found['user_id'])) };
  });

/** The claim is given back; after a failure the person's turn comes again later, each time a little later. */
export const releaseAddressee = (
  database: Database,
  { tenantId: tenant, userId: person }: Addressee,
  failed: { readonly nowMs: number; readonly firstWaitMs: number; readonly longestWaitMs: number } | null,
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      failed === null
        ? `update notification_mailing set claimed_until = '-infinity', failures = 0 where tenant_id = $1 and user_id = $2`
        : `update notification_mailing set failures = failures + 1,
             claimed_until = to_timestamp($3::float8 + least($4::float8 * power(2, least(failures, 20)), $5::float8))
           where tenant_id = $1 and user_id = $2`,
      [
        tenant,
        person,
        ...(failed === null
          ? []
          : [failed.nowMs / 1000, failed.firstWaitMs / 1000, failed.longestWaitMs / 1000]),
      ],
    );
  });

/** Of people who may not be written to any more: nothing waits. */
export const settleAll = (
  database: Database,
  { tenantId: tenant, userId: person }: Addressee,
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update notification set settled_at = now() where tenant_id = $1 and user_id = $2 and settled_at is null`,
      [tenant, person],
    );
  });

/** What is old is gone, and what no mail server was there for waits no more. */
export const sweepNotifications = (database: Database, longestWaitMs: number): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(`delete from notification where created_at < now() - make_interval(days => $1)`, [
      keptDays,
    ]);
    await connection.query(
      `update notification set settled_at = now()
       where settled_at is null and waits_since < now() - make_interval(secs => $1)`,
      [longestWaitMs / 1000],
    );
  });

/** Where the mails of the person go. */
export const findAddress = (database: Database, person: UserId): Promise<string | null> =>
  database.asHome(async (connection) => {
    const { rows } = await connection.query('select email from app_user where id = $1', [person]);
    return rows[0] === undefined ? null : String(rows[0]['email']);
  });
