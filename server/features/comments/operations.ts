import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { longestIdempotencyKey } from '@rowhouse/domain/records/limits.ts';
import {
  commentPage,
  mostChangedComments,
  mostCountedRecords,
  mostReaders,
} from '@rowhouse/domain/comments/limits.ts';
import type { Mention } from '@rowhouse/domain/comments/mentions.ts';
import { findMentions } from '@rowhouse/domain/comments/mentions.ts';
import {
  forbid,
  refuseText,
  toCommentText,
  whyNotComment,
  whyNotMention,
  whyNotOwnComment,
  whyNotWrite,
} from '@rowhouse/domain/comments/rules.ts';
import type { CommentReading, RecordComment } from '@rowhouse/domain/contract.generated.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { TenantConfig, TenantMember } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { hashBody, requireSameBody } from '../../platform/body-of-key.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inSightStatement, queryOfIds, readSeenRecords } from '../../platform/record-store/sight.ts';
import type { SeenRecord } from '../../platform/record-store/sight.ts';
import { findSeeing } from './find-seeing.ts';
import type { StoredComment, StoredReading } from './sql.ts';
import {
  changeComment,
  findCommentById,
  findCommentOfKey,
  findTypeOfComment,
  insertComment,
  keepReadUpTo,
  keepWatchLevel,
  readComment,
  readComments,
  readReadings,
  readTypeOfComment,
  selectChangedComments,
  selectLastComments,
  selectReadings,
} from './sql.ts';

