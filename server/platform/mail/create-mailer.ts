import type { MailConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { MailFailure } from './mailer.ts';
import type { Mail, Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import type { Patience } from './smtp-mailer.ts';

/** The mailbox is there only where the mailer keeps its mails in one. */
export type ConfiguredMailer = Mailer & { readonly mailbox: Mailbox | null };

export function createMailer(
  config: MailConfig,
  { log, patience }: { log: Log; patience?: Patience },
): ConfiguredMailer {
  const { smtpUrl, from } = config;
  const mailbox = smtpUrl === undefined && config.mailbox ? createMailbox() : null;
  const mailer =
    smtpUrl === undefined
      ? createKeepingMailer(mailbox, log)
      : createSmtpMailer({ url: smtpUrl, from, log, ...(patience && { patience }) });
  return {
    kind: mailer.kind,
    mailbox,
    close: () => mailer.close(),
    post(mail, onGivenUp, onTaken) {
      const to = oneLine(mail.to);
      if (isOneAddress(to))
        return mailer.post({ ...mail, to, subject: oneLine(mail.subject) }, onGivenUp, onTaken);
      log.error('a mail was not sent: its address is none');
      onGivenUp?.(noAddress());
    },
    async send(mail) {
      const to = oneLine(mail.to);
      if (!isOneAddress(to)) throw noAddress();
      await mailer.send({ ...mail, to, subject: oneLine(mail.subject) });
    },
  };
}

const createKeepingMailer = (mailbox: Mailbox | null, log: Log): Mailer => ({
  kind: mailbox === null ? 'none' : 'mailbox',
  post(mail, _onGivenUp, onTaken) {
    if (mailbox === null) {
      log.warn({ subject: mail.subject }, 'a mail was not sent: SMTP_URL is not set');
      return;
    }
    mailbox.keep(mail);
    onTaken?.();
  },
  async send(mail: Mail) {
    if (mailbox === null) throw new MailFailure('SMTP_URL is not set', false);
    mailbox.keep(mail);
  },
  close: () => Promise.resolve(),
});

const noAddress = () => new MailFailure('the address is none', true, true);

/** What stands in a header stays in it. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const isOneAddress = (address: string): boolean => /^[^\s,;:<>()"\\]+@[^\s,;:<>()"\\@]+$/.test(address);
