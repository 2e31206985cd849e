import { listedDaysAfterEnd } from '@rowhouse/domain/mail-schedules/limits.ts';
import type { Occasions } from '@rowhouse/domain/mail-schedules/occasions.ts';
import type { MailEnd } from '@rowhouse/domain/mail-schedules/rules.ts';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { findInCells } from '../../platform/database/cells.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

type StoredReader = {
  readonly userId: number;
  readonly nextAt: string;
  readonly ended: MailEnd | null;
  readonly failedAt: string | null;
  readonly lastSentAt: string | null;
};

const schedule = row(
  {
    id: number,
    ownerUserId: number.as(userId),
    gridPreferenceId: number.orNull,
    dashboardId: number.orNull,
    days: numbers,
    time: text.at('s.at_time'),
    timeZone: text,
    version: number,
    // What it shows, as it stands now.
    name: text.at('coalesce(p.saved_name, d.name)'),
    isThere: flag.at('coalesce(p.enabled, d.enabled)'),
    viewTypeId: number.at('p.record_type_id').orNull,
    viewOwnerId: number.at('p.user_id').orNull,
    viewRoleId: number.at('p.role_id').orNull,
    boardOwnerId: number.at('d.owner_user_id').orNull,
    boardRoleIds: numbers.at(`coalesce(d.role_ids, '{}')`),
    readers: json<StoredReader[]>().at(`(
      select coalesce(json_agg(json_build_object('userId', r.user_id, 'nextAt', r.next_at, 'ended', r.ended,
        'failedAt', r.failed_at, 'lastSentAt', r.last_sent_at) order by r.user_id), '[]')
      from mail_schedule_reader r where r.tenant_id = s.tenant_id and r.schedule_id = s.id)`),
  },
  's',
);

export type StoredSchedule = Described<typeof schedule>;
export const readSchedules = (answer: Answer | undefined): StoredSchedule[] => schedule.read(answer);

const withMailed = `from mail_schedule s
  left join grid_preference p on p.tenant_id = s.tenant_id and p.id = s.grid_preference_id
  left join dashboard d on d.tenant_id = s.tenant_id and d.id = s.dashboard_id`;

/** What sends still, and what has ended of late. Null: of everybody. */
export const selectSchedules = (tenant: TenantId, reader: UserId | null): Statement => ({
  text: `select ${schedule.columns} ${withMailed}
         where s.tenant_id = $1 and exists (
             select from mail_schedule_reader r where r.tenant_id = s.tenant_id and r.schedule_id = s.id
               and (r.ended is null or r.ended = 'PAUSED' or r.ended_at > now() - make_interval(days => ${listedDaysAfterEnd})))
           and ($2::bigint is null or s.owner_user_id = $2 or exists (
             select from mail_schedule_reader r where r.tenant_id = s.tenant_id and r.schedule_id = s.id and r.user_id = $2))
         order by s.id`,
  values: [tenant, reader],
});

export const selectSchedule = (tenant: TenantId, id: number): Statement => ({
  text: `select ${schedule.columns} ${withMailed} where s.tenant_id = $1 and s.id = $2`,
  values: [tenant, id],
});

/** Held to the end of the transaction: of two changes at once the second sees what the first made of it. */
export const holdSchedule = (tenant: TenantId, id: number): Statement => ({
  text: `${selectSchedule(tenant, id).text} for update of s`,
  values: [tenant, id],
});

const counted = row({ count: number });
export const countSchedules = (tenant: TenantId, owner: UserId): Statement => ({
  text: `select count(*) from mail_schedule s where s.tenant_id = $1 and s.owner_user_id = $2 and exists (
           select from mail_schedule_reader r where r.tenant_id = s.tenant_id and r.schedule_id = s.id and r.ended is null)`,
  values: [tenant, owner],
});
export const readCount = (answer: Answer | undefined): number => counted.get(answer).count;

const view = row(
  {
    id: number,
    isThere: flag.at('p.enabled'),
    recordTypeId: number.orNull,
    userId: number.orNull,
    roleId: number.orNull,
  },
  'p',
);
/** The view as far as it says who may open it. */
export const selectView = (tenant: TenantId, id: number): Statement => ({
  text: `select ${view.columns} from grid_preference p where p.tenant_id = $1 and p.id = $2`,
  values: [tenant, id],
});
export const readView = (answer: Answer | undefined): Described<typeof view> | undefined =>
  view.read(answer)[0];

