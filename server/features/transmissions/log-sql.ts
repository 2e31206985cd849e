import type { TransmissionDirection, TransmissionState } from '@rowhouse/domain/contract.generated.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { SentContent } from '@rowhouse/domain/transmissions/content.ts';
import type { Offer, OfferedItem } from '@rowhouse/domain/transmissions/setup.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const logged = row(
  {
    id: number,
    state: text.as((state) => state as TransmissionState),
    company: text,
    at: text.as(instantFromText),
    reason: text.orNull,
    nextTryAt: text.as(instantFromText).orNull,
    tries: number,
    recordTypeId: number.orNull,
    recordId: number.orNull,
    messageId: text,
    content: json<SentContent>().orNull,
    offer: json<Pick<Offer<OfferedItem>, 'items'>>().orNull,
    waitsToBeSeen: flag,
  },
  'l',
);
export type LoggedTransmission = Described<typeof logged>;
export const readLogged = (answer: Answer | undefined): LoggedTransmission[] => logged.read(answer);

/**
 * Both sides in one form; of the other company the name alone. Seen and superseded follow from what is kept: the delivery knows
 * neither.
 */
const logs: Readonly<Record<TransmissionDirection, string>> = {
  SENT: `select t.id, case when t.state = 'DELIVERED' and t.seen_at is not null then 'SEEN'
             when t.state = 'DEAD' and exists (select from transmission o where o.tenant_id = t.tenant_id and o.record_id = t.record_id
               and o.id > t.id and o.mapping_id = t.mapping_id and o.state = 'DELIVERED') then 'SUPERSEDED'
             else t.state end as state, a.target_name as company, coalesce(t.seen_at, t.ended_at, t.tried_at, t.queued_at) as at, t.reason,
           case when t.state = 'FAILED' then t.next_try_at end as next_try_at, t.tries, t.record_type_id, t.record_id,
           t.message_id, t.content, m.offer, false as waits_to_be_seen
         from transmission t join transmission_mapping m on m.tenant_id = t.tenant_id and m.id = t.mapping_id
           join transmission_answers() a on a.mapping_id = t.mapping_id
         where t.tenant_id = $1`,
  RECEIVED: `select t.id, case when t.state = 'DELIVERED' and t.seen_at is not null then 'SEEN'
             when t.state = 'DEAD' and exists (select from transmission_received l where l.tenant_id = t.tenant_id
               and l.acceptance_id = t.acceptance_id and l.source_key = t.source_key and l.state = 'DELIVERED') then 'SUPERSEDED'
             else t.state end as state, coalesce(o.source_name, 'A company that is gone') as company,
           coalesce(t.seen_at, t.received_at) as at, t.reason,
           null::timestamptz as next_try_at, 1 as tries, t.record_type_id, t.record_id, t.message_id, t.content, o.offer,
           t.state = 'DELIVERED' and t.seen_at is null as waits_to_be_seen
         from transmission_received t
           left join transmission_acceptance c on c.tenant_id = t.tenant_id and c.id = t.acceptance_id
           left join transmission_offers() o on o.mapping_id = c.mapping_id
         where t.tenant_id = $1`,
};

type Wanted = {
  readonly states: readonly string[] | null;
  readonly search: string;
  /** Records that the search has found by their numbers. */
  readonly recordIds: readonly number[];
};

const matches = `($2::text[] is null or l.state = any($2)) and ($3 = '' or l.company ilike '%' || $3 || '%'
  or l.reason ilike '%' || $3 || '%' or l.record_id = any($4::bigint[]))`;
const valuesOf = (tenant: TenantId, { states, search, recordIds }: Wanted) => [
  tenant,
  states,
  search.replace(/[\\%_]/g, '\\$&'),
  recordIds,
];

export const selectLogged = (
  tenant: TenantId,
  direction: TransmissionDirection,
  wanted: Wanted,
  { offset, limit }: { offset: number; limit: number },
): Statement => ({
  text: `select ${logged.columns} from (${logs[direction]}) l where ${matches}
         order by l.id desc offset ${offset} limit ${limit}`,
  values: valuesOf(tenant, wanted),
});

const counted = row(
  { state: text.as((state) => state as TransmissionState), total: number.at('count(*)') },
  'l',
);
export const readCounts = (answer: Answer | undefined) => counted.read(answer);

/** By state, whatever states are asked for. */
export const countLogged = (
  tenant: TenantId,
  direction: TransmissionDirection,
  wanted: Wanted,
): Statement => ({
  text: `select ${counted.columns} from (${logs[direction]}) l where ${matches} group by l.state`,
  values: valuesOf(tenant, { ...wanted, states: null }),
});

export const selectOneLogged = (
  tenant: TenantId,
  direction: TransmissionDirection,
  id: number,
): Statement => ({
  text: `select ${logged.columns} from (${logs[direction]}) l where l.id = $2`,
  values: [tenant, id],
});

export const selectOfRecord = (
  tenant: TenantId,
  direction: TransmissionDirection,
  recordId: number,
): Statement => ({
  text: `select ${logged.columns} from (${logs[direction]}) l where l.record_id = $2 order by l.id desc limit 20`,
  values: [tenant, recordId],
  isPrepared: true,
});

/** The records of these companies that were sent are told of it, once; see the migration seen_transmissions. */
export const seeReceived = (recordId: number): Statement => ({
  text: 'select see_transmissions($1)',
  values: [recordId],
});

const resent = row({ id: number });
export const readResent = (answer: Answer | undefined): boolean => resent.find(answer) !== null;

/**
 * What did not arrive is read anew, under its message id. Not one whose record has another that waits: that one goes.
 */
export const resendMessage = (tenant: TenantId, id: number): Statement => ({
  text: `update transmission t set state = 'QUEUED', tries = 0, content = null, file_ids = null, reason = null, ended_at = null, next_try_at = now()
         where t.tenant_id = $1 and t.id = $2 and t.state <> 'DELIVERED'
           and not exists (select from transmission o where o.tenant_id = t.tenant_id and o.mapping_id = t.mapping_id
             and o.record_id = t.record_id and o.id <> t.id and o.state in ('QUEUED', 'FAILED'))
         returning ${resent.columns}`,
  values: [tenant, id],
});

const stuck = row({ messageId: text, acceptanceId: number, content: json<SentContent>() });
export type StuckMessage = Described<typeof stuck>;
export const readStuck = (answer: Answer | undefined): StuckMessage[] => stuck.read(answer);

/** The newest that could not be taken. One that came through since by another message is no longer of any concern. */
export const selectStuck = (tenant: TenantId, most: number): Statement => ({
  text: `select ${stuck.columns} from transmission_received r
         where r.tenant_id = $1 and r.state = 'DEAD' and not exists (select from transmission_received o
           where o.tenant_id = r.tenant_id and o.acceptance_id = r.acceptance_id and o.source_key = r.source_key and o.state = 'DELIVERED')
         order by r.id desc limit ${most}`,
  values: [tenant],
});

const retried = row({ messageId: text });
export const countRetried = (answer: Answer | undefined): number => retried.read(answer).length;

/** Of messages that this company could not take: the source delivers them again, where its record still names this company. */
export const retryReceived = (mappingId: number, messageIds: readonly string[]): Statement => ({
  text: `select ${retried.columns} from retry_received_transmissions($1, $2::uuid[])`,
  values: [mappingId, messageIds],
});
