import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { SentContent } from '@rowhouse/domain/transmissions/content.ts';
import { leaseSeconds } from '@rowhouse/domain/transmissions/limits.ts';
import type { Offer, SourceSettings, TargetSettings } from '@rowhouse/domain/transmissions/setup.ts';
import { findInCells } from '../../platform/database/cells.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';

export type Message = {
  readonly id: number;
  readonly messageId: string;
  readonly recordId: number;
  readonly tries: number;
  readonly content: SentContent | null;
  /** Of the source, in the order of the content's files. */
  readonly fileIds: readonly number[];
};
/** Messages of one mapping, which nobody else takes for a while. */
export type Delivery = {
  readonly tenantId: TenantId;
  readonly mappingId: number;
  readonly messages: readonly Message[];
};

/**
 * Those of the mapping that has waited longest: new ones together, and one that failed by itself, so that it keeps no other
 * back.
 */
export const claimMessages = (database: Database, most: number): Promise<Delivery | null> =>
  findInCells(database, async (connection) => {
    const { rows } = await connection.query(
      `with next as (
         select tenant_id, id, mapping_id, state from transmission
         where state in ('QUEUED', 'FAILED') and next_try_at <= clock_timestamp()
         order by next_try_at limit 1 for update skip locked
       ), claimed as (
         select t.tenant_id, t.id from transmission t join next n on n.tenant_id = t.tenant_id and n.mapping_id = t.mapping_id
         where t.next_try_at <= clock_timestamp() and (t.id = n.id or (n.state = 'QUEUED' and t.state = 'QUEUED'))
         order by t.id limit $1 for update of t skip locked
       )
       update transmission t set tried_at = clock_timestamp(), tries = t.tries + 1,
         next_try_at = clock_timestamp() + interval '${leaseSeconds} seconds'
       from claimed c where t.tenant_id = c.tenant_id and t.id = c.id
       returning t.tenant_id, t.mapping_id, t.id, t.message_id, t.record_id, t.tries, t.content::text as content,
         array_to_json(t.file_ids)::text as file_ids`,
      [most],
    );
    const [first] = rows;
    if (first === undefined) return null;
    return {
      tenantId: tenantId(Number(first['tenant_id'])),
      mappingId: Number(first['mapping_id']),
      messages: rows
        .map((row) => ({
          id: Number(row['id']),
          messageId: String(row['message_id']),
          recordId: Number(row['record_id']),
          tries: Number(row['tries']),
          content: row['content'] === null ? null : (JSON.parse(String(row['content'])) as SentContent),
          fileIds: row['file_ids'] === null ? [] : (JSON.parse(String(row['file_ids'])) as number[]),
        }))
        .sort((one, other) => one.id - other.id),
    };
  });

/** Both halves of a mapping: for the delivery alone, which belongs to neither company. */
export type Route = {
  readonly enabled: boolean;
  readonly version: number;
  readonly recordTypeId: number;
  readonly settings: SourceSettings;
  readonly offer: Offer | null;
  readonly offeredBy: UserId | null;
  readonly sourceName: string;
  readonly targetId: TenantId;
  readonly targetName: string;
  readonly targetEnabled: boolean;
  readonly acceptanceId: number | null;
  readonly approvedVersion: number | null;
  readonly approvedBy: UserId | null;
  readonly targetTypeId: number | null;
  readonly targetSettings: TargetSettings | null;
};

export const findRoute = (database: Database, tenant: TenantId, mappingId: number): Promise<Route | null> =>
  database.asOwnerOfAll(async (connection) => {
    const { rows } = await connection.query(
      `select row_to_json(r)::text as route from (
         select m.enabled, m.version, m.record_type_id as "recordTypeId", m.settings, m.offer, m.offered_by as "offeredBy",
           s.name as "sourceName", t.id as "targetId", t.name as "targetName", t.enabled as "targetEnabled",
           a.id as "acceptanceId", a.approved_version as "approvedVersion", a.approved_by as "approvedBy",
           a.record_type_id as "targetTypeId", a.settings as "targetSettings"
         from transmission_mapping m join tenant s on s.id = m.tenant_id join tenant t on t.id = m.target_tenant_id
           left join transmission_acceptance a on a.tenant_id = m.target_tenant_id and a.mapping_id = m.id
         where m.tenant_id = $1 and m.id = $2) r`,
      [tenant, mappingId],
    );
    const [found] = rows;
    return found === undefined ? null : (JSON.parse(String(found['route'])) as Route);
  });

/** Kept before anything is delivered, so that every try sends the same. */
export const keepContents = (
  tenant: TenantId,
  contents: readonly {
    readonly id: number;
    readonly content: SentContent;
    readonly fileIds: readonly number[];
  }[],
): Statement => ({
  text: `update transmission t set content = u.content, file_ids = nullif(u.file_ids, '{}')::bigint[]
         from unnest($2::bigint[], $3::jsonb[], $4::text[]) as u(id, content, file_ids)
         where t.tenant_id = $1 and t.id = u.id and t.content is null`,
  values: [
    tenant,
    arrayText(contents, ({ id }) => id),
    arrayText(contents, ({ content }) => JSON.stringify(content)),
    arrayText(contents, ({ fileIds }) => `{${fileIds.join(',')}}`),
  ],
});