export const commentsOperations = {
  async findComments({ data }, context) {
    const { recordId, before, after } = data;
    if (before != null && after != null) throw invalid('Ask before a comment or after a version.', 'after');
    const { tenantId, userId: me } = context.viewer;
    const grid = context.authorise(data.recordTypeId);
    // What is read first is the older, and comments are committed in the order of their versions: nothing is passed over.
    const { answers } = await context.readTogether([
      inSightStatement(queryOfIds([recordId], grid, context)),
      selectReadings(tenantId, me, [recordId]),
      after == null
        ? selectLastComments(tenantId, recordId, before ?? null)
        : selectChangedComments(tenantId, recordId, after),
    ]);
    const [seen] = readSeenRecords(answers[0]);
    const [reading] = readReadings(answers[1]);
    if (seen === undefined || reading === undefined) throw notFound('The record');
    const found = readComments(answers[2]);
    const most = after == null ? commentPage : mostChangedComments;
    const isMore = found.length > most;
    const taken = found.slice(0, most);
    // A comment written between the two readings is answered, and is not to be asked for again.
    const newest = Math.max(after ?? 0, ...taken.map(({ version }) => version));
    const version = isMore && after != null ? newest : Math.max(newest, reading.version);
    if (after == null) taken.reverse();
    return {
      comments: taken.map((comment) => describe(comment, context)),
      isMore,
      version,
      reading: describeReading(reading),
      whyNotWrite: whyNotWrite(!seen.isEnabled),
    };
  },

  async findCommentReaders({ data }, context) {
    const grid = context.authorise(data.recordTypeId);
    const query = inSightStatement(queryOfIds([data.recordId], grid, context));
    const [seen] = readSeenRecords((await context.read([query])).answers[0]);
    if (seen === undefined) throw notFound('The record');
    const sought = requireStorableText(data.search ?? '', 'search')
      .trim()
      .toLowerCase();
    const matching = listMentionable(context.config)
      .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(sought))
      .sort(byName(sought));
    const seeing = await findSeeing(
      matching.map(({ id }) => id),
      seen,
      context,
      async (statements) => (await context.read(statements)).answers,
    );
    const offered = [
      ...matching.filter(({ id }) => seeing.has(id)),
      ...matching.filter(({ id }) => !seeing.has(id)),
    ];
    return {
      members: offered
        .slice(0, mostReaders)
        .map(({ id, name, email }) => ({ id, name, email, maySeeRecord: seeing.has(id) })),
      isMore: offered.length > mostReaders,
    };
  },

  async countComments({ data }, context) {
    const ids = [...new Set(data.recordIds)];
    if (ids.length > mostCountedRecords)
      throw invalid(
        `The comments of at most ${mostCountedRecords} records can be counted at once.`,
        'recordIds',
      );
    const { tenantId, userId: me } = context.viewer;
    const grid = context.authorise(data.recordTypeId);
    const { answers } = await context.readTogether([
      inSightStatement(queryOfIds(ids, grid, context)),
      selectReadings(tenantId, me, ids),
    ]);
    const seen = new Set(readSeenRecords(answers[0]).map(({ id }) => id));
    const readings = readReadings(answers[1]).filter(({ recordId }) => seen.has(recordId));
    const asked = readings.filter(({ version, watchLevel }) => version > 0 || watchLevel !== 'MENTIONS');
    return { records: asked.map(describeReading) };
  },

  async createComment({ data }, context) {
    const { idempotencyKey, recordId } = data;
    const { tenantId, userId: me } = context.viewer;
    const grid = context.authorise(data.recordTypeId);
    requireStorableText(idempotencyKey, 'idempotencyKey');
    if (idempotencyKey === '' || idempotencyKey.length > longestIdempotencyKey)
      throw invalid(`A key has from 1 to ${longestIdempotencyKey} characters.`, 'idempotencyKey');
    const content = toCommentText(data.text);
    const body = hashBody({ recordId, content });
    return context.write(
      [
        inSightStatement(queryOfIds([recordId], grid, context)),
        findCommentOfKey(tenantId, me, idempotencyKey),
      ],
      async (transaction, found) => {
        const seen = requireSeen(readSeenRecords(found[0]));
        const before = readComment(found[1]);
        if (before !== null) return describeKept(before, body, context);
        forbid(whyNotWrite(!seen.isEnabled));
        refuseText(whyNotComment(content));
        const mentions = await requireMentions(content, seen, transaction, context);
        const made = readComment(
          await transaction.one(
            insertComment(tenantId, me, {
              recordId,
              typeId: seen.typeId,
              content,
              mentions,
              idempotencyKey,
              body,
            }),
          ),
        );
        if (made !== null) return describe(made, context);
        // The same was sent twice at the same moment.
        const kept = readComment(await transaction.one(findCommentOfKey(tenantId, me, idempotencyKey)));
        if (kept === null) throw new Refusal('CONFLICT', 'The comment is being sent already.');
        return describeKept(kept, body, context);
      },
    );
  },

  async updateComment({ data }, context) {
    const content = toCommentText(data.text);
    return changeOwn(data.id, context, async (standing, seen, transaction) => {
      refuseText(whyNotComment(content));
      if (standing.content === content) return standing;
      const mentions = await requireMentions(content, seen, transaction, context);
      const { tenantId } = context.viewer;
      return readComment(
        await transaction.one(changeComment(tenantId, standing, seen.typeId, content, mentions)),
      );
    });
  },

  async deleteComment({ data }, context) {
    return changeOwn(data.id, context, async (standing, seen, transaction) =>
      readComment(
        await transaction.one(changeComment(context.viewer.tenantId, standing, seen.typeId, null, [])),
      ),
    );
  },

  async markCommentsRead({ data }, context) {
    const { tenantId, userId: me } = context.viewer;
    if (data.upTo < 0) throw invalid('The number of a comment is not negative.', 'upTo');
    return changeReading(data, context, keepReadUpTo(tenantId, me, data.recordId, data.upTo));
  },

  async updateRecordWatch({ data }, context) {
    const { tenantId, userId: me } = context.viewer;
    return changeReading(data, context, keepWatchLevel(tenantId, me, data.recordId, data.level));
  },
} satisfies Pick<
  OperationTable,
  | 'findComments'
  | 'findCommentReaders'
  | 'countComments'
  | 'createComment'
  | 'updateComment'
  | 'deleteComment'
  | 'markCommentsRead'
  | 'updateRecordWatch'
>;

function requireSeen([seen]: readonly SeenRecord[]): SeenRecord {
  if (seen === undefined) throw notFound('The record');
  return seen;
}

