// Mails on a schedule. What is due stands in the database alone; one server claims it, writes what the reader may see at this
// moment, and moves on to the next occasion when the mail server has taken it. A failure gives the claim back for later. A
// process that is killed between the two sends the mail again, under the same Message-ID.
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { sessionId } from '@rowhouse/domain/kernel/ids.ts';
import { nextOccasionMs, sayOccasions } from '@rowhouse/domain/mail-schedules/occasions.ts';
import { endSentences, maySeeMailed } from '@rowhouse/domain/mail-schedules/rules.ts';
import type { MailEnd } from '@rowhouse/domain/mail-schedules/rules.ts';
import { findAwayContext } from '../../graphql/away-context.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { MailFailure } from '../../platform/mail/mailer.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { scheduleEndedMail, scheduledMail } from '../../platform/mail/mails.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readCompanyUrl, selectCompanyUrl } from '../notifications/sql.ts';
import { readBrand, selectBrand } from '../tenants/sql.ts';
import { composeScheduled } from './compose-scheduled.ts';
import type { MailedReading } from './compose-scheduled.ts';
import { mailedOf } from './mailed-of.ts';
import { claimDue, noteEnded, noteFailed, noteSent, readSchedules, selectSchedule } from './sql.ts';
import type { DueMail, StoredSchedule } from './sql.ts';
import { stopLink } from './stop-route.ts';

/** Longer than all charts of a dashboard and the mail server have to answer. */
const claimMs = 5 * 60_000;
const afterFailure = { firstWaitMs: 60_000, longestWaitMs: 60 * 60_000 };
const mostAttempts = 4;
const dayMs = 86_400_000;

export type ScheduledMails = {
  /** Sends what is due, to everybody. */
  sendDue(): Promise<void>;
};

type Parts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly mailer: Mailer;
  readonly grants: Grants;
  readonly clock: Clock;
  readonly log: Log;
  /** Where people reach this installation, without a slash at its end. */
  readonly linkBase: string;
  readonly reading: MailedReading;
};

/** What becomes of an occasion: the mail, and why it is the last one; null to wait for the next occasion without one. */
type Outcome = {
  readonly mail: Mail | null;
  readonly end: MailEnd | null;
  readonly stored: StoredSchedule | null;
};

export function createScheduledMails(parts: Parts): ScheduledMails {
  const { database, configs, mailer, clock, log } = parts;

  async function sendOne(due: DueMail): Promise<void> {
    const { mail, end, stored } = await compose(due);
    const isTaken = mail === null ? false : await send(mail);
    if (end !== null) return noteEnded(database, due, end);
    const nowMs = clock.now();
    await noteSent(database, due, {
      sentMs: isTaken ? nowMs : null,
      nextMs: stored === null ? nowMs + dayMs : nextOccasionMs(stored, nowMs),
    });
  }

  /** Whether it was taken; false when it never will be. */
  async function send(mail: Mail): Promise<boolean> {
    try {
      await mailer.send(mail);
      return true;
    } catch (error) {
      if (!(error instanceof MailFailure) || !error.isFinal) throw error;
      log.error({ to: mail.to, reason: error.message }, 'a mail on a schedule was refused for good');
      return false;
    }
  }

  async function compose(due: DueMail): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await composeNow(due);
      } catch (error) {
        if (!(error instanceof StaleConfiguration) || attempt === mostAttempts) throw error;
        await configs.reload(due.tenantId);
      }
    }
  }

  async function composeNow(due: DueMail): Promise<Outcome> {
    const context = await findAwayContext({ database, configs, log }, due);
    if (context === null) {
      // A company that is switched off may come back: its mails wait. A person who left gets none.
      const isOpen = (await configs.find(due.tenantId)) !== null;
      return { mail: null, end: isOpen ? 'LEFT' : null, stored: null };
    }
    const { tenantId, viewer, config } = { tenantId: due.tenantId, ...context };
    const { answers } = await context.read([
      selectSchedule(tenantId, due.scheduleId),
      selectCompanyUrl(tenantId),
      selectBrand(tenantId),
    ]);
    const [stored] = readSchedules(answers[0]);
    if (stored === undefined) return { mail: null, end: 'DELETED', stored: null };
    const about = {
      to: viewer.email,
      firstName: config.members.get(viewer.userId)?.firstName ?? null,
      tenantName: config.name,
      brand: readBrand(answers[2]),
      when: sayOccasions(stored),
      account: `${parts.linkBase}/account`,
      messageId: messageId(due),
    };
    const end = whyEnded(stored, context);
    if (end !== null)
      return { mail: scheduleEndedMail({ ...about, sentence: endSentences[end] }), end, stored };
    const nowMs = clock.now();
    const composed = await composeScheduled(stored, context, parts.reading, {
      home: `${parts.linkBase}/${readCompanyUrl(answers[1])}`,
      timeZone: viewer.timeZone ?? stored.timeZone,
      nowMs,
    });
    if (composed === null) return { mail: null, end: 'DELETED', stored };
    const owner = stored.ownerUserId;
    const mail = scheduledMail({
      ...about,
      ...composed,
      setUpBy: owner === viewer.userId ? null : (config.members.get(owner)?.name ?? ''),
      stop: stopLink(parts.linkBase, parts.grants, due),
    });
    return { mail, end: null, stored };
  }

  function messageId({ tenantId, scheduleId, userId, occasionMs }: DueMail): string {
    const host = URL.canParse(parts.linkBase) ? new URL(parts.linkBase).hostname : 'rowhouse';
    return `<schedule.${tenantId}.${scheduleId}.${userId}.${occasionMs}@${host}>`;
  }

  return {
    async sendDue() {
      if (mailer.kind === 'none') return;
      for (;;) {
        const due = await claimDue(database, clock.now(), claimMs);
        if (due === null) return;
        try {
          await sendOne(due);
        } catch (error) {
          log.warn({ err: error, ...due }, 'a mail on a schedule is tried again later');
          await noteFailed(database, due, { nowMs: clock.now(), ...afterFailure });
        }
      }
    },
  };
}

/** Asked with the rights of this moment; null while it goes on. */
function whyEnded(stored: StoredSchedule, { config, viewer }: MemberContext): MailEnd | null {
  const mailed = mailedOf(stored);
  if (mailed === null) return 'DELETED';
  if (findViewer(config, stored.ownerUserId, sessionId('')) === null) return 'OWNER_LEFT';
  return maySeeMailed(config, viewer, mailed) ? null : 'CLOSED';
}