const made = row({ id: number });
export const insertSchedule = (
  tenant: TenantId,
  owner: UserId,
  { kind, mailedId }: { readonly kind: 'VIEW' | 'DASHBOARD'; readonly mailedId: number },
  { days, time, timeZone }: Occasions,
): Statement => ({
  text: `insert into mail_schedule (tenant_id, owner_user_id, ${kind === 'VIEW' ? 'grid_preference_id' : 'dashboard_id'}, days, at_time, time_zone)
         values ($1, $2, $3, $4::int[], $5, $6) returning id`,
  values: [tenant, owner, mailedId, `{${days.join(',')}}`, time, timeZone],
});
export const readMadeId = (answer: Answer | undefined): number => made.get(answer).id;

export const changeSchedule = (
  tenant: TenantId,
  id: number,
  { days, time, timeZone }: Occasions,
): Statement => ({
  text: `update mail_schedule set days = $3::int[], at_time = $4, time_zone = $5, version = version + 1
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, `{${days.join(',')}}`, time, timeZone],
});

const stopped = row({ userId: number.as(userId).at('last.user_id') });
/** Whose last word of what this person mails of it was to stop: of the newest schedule that they were a reader of. */
export const selectStopped = (
  tenant: TenantId,
  owner: UserId,
  { kind, mailedId }: { readonly kind: 'VIEW' | 'DASHBOARD'; readonly mailedId: number },
): Statement => ({
  text: `select ${stopped.columns} from (
           select distinct on (r.user_id) r.user_id, r.ended
           from mail_schedule s join mail_schedule_reader r on r.tenant_id = s.tenant_id and r.schedule_id = s.id
           where s.tenant_id = $1 and s.owner_user_id = $2 and s.${kind === 'VIEW' ? 'grid_preference_id' : 'dashboard_id'} = $3
           order by r.user_id, s.id desc) last
         where last.ended = 'STOPPED' and last.user_id <> $2`,
  values: [tenant, owner, mailedId],
});
export const readStopped = (answer: Answer | undefined): ReadonlySet<UserId> =>
  new Set(stopped.read(answer).map((one) => one.userId));

/** To whom it goes, and who is named but has stopped it: they are readers who get none. */
export type PutReaders = { readonly going: readonly UserId[]; readonly without: readonly UserId[] };

/** Whoever had it comes to the new time; whoever stopped it by themselves stays without, but for its owner. */
export const putReaders = (
  tenant: TenantId,
  id: number,
  { going, without }: PutReaders,
  nextMs: number,
): Statement => ({
  text: `insert into mail_schedule_reader as r (tenant_id, schedule_id, user_id, next_at, ended, ended_at)
         select $1, $2, u, to_timestamp($4), s.ended, case when s.ended is not null then now() end
         from unnest($3::bigint[]) u cross join lateral (select case when u = any($5::bigint[]) then 'STOPPED' end as ended) s
         on conflict (tenant_id, schedule_id, user_id) do update
           set next_at = excluded.next_at, ended = excluded.ended, ended_at = excluded.ended_at, failures = 0, failed_at = null,
             claimed_until = '-infinity'
           where r.ended is distinct from 'STOPPED' or excluded.ended is null`,
  values: [tenant, id, [...going, ...without], nextMs / 1000, without],
});

/** The reader's own: turned on again. */
export const resumeReader = (tenant: TenantId, id: number, reader: UserId, nextMs: number): Statement => ({
  text: `update mail_schedule_reader set ended = null, ended_at = null, next_at = to_timestamp($4), failures = 0, failed_at = null,
           claimed_until = '-infinity'
         where tenant_id = $1 and schedule_id = $2 and user_id = $3 and ended is not null`,
  values: [tenant, id, reader, nextMs / 1000],
});

/** Whoever had it when the company was brought in. */
export const resumePaused = (tenant: TenantId, id: number, nextMs: number): Statement => ({
  text: `update mail_schedule_reader set ended = null, ended_at = null, next_at = to_timestamp($3), failures = 0, failed_at = null,
           claimed_until = '-infinity'
         where tenant_id = $1 and schedule_id = $2 and ended = 'PAUSED'`,
  values: [tenant, id, nextMs / 1000],
});

/** By the reader, also of one that has ended meanwhile: whoever saves it anew does not turn it on again. */
export const stopReader = (tenant: TenantId, id: number, reader: UserId): Statement => ({
  text: `update mail_schedule_reader set ended = 'STOPPED', ended_at = now()
         where tenant_id = $1 and schedule_id = $2 and user_id = $3 and ended is distinct from 'STOPPED'`,
  values: [tenant, id, reader],
});

/** Of these readers, or of everybody where there are none named. */
export const endReaders = (
  tenant: TenantId,
  id: number,
  readers: readonly number[] | null,
  end: MailEnd,
): Statement => ({
  text: `update mail_schedule_reader set ended = $3, ended_at = now()
         where tenant_id = $1 and schedule_id = $2 and ended is null${readers === null ? '' : ' and user_id = any($4::bigint[])'}`,
  values: [tenant, id, end, ...(readers === null ? [] : [readers])],
});

/** A mail that is due: to whom, and of which occasion. */
export type DueMail = {
  readonly tenantId: TenantId;
  readonly scheduleId: number;
  readonly userId: UserId;
  readonly occasionMs: number;
};

/** The one that has waited longest, for this process alone until the claim is over; null when nothing is due. */
export const claimDue = (database: Database, nowMs: number, claimMs: number): Promise<DueMail | null> =>
  findInCells(database, async (connection) => {
    const { rows } = await connection.query(
      `update mail_schedule_reader set claimed_until = to_timestamp($2) where (tenant_id, schedule_id, user_id) = (
         select tenant_id, schedule_id, user_id from mail_schedule_reader
         where ended is null and next_at <= to_timestamp($1) and claimed_until <= to_timestamp($1)
         order by next_at, tenant_id, schedule_id, user_id limit 1 for update skip locked)
       returning tenant_id, schedule_id, user_id, (extract(epoch from next_at) * 1000)::bigint as occasion`,
      [nowMs / 1000, (nowMs + claimMs) / 1000],
    );
    const [found] = rows;
    if (found === undefined) return null;
    return {
      tenantId: tenantId(Number(found['tenant_id'])),
      scheduleId: Number(found['schedule_id']),
      userId: userId(Number(found['user_id'])),
      occasionMs: Number(found['occasion']),
    };
  });

const claimed = 'where tenant_id = $1 and schedule_id = $2 and user_id = $3';

/** The occasion is over, and the next one is in the future however many were missed. */
export const noteSent = (
  database: Database,
  { tenantId: tenant, scheduleId, userId: person }: DueMail,
  { sentMs, nextMs }: { readonly sentMs: number | null; readonly nextMs: number },
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update mail_schedule_reader set next_at = to_timestamp($4), claimed_until = '-infinity', failures = 0,
         last_sent_at = coalesce(to_timestamp($5::float8), last_sent_at),
         failed_at = case when $5::float8 is null then clock_timestamp() end
       ${claimed}`,
      [tenant, scheduleId, person, nextMs / 1000, sentMs === null ? null : sentMs / 1000],
    );
  });

/** Its turn comes again later, each time a little later. */
export const noteFailed = (
  database: Database,
  { tenantId: tenant, scheduleId, userId: person }: DueMail,
  wait: { readonly nowMs: number; readonly firstWaitMs: number; readonly longestWaitMs: number },
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update mail_schedule_reader set failures = failures + 1, failed_at = to_timestamp($4),
         claimed_until = to_timestamp($4::float8 + least($5::float8 * power(2, least(failures, 20)), $6::float8))
       ${claimed}`,
      [tenant, scheduleId, person, wait.nowMs / 1000, wait.firstWaitMs / 1000, wait.longestWaitMs / 1000],
    );
  });

export const noteEnded = (
  database: Database,
  { tenantId: tenant, scheduleId, userId: person }: DueMail,
  end: MailEnd,
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update mail_schedule_reader set ended = $4, ended_at = now(), claimed_until = '-infinity'
       from (select set_config('app.source', '${JSON.stringify({ kind: 'MAIL_SCHEDULE' })}', true) as source) said
       ${claimed} and ended is null and said.source is not null`,
      [tenant, scheduleId, person, end],
    );
  });
