import { readerOf } from '@rowhouse/domain/access/view-as.ts';
import { mostMarked, mostUnreadShown, notificationPage } from '@rowhouse/domain/notifications/limits.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { readSeen } from './read-seen.ts';
import type { SeenNotification } from './read-seen.ts';
import {
  keepMailChoices,
  markRead,
  readMailChoices,
  readNotifications,
  selectMailChoices,
  selectNotifications,
} from './sql.ts';

/** Rows that are read at a time: some of them may be of what the viewer does not see. */
const rowsAtATime = 200;
const mostRounds = 10;

export const createNotificationsOperations = ({
  mailer,
}: {
  readonly mailer: Pick<Mailer, 'kind'>;
}): Pick<
  OperationTable,
  'findNotifications' | 'markNotificationsRead' | 'findNotificationMails' | 'updateNotificationMails'
> => ({
  async findNotifications({ data }, context) {
    const { seen, next } = await find(
      { before: data.before ?? null, unreadOnly: false, most: notificationPage },
      context,
    );
    return { notifications: seen.map(({ shown }) => shown), next, unread: await countUnread(context) };
  },

  async markNotificationsRead({ data }, context) {
    const { ids = null } = data;
    if (ids !== null && ids.length > mostMarked)
      throw invalid(`At most ${mostMarked} notifications can be marked at once.`, 'ids');
    const { tenantId, userId } = context.viewer;
    await context.write([markRead(tenantId, userId, ids)], async () => undefined);
    return countUnread(context);
  },

  async findNotificationMails(_input, context) {
    const { viewer } = context;
    const { answers } = await context.read([selectMailChoices(viewer.tenantId, readerOf(viewer))]);
    return { mails: readMailChoices(answers[0]), isSent: mailer.kind !== 'none' };
  },

  async updateNotificationMails({ data }, context) {
    const { tenantId, userId } = context.viewer;
    return context.write([], async (transaction) => {
      const answers = await transaction.run([
        keepMailChoices(tenantId, userId, [data]),
        selectMailChoices(tenantId, userId),
      ]);
      return { mails: readMailChoices(answers[1]), isSent: mailer.kind !== 'none' };
    });
  },
});

type Asked = { readonly before: number | null; readonly unreadOnly: boolean; readonly most: number };

/** The newest that may be seen. `next` is where to go on; null where nothing is left. */
async function find(
  asked: Asked,
  context: MemberContext,
): Promise<{ seen: SeenNotification[]; next: number | null }> {
  const { tenantId } = context.viewer;
  const userId = readerOf(context.viewer);
  const found: SeenNotification[] = [];
  let { before } = asked;
  for (let round = 0; round < mostRounds; round += 1) {
    const statement = selectNotifications(tenantId, userId, { ...asked, before, most: rowsAtATime });
    const rows = readNotifications((await context.read([statement])).answers[0]);
    found.push(...(await readSeen(rows, context)));
    before = rows.at(-1)?.id ?? before;
    const isLast = rows.length < rowsAtATime;
    if (found.length > asked.most || (found.length === asked.most && !isLast)) {
      const seen = found.slice(0, asked.most);
      return { seen, next: seen.at(-1)?.stored.id ?? null };
    }
    if (isLast) return { seen: found, next: null };
  }
  return { seen: found, next: before };
}

async function countUnread(context: MemberContext): Promise<{ unread: number }> {
  const { seen } = await find({ before: null, unreadOnly: true, most: mostUnreadShown + 1 }, context);
  return { unread: seen.length };
}
