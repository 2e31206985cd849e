import type { Mention } from '@rowhouse/domain/comments/mentions.ts';
import { commentPage, mostChangedComments } from '@rowhouse/domain/comments/limits.ts';
import type { WatchLevel } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const comment = row(
  {
    id: number,
    recordId: number,
    number,
    version: number,
    userId: number.as(userId),
    content: text.orNull,
    mentions: json<Mention[]>(),
    createdAt: text.as(instantFromText),
    editedAt: text.as(instantFromText).orNull,
    deletedAt: text.as(instantFromText).orNull,
    /** Of what was sent when it was made; null of one that was made before that was kept. */
    bodyHash: text.orNull,
  },
  'c',
);

export type StoredComment = Described<typeof comment>;
export const readComments = (answer: Answer | undefined): StoredComment[] => comment.read(answer);
export const readComment = (answer: Answer | undefined): StoredComment | null => comment.find(answer);

/** One more than a page, the last first. */
export const selectLastComments = (tenant: TenantId, record: number, before: number | null): Statement => ({
  text: `select ${comment.columns} from record_comment c
         where c.tenant_id = $1 and c.record_id = $2 and c.number < $3
         order by c.number desc limit ${commentPage + 1}`,
  values: [tenant, record, before ?? Number.MAX_SAFE_INTEGER],
  isPrepared: true,
});

/** One more than are answered, in the order in which they were changed. */
export const selectChangedComments = (tenant: TenantId, record: number, after: number): Statement => ({
  text: `select ${comment.columns} from record_comment c
         where c.tenant_id = $1 and c.record_id = $2 and c.version > $3
         order by c.version limit ${mostChangedComments + 1}`,
  values: [tenant, record, after],
  isPrepared: true,
});

const reading = row({
  recordId: number.at('asked.id'),
  version: number.at('coalesce(t.version, 0)'),
  total: number.at('coalesce(c.total, 0)'),
  unread: number.at('coalesce(c.unread, 0)'),
  readUpTo: number.at('coalesce(r.read_number, 0)'),
  watchLevel: text
    .as((level) => level as WatchLevel)
    .at(`coalesce(r.watch_level, case when c.has_own then 'WATCHING' else 'MENTIONS' end)`),
});

export type StoredReading = Described<typeof reading>;
export const readReadings = (answer: Answer | undefined): StoredReading[] => reading.read(answer);

/** Of each record how far its talk is, and how far the person has read it. */
export const selectReadings = (tenant: TenantId, person: UserId, records: readonly number[]): Statement => ({
  text: `select ${reading.columns}
         from unnest($3::bigint[]) asked (id)
         left join record_talk t on t.tenant_id = $1 and t.record_id = asked.id
         left join record_talk_reader r on r.tenant_id = $1 and r.user_id = $2 and r.record_id = asked.id
         left join lateral (
           select count(*) filter (where c.deleted_at is null) as total,
                  count(*) filter (where c.deleted_at is null and c.user_id <> $2
                                     and c.number > coalesce(r.read_number, 0)) as unread,
                  bool_or(c.user_id = $2) as has_own
           from record_comment c where c.tenant_id = $1 and c.record_id = asked.id) c on true`,
  values: [tenant, person, records],
  isPrepared: true,
});

export type NewComment = {
  readonly recordId: number;
  readonly typeId: RecordTypeId;
  readonly content: string;
  readonly mentions: readonly Mention[];
  readonly idempotencyKey: string;
  /** Hash of what was sent under the key; absent of what the server makes. */
  readonly body?: string;
};

/** The lock of the talk is held from here on: comments of a record are committed in the order of their numbers. */
const nextVersion = `insert into record_talk as t (tenant_id, record_id, record_type_id, version) values ($1, $2, $3, 1)
  on conflict (tenant_id, record_id) do update set version = t.version + 1 returning t.version`;

/** No row when the person has sent the key before. */
export const insertComment = (tenant: TenantId, author: UserId, made: NewComment): Statement => ({
  text: `with talk as (${nextVersion})
         insert into record_comment as c (tenant_id, record_id, number, version, user_id, content, mentions, idempotency_key, body_hash)
         select $1, $2, talk.version, talk.version, $4, $5, $6::jsonb, $7, $8 from talk
         on conflict (tenant_id, user_id, idempotency_key) do nothing returning ${comment.columns}`,
  values: [
    tenant,
    made.recordId,
    made.typeId,
    author,
    made.content,
    JSON.stringify(made.mentions),
    made.idempotencyKey,
    made.body ?? null,
  ],
});

export const findCommentOfKey = (tenant: TenantId, author: UserId, key: string): Statement => ({
  text: `select ${comment.columns} from record_comment c
         where c.tenant_id = $1 and c.user_id = $2 and c.idempotency_key = $3`,
  values: [tenant, author, key],
});

export const findCommentById = (tenant: TenantId, id: number): Statement => ({
  text: `select ${comment.columns} from record_comment c where c.tenant_id = $1 and c.id = $2`,
  values: [tenant, id],
});

const talk = row({ typeId: number.as(recordTypeId).at('t.record_type_id') });
/** The type of the record whose comment it is. */
export const findTypeOfComment = (tenant: TenantId, id: number): Statement => ({
  text: `select ${talk.columns} from record_comment c
         join record_talk t on t.tenant_id = c.tenant_id and t.record_id = c.record_id
         where c.tenant_id = $1 and c.id = $2`,
  values: [tenant, id],
});
export const readTypeOfComment = (answer: Answer | undefined): RecordTypeId | null =>
  talk.find(answer)?.typeId ?? null;

/** Of a comment that is not deleted. Without content it is deleted. */
export const changeComment = (
  tenant: TenantId,
  { id, recordId }: StoredComment,
  typeId: RecordTypeId,
  content: string | null,
  mentions: readonly Mention[],
): Statement => ({
  text: `with talk as (${nextVersion})
         update record_comment c set version = talk.version, content = $5, mentions = $6::jsonb,
           edited_at = case when $5::text is null then c.edited_at else clock_timestamp() end,
           deleted_at = case when $5::text is null then clock_timestamp() end
         from talk where c.tenant_id = $1 and c.id = $4 and c.deleted_at is null returning ${comment.columns}`,
  values: [tenant, recordId, typeId, id, content, JSON.stringify(mentions)],
});

/** No further than there are comments, and never back. */
export const keepReadUpTo = (
  tenant: TenantId,
  person: UserId,
  record: number,
  number: number,
): Statement => ({
  text: `insert into record_talk_reader as r (tenant_id, user_id, record_id, read_number)
         select $1, $2, $3, least($4::bigint, coalesce((
           select version from record_talk where tenant_id = $1 and record_id = $3), 0))
         on conflict (tenant_id, user_id, record_id) do update
           set read_number = greatest(r.read_number, excluded.read_number)`,
  values: [tenant, person, record, number],
});

export const keepWatchLevel = (
  tenant: TenantId,
  person: UserId,
  record: number,
  level: WatchLevel,
): Statement => ({
  text: `insert into record_talk_reader (tenant_id, user_id, record_id, watch_level) values ($1, $2, $3, $4)
         on conflict (tenant_id, user_id, record_id) do update set watch_level = excluded.watch_level`,
  values: [tenant, person, record, level],
});