async function changeReading(
  { recordId, recordTypeId }: { readonly recordId: number; readonly recordTypeId: number },
  context: MemberContext,
  change: Parameters<Transaction['one']>[0],
): Promise<CommentReading> {
  const { tenantId, userId: me } = context.viewer;
  const grid = context.authorise(recordTypeId);
  return context.write(
    [inSightStatement(queryOfIds([recordId], grid, context))],
    async (transaction, found) => {
      requireSeen(readSeenRecords(found[0]));
      const answers = await transaction.run([change, selectReadings(tenantId, me, [recordId])]);
      const [reading] = readReadings(answers[1]);
      if (reading === undefined) throw notFound('The record');
      return describeReading(reading);
    },
  );
}

/** A comment whose record is out of sight is not there; of one that is, it is said why it cannot be changed. */
async function changeOwn(
  id: number,
  context: MemberContext,
  change: (
    standing: StoredComment,
    seen: SeenRecord,
    transaction: Transaction,
  ) => Promise<StoredComment | null>,
): Promise<RecordComment> {
  const { config, viewer } = context;
  const { answers } = await context.read([
    findTypeOfComment(viewer.tenantId, id),
    findCommentById(viewer.tenantId, id),
  ]);
  const typeId = readTypeOfComment(answers[0]);
  const grid: AuthorisedRecordType | null =
    typeId === null ? null : findAuthorisedRecordType(config, viewer, typeId);
  const recordId = readComment(answers[1])?.recordId;
  if (grid === null || recordId === undefined) throw notFound('The comment');
  return context.write(
    [inSightStatement(queryOfIds([recordId], grid, context)), findCommentById(viewer.tenantId, id)],
    async (transaction, found) => {
      const [seen] = readSeenRecords(found[0]);
      const standing = readComment(found[1]);
      if (seen === undefined || standing === null) throw notFound('The comment');
      forbid(whyNotOwnComment(standing.userId === viewer.userId, standing.deletedAt !== null));
      forbid(whyNotWrite(!seen.isEnabled));
      const changed = await change(standing, seen, transaction);
      // Deleted from another window just now.
      if (changed === null) throw new Refusal('FORBIDDEN', whyNotOwnComment(true, true) ?? '');
      return describe(changed, context);
    },
  );
}

/** The people who are mentioned, all of whom see the record. Of several with one name, those who do. */
async function requireMentions(
  content: string,
  seen: SeenRecord,
  transaction: Transaction,
  context: MemberContext,
): Promise<readonly Mention[]> {
  const mentions = findMentions(content, listMentionable(context.config));
  if (mentions.length === 0) return mentions;
  const seeing = await findSeeing(
    mentions.map(({ id }) => userId(id)),
    seen,
    context,
    (statements) => transaction.run(statements),
  );
  const reached = mentions.filter(({ id }) => seeing.has(userId(id)));
  const names = new Set(mentions.map(({ name }) => name));
  const reachedNames = new Set(reached.map(({ name }) => name));
  refuseText(
    whyNotMention(
      [...names],
      [...names].filter((name) => !reachedNames.has(name)),
    ),
  );
  return reached;
}

/** Specification 6: only people with an email are offered. */
const listMentionable = ({ members }: TenantConfig): TenantMember[] =>
  [...members.values()].filter(({ email, enabled, name }) => enabled && email !== '' && name !== '');

/** Whose name begins with what is sought comes first. */
const byName =
  (sought: string) =>
  (one: TenantMember, other: TenantMember): number => {
    const begins = ({ name }: TenantMember) => (name.toLowerCase().startsWith(sought) ? 0 : 1);
    return begins(one) - begins(other) || one.name.localeCompare(other.name, 'en') || one.id - other.id;
  };

/** The first answer again; a key is of one comment. */
function describeKept(kept: StoredComment, body: string, context: MemberContext): RecordComment {
  requireSameBody(kept.bodyHash, body);
  return describe(kept, context);
}

function describe(comment: StoredComment, { config, viewer }: MemberContext): RecordComment {
  const { content, userId: author, bodyHash: _hash, ...rest } = comment;
  const member = config.members.get(author);
  return {
    ...rest,
    text: content,
    isOwn: author === viewer.userId,
    user: member === undefined ? null : { id: member.id, name: member.name, email: member.email },
  };
}

const describeReading = ({ version: _version, ...reading }: StoredReading): CommentReading => reading;
