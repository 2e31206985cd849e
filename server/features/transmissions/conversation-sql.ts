import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { Side, VersionContent } from '@rowhouse/domain/transmissions/conversation.ts';
import type { CarriedItem } from '@rowhouse/domain/transmissions/setup.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const conversation = row(
  {
    id: number,
    side: text.as((side) => side as Side),
    recordTypeId: number,
    recordId: number,
    partnerName: text,
    items: json<CarriedItem[]>(),
    terms: numbers,
    lastNumber: number,
    ourOpen: number,
    waitsSince: text.as(instantFromText).orNull,
    dueAt: text.as(instantFromText).orNull,
    isOverdue: flag.at('coalesce(c.due_at <= clock_timestamp(), false)'),
  },
  'c',
);
export type StoredConversation = Described<typeof conversation>;
export const readConversations = (answer: Answer | undefined): StoredConversation[] =>
  conversation.read(answer);

/** The newest first. */
export const selectConversationsOf = (tenant: TenantId, recordId: number): Statement => ({
  text: `select ${conversation.columns} from conversation c where c.tenant_id = $1 and c.record_id = $2 order by c.id desc limit 20`,
  values: [tenant, recordId],
  isPrepared: true,
});

export const selectConversation = (tenant: TenantId, id: number): Statement => ({
  text: `select ${conversation.columns} from conversation c where c.tenant_id = $1 and c.id = $2`,
  values: [tenant, id],
});

/** Those of which lines wait for this company: what is due first, the overdue before it, then what waits longest. */
export const selectWaiting = (tenant: TenantId, typeIds: readonly number[], most: number): Statement => ({
  text: `select ${conversation.columns} from conversation c
         where c.tenant_id = $1 and c.our_open > 0 and c.record_type_id = any($2::bigint[])
         order by c.due_at nulls last, c.waits_since limit ${most}`,
  values: [tenant, typeIds],
});

const version = row(
  {
    conversationId: number,
    number,
    side: text.as((side) => side as Side),
    userId: number.as(userId).orNull,
    requestKey: text.orNull,
    content: json<VersionContent>(),
    at: text.as(instantFromText).at('v.created_at'),
  },
  'v',
);
export type StoredVersion = Described<typeof version>;
export const readVersions = (answer: Answer | undefined): StoredVersion[] => version.read(answer);

/** In their order. */
export const selectVersions = (tenant: TenantId, ids: readonly number[]): Statement => ({
  text: `select ${version.columns} from conversation_version v
         where v.tenant_id = $1 and v.conversation_id = any($2::bigint[]) order by v.conversation_id, v.number`,
  values: [tenant, ids],
});

const partner = row({
  isOpen: flag.at('partner_open'),
  answering: json<AnswerPolicy>().at('partner_answering').orNull,
});
export const findPartner = (answer: Answer | undefined) => partner.find(answer);

/** Held until the end of the transaction, in both companies; no row where the other is gone. */
export const lockConversation = (id: number): Statement => ({
  text: `select ${partner.columns} from lock_conversation($1)`,
  values: [id],
});

const other = row({
  conversationId: number.at('o.id'),
  isOpen: flag.at('o.is_open'),
  dueAt: text.as(instantFromText).at('o.due_at').orNull,
  isOverdue: flag.at('o.is_overdue'),
  remindedAt: text.as(instantFromText).at('o.reminded_at').orNull,
  mayRemind: flag.at('o.may_remind'),
});
/** The company of the other half, as far as this one may know. */
export type ConversationPartner = Omit<Described<typeof other>, 'conversationId'>;
export const readPartners = (answer: Answer | undefined): ReadonlyMap<number, ConversationPartner> =>
  new Map(other.read(answer).map(({ conversationId, ...partnerOf }) => [conversationId, partnerOf]));

export const selectPartners = (ids: readonly number[]): Statement => ({
  text: `select ${other.columns} from conversation_partners($1::bigint[]) o`,
  values: [ids],
});

const reminded = row({ outcome: text.at('remind_partner($1)') });
export const readReminded = (answer: Answer | undefined): string => reminded.get(answer).outcome;

export const remindPartner = (id: number): Statement => ({
  text: `select ${reminded.columns}`,
  values: [id],
});

const appended = row({ lastNumber: number });
export const findAppended = (answer: Answer | undefined): number | null =>
  appended.find(answer)?.lastNumber ?? null;

/** How many wait for a side, and since which version. */
export type WaitingLines = { readonly lines: number; readonly since: number | null };

/** No row where somebody was faster. */
export const appendVersions = (
  id: number,
  after: number,
  requestKey: string,
  versions: readonly { readonly content: VersionContent; readonly isOurs: boolean }[],
  ours: WaitingLines,
  theirs: WaitingLines,
): Statement => ({
  text: `select ${appended.columns} from append_to_conversation($1, $2, $3::uuid, $4::jsonb[], $5::boolean[], $6, $7, $8, $9)`,
  values: [
    id,
    after,
    requestKey,
    arrayText(versions, ({ content }) => JSON.stringify(content)),
    arrayText(versions, ({ isOurs }) => String(isOurs)),
    ours.lines,
    theirs.lines,
    ours.since,
    theirs.since,
  ],
});

export type OpenedConversation = {
  readonly messageId: string;
  readonly opened: VersionContent;
  /** Null: a person of the target answers. */
  readonly answered: VersionContent | null;
  readonly openLines: number;
};

/** In the target's transaction, after its receipts. */
export const openConversations = (
  acceptanceId: number,
  terms: readonly number[],
  conversations: readonly OpenedConversation[],
): Statement => ({
  text: 'select open_conversations($1, $2::uuid[], $3::int[], $4::jsonb[], $5::jsonb[], $6::int[])',
  values: [
    acceptanceId,
    arrayText(conversations, ({ messageId }) => messageId),
    arrayText(terms, (item) => item),
    arrayText(conversations, ({ opened }) => JSON.stringify(opened)),
    arrayText(conversations, ({ answered }) => (answered === null ? null : JSON.stringify(answered))),
    arrayText(conversations, ({ openLines }) => openLines),
  ],
});
