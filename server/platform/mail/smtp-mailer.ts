import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { SMTPPoolOptions } from 'nodemailer';
import type { Log } from '../log.ts';
import { MailFailure } from './mailer.ts';
import type { Mail, Mailer } from './mailer.ts';

export type Patience = {
  /** Before each further try; there are as many of them as waits. */
  readonly waitsMs: readonly number[];
  /** For a server that does not answer. */
  readonly answerMs: number;
  /** For what is under way when the mailer closes. */
  readonly closeMs: number;
};

export const usualPatience: Patience = {
  waitsMs: [1_000, 10_000, 60_000],
  answerMs: 15_000,
  closeMs: 10_000,
};

/** A mail server that is gone for long must not fill the memory. */
const mostUnderWay = 1000;

export function createSmtpMailer(options: {
  url: string;
  from: string;
  log: Log;
  patience?: Patience;
}): Mailer {
  const { from, log, patience = usualPatience } = options;
  const transport = createTransport(transportOptions(options.url, patience));
  const underWay = new Set<Promise<void>>();
  // Cuts the waits short: each mail gets one more try.
  const closing = new AbortController();

  const send = ({ to, subject, text, html, headers, pictures = [] }: Mail) =>
    transport.sendMail({
      from,
      // As parts, so that nothing of it is read as a list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      attachments: pictures.map(({ cid, content }) => ({
        cid,
        content,
        filename: `${cid}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      })),
    });

  async function deliver(...[mail, onGivenUp, onTaken]: Parameters<Mailer['post']>): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        await send(mail);
        onTaken?.();
        return;
      } catch (raised) {
        const failure = describe(raised);
        const waitMs = patience.waitsMs[tried - 1];
        if (waitMs === undefined || failure.isFinal || (closing.signal.aborted && tried > 1)) {
          // Neither the text nor the library's error, which may quote it: a mail holds codes.
          log.error(
            { to: mail.to, subject: mail.subject, tried, reason: failure.message },
            'a mail was not sent',
          );
          onGivenUp?.(failure);
          return;
        }
        log.warn({ to: mail.to, tried, reason: failure.message }, 'a mail is tried again');
        await wait(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  return {
    kind: 'smtp',

    post(mail, onGivenUp, onTaken) {
      if (underWay.size >= mostUnderWay || closing.signal.aborted) {
        log.error(
          { to: mail.to, subject: mail.subject },
          'a mail was not sent: too many wait, or the server stops',
        );
        onGivenUp?.(new MailFailure('too many wait', false));
        return;
      }
      const delivery = deliver(mail, onGivenUp, onTaken).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },

    async send(mail) {
      if (closing.signal.aborted) throw new MailFailure('the server stops', false);
      const sending = send(mail).then(
        () => undefined,
        (raised: unknown) => {
          throw describe(raised);
        },
      );
      // Counted with the others when the mailer closes.
      const settled = sending.catch(() => undefined).finally(() => underWay.delete(settled));
      underWay.add(settled);
      await sending;
    },

    async close() {
      closing.abort();
      const late = new AbortController();
      await Promise.race([
        Promise.all(underWay),
        wait(patience.closeMs, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      if (underWay.size > 0) log.error({ mails: underWay.size }, 'mails were given up at the stop');
      transport.close();
    },
  };
}

function transportOptions(smtpUrl: string, { answerMs }: Patience): SMTPPoolOptions & { pool: true } {
  const url = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  // A password leaves the machine encrypted only, unless the address says otherwise (?requireTLS=false).
  const requiresEncryption = url.username !== '' && !isLocal && !url.searchParams.has('requireTLS');
  return {
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    dnsTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(requiresEncryption && { requireTLS: true }),
  };
}

/** With what may be logged of it. A server's no (5xx) to this mail is final; anything else may pass. */
function describe(raised: unknown): MailFailure {
  const { code, responseCode, command } = raised as Record<'code' | 'responseCode' | 'command', unknown>;
  const reason = [code, responseCode].filter((part) => part !== undefined).join(' ');
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  return new MailFailure(reason === '' ? 'unknown' : reason, isFinal, isFinal && command === 'RCPT TO');
}