const received = row({
  messageId: text,
  sourceKey: text,
  state: text.as((state) => state as 'DELIVERED' | 'DEAD'),
});
export const readReceived = (answer: Answer | undefined) => received.read(answer);

/** What is known of these messages, and of these records of the source. */
export const selectReceived = (
  tenant: TenantId,
  acceptanceId: number,
  messageIds: readonly string[],
  sourceKeys: readonly string[],
): Statement => ({
  text: `select ${received.columns} from transmission_received
         where tenant_id = $1 and (message_id = any($3::uuid[])
           or (acceptance_id = $2 and source_key = any($4::text[]) and state = 'DELIVERED'))`,
  values: [tenant, acceptanceId, messageIds, sourceKeys],
});

export type Receipt = {
  readonly messageId: string;
  readonly sourceKey: string;
  readonly state: 'DELIVERED' | 'DEAD';
  readonly recordTypeId: number | null;
  readonly recordId: number | null;
  readonly content: SentContent;
  readonly reason: string | null;
};

const keptReceipt = row({ messageId: text.at('r.message_id') });
export const countReceipts = (answer: Answer | undefined): number => keptReceipt.read(answer).length;

/**
 * One that failed before may come through now. One that was delivered stays as it is and is not answered: another server was
 * faster, and what was made beside this receipt must not stay.
 */
export const keepReceipts = (
  tenant: TenantId,
  acceptanceId: number,
  receipts: readonly Receipt[],
): Statement => ({
  text: `insert into transmission_received as r
           (tenant_id, acceptance_id, message_id, source_key, state, record_type_id, record_id, content, reason)
         select $1, $2, u.* from unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::jsonb[], $9::text[]) u
         on conflict (tenant_id, message_id) do update set state = excluded.state, record_type_id = excluded.record_type_id,
           record_id = excluded.record_id, content = excluded.content, reason = excluded.reason, received_at = clock_timestamp()
         where r.state <> 'DELIVERED' returning ${keptReceipt.columns}`,
  values: [
    tenant,
    acceptanceId,
    arrayText(receipts, ({ messageId }) => messageId),
    arrayText(receipts, ({ sourceKey }) => sourceKey),
    arrayText(receipts, ({ state }) => state),
    arrayText(receipts, ({ recordTypeId }) => recordTypeId),
    arrayText(receipts, ({ recordId }) => recordId),
    arrayText(receipts, ({ content }) => JSON.stringify(content)),
    arrayText(receipts, ({ reason }) => reason),
  ],
});

export type Outcome = {
  readonly id: number;
  readonly state: 'DELIVERED' | 'DEAD';
  readonly reason: string | null;
};

const ended = row({ id: number.at('t.id') });
export const readEnded = (answer: Answer | undefined): number[] => ended.read(answer).map(({ id }) => id);

/** Answers what was still open, and ends: of two servers that delivered the same, the second changes nothing. */
export const endMessages = (tenant: TenantId, outcomes: readonly Outcome[]): Statement => ({
  text: `update transmission t set state = u.state, reason = u.reason, ended_at = clock_timestamp()
         from unnest($2::bigint[], $3::text[], $4::text[]) as u(id, state, reason)
         where t.tenant_id = $1 and t.id = u.id and t.state in ('QUEUED', 'FAILED') returning ${ended.columns}`,
  values: [
    tenant,
    arrayText(outcomes, ({ id }) => id),
    arrayText(outcomes, ({ state }) => state),
    arrayText(outcomes, ({ reason }) => reason),
  ],
});

/** For what is settled outside both companies: a wait, another try, or the end of trying. */
export const postponeMessages = (
  database: Database,
  tenant: TenantId,
  ids: readonly number[],
  { state, reason, seconds }: { state: 'QUEUED' | 'FAILED' | 'DEAD'; reason: string | null; seconds: number },
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update transmission set state = $3, reason = $4, next_try_at = clock_timestamp() + $5 * interval '1 second',
         tries = case when $3 = 'QUEUED' then greatest(tries - 1, 0) else tries end,
         ended_at = case when $3 = 'DEAD' then clock_timestamp() end
       where tenant_id = $1 and id = any($2::bigint[]) and state in ('QUEUED', 'FAILED')`,
      [tenant, ids, state, reason, seconds],
    );
  });

/** Nobody else takes them for as long again. */
export const holdMessages = (database: Database, tenant: TenantId, ids: readonly number[]): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update transmission set next_try_at = clock_timestamp() + interval '${leaseSeconds} seconds'
       where tenant_id = $1 and id = any($2::bigint[]) and state in ('QUEUED', 'FAILED')`,
      [tenant, ids],
    );
  });

/** Of a line that a committed transaction announced (see the migration transmissions). */
export const announcesTransmission = (line: string): boolean => line.split(' ', 3)[2] === 't';
