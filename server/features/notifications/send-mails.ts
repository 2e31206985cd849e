// Mails of notifications. What waits stands in the database; one server claims a person, writes what that person may see at
// this moment, and marks it as settled when the mail server has taken it. A failure gives the claim back for later. A process
// that is killed between the two sends the mail again, under the same Message-ID.
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { burstMs, longestWaitMs, mostMailed } from '@rowhouse/domain/notifications/limits.ts';
import { findDue } from '@rowhouse/domain/notifications/mail-due.ts';
import { sayNotification } from '@rowhouse/domain/notifications/words.ts';
import { findAwayContext } from '../../graphql/away-context.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { MailFailure } from '../../platform/mail/mailer.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { notificationMail } from '../../platform/mail/mails.ts';
import type { MailBrand } from '../../platform/mail/mails.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readBrand, selectBrand } from '../tenants/sql.ts';
import { readSeen } from './read-seen.ts';
import type { SeenNotification } from './read-seen.ts';
import {
  claimAddressee,
  readCompanyUrl,
  readMailChoices,
  readNotifications,
  releaseAddressee,
  selectCompanyUrl,
  selectMailChoices,
  selectUnsettled,
  settle,
  settleAll,
  sweepNotifications,
} from './sql.ts';
import type { Addressee } from './sql.ts';
import { unsubscribeLink } from './unsubscribe-route.ts';

/** Longer than the mail server has to answer. */
const claimMs = 3 * 60_000;
const afterFailure = { firstWaitMs: 60_000, longestWaitMs: 60 * 60_000 };
/** Read for one mail; what is beyond waits for the next. */
const mostRead = 500;
const mostAttempts = 4;

export type NotificationMails = {
  /** Sends what is due, to everybody. */
  sendDue(): Promise<void>;
  sweep(): Promise<unknown>;
};

export function createNotificationMails(parts: {
  database: Database;
  configs: TenantConfigCache;
  mailer: Mailer;
  grants: Grants;
  clock: Clock;
  log: Log;
  /** Where people reach this installation, without a slash at its end. */
  linkBase: string;
}): NotificationMails {
  const { database, configs, mailer, clock, log } = parts;

  async function sendTo(addressee: Addressee): Promise<void> {
    const { mail, settled } = await compose(addressee);
    if (mail !== null) await send(mail);
    if (settled.length > 0)
      await database.withTenant(addressee, (transaction) =>
        transaction.run([settle(addressee.tenantId, addressee.userId, settled)]),
      );
  }

  async function send(mail: Mail): Promise<void> {
    try {
      await mailer.send(mail);
    } catch (error) {
      if (!(error instanceof MailFailure) || !error.isFinal) throw error;
      log.error({ to: mail.to, reason: error.message }, 'a mail of notifications was refused for good');
    }
  }

  type Composed = { readonly mail: Mail | null; readonly settled: readonly number[] };

  async function compose(addressee: Addressee): Promise<Composed> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await composeNow(addressee);
      } catch (error) {
        if (!(error instanceof StaleConfiguration) || attempt === mostAttempts) throw error;
        await configs.reload(addressee.tenantId);
      }
    }
  }

  async function composeNow(addressee: Addressee): Promise<Composed> {
    const { tenantId, userId } = addressee;
    const context = await findAwayContext({ database, configs, log }, addressee);
    if (context === null) throw noMember();
    const { answers } = await context.read([
      selectUnsettled(tenantId, userId, mostRead),
      selectMailChoices(tenantId, userId),
      selectCompanyUrl(tenantId),
      selectBrand(tenantId),
    ]);
    const rows = readNotifications(answers[0]);
    const { viewer, config } = context;
    const unread = rows.filter(({ isRead }) => !isRead);
    const due = findDue(unread, readMailChoices(answers[1]), { nowMs: clock.now(), zone: viewer.timeZone });
    const seen = await readSeen(due.mailed, context);
    const settled = [...rows.filter(({ isRead }) => isRead), ...due.off, ...due.mailed].map(({ id }) => id);
    if (seen.length === 0) return { mail: null, settled };
    const member = config.members.get(userId);
    const about = {
      to: viewer.email,
      firstName: member?.firstName ?? null,
      tenantName: config.name,
      url: readCompanyUrl(answers[2]),
      brand: readBrand(answers[3]),
    };
    return { mail: write(seen, addressee, about), settled };
  }

  function write(
    seen: readonly SeenNotification[],
    { tenantId, userId }: Addressee,
    about: { to: string; firstName: string | null; tenantName: string; url: string; brand: MailBrand },
  ): Mail {
    const { linkBase, grants } = parts;
    const home = `${linkBase}/${about.url}`;
    const last = Math.max(...seen.map(({ stored }) => stored.id));
    const host = URL.canParse(linkBase) ? new URL(linkBase).hostname : 'rowhouse';
    return notificationMail({
      ...about,
      entries: seen.slice(0, mostMailed).map(({ shown }) => ({
        says: sayNotification(shown),
        excerpt: shown.excerpt ?? null,
        link: `${home}/${pathOf(shown)}`,
      })),
      more: Math.max(0, seen.length - mostMailed),
      home: `${home}/dashboard`,
      account: `${linkBase}/account`,
      unsubscribe: unsubscribeLink(linkBase, grants, { tenantId, userId }),
      messageId: `<notifications.${tenantId}.${userId}.${last}@${host}>`,
    });
  }

  return {
    async sendDue() {
      if (mailer.kind === 'none') return;
      const nowMs = clock.now();
      for (let after: Addressee | null = null; ;) {
        const addressee: Addressee | null = await claimAddressee(database, {
          waitsSinceMs: nowMs - burstMs,
          nowMs,
          claimMs,
          after,
        });
        if (addressee === null) return;
        after = addressee;
        try {
          await sendTo(addressee);
          await releaseAddressee(database, addressee, null);
        } catch (error) {
          if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') {
            await settleAll(database, addressee);
            await releaseAddressee(database, addressee, null);
            continue;
          }
          log.warn({ err: error, ...addressee }, 'a mail of notifications is tried again later');
          await releaseAddressee(database, addressee, { nowMs, ...afterFailure });
        }
      }
    },
    sweep: () => sweepNotifications(database, longestWaitMs),
  };
}

const pathOf = (shown: SeenNotification['shown']): string =>
  shown.record == null
    ? (shown.mapping?.path ?? 'dashboard')
    : `record-details-viewer?recordId=${shown.record.id}&recordType=${shown.record.recordTypeId}${placeOf(shown)}`;

/** Beside the record: the comment, or what waits for an answer. */
const placeOf = ({ commentNumber, company }: SeenNotification['shown']): string =>
  company != null
    ? '&viewMode=SPLIT_VIEW&tab=conversation'
    : commentNumber == null
      ? ''
      : `&viewMode=SPLIT_VIEW&tab=comments&comment=${commentNumber}`;

const noMember = () => new Refusal('UNAUTHENTICATED', 'The person is no member of the company any more.');
