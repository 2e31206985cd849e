// A mail server of the tests: real SMTP on a local port. It keeps what it is given, read the way a mail program does.
import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mail } from '@rowhouse/server/platform/mail/mailer.ts';

/** As it arrived: whom the envelope named, and every header by its small name. */
export type ArrivedMail = Omit<Mail, 'headers'> & {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
};

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** In the order of their arrival. */
  mails(): readonly ArrivedMail[];
  /** The newest to the address that came since the last wait for it, or the next one to come. */
  waitForMail(to: string, subject?: string): Promise<ArrivedMail>;
  close(): Promise<void>;
}

export type MailServerOptions = {
  /** To start again where one was. */
  port?: number;
  /** Only with these is mail taken. */
  account?: { user: string; password: string };
  /** What is answered to each mail instead of taking it: '451 …' for now, '550 …' for good. */
  refusal?: string;
};

const mailLimitMs = 30_000;

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { account } = options;
  const arrived: ArrivedMail[] = [];
  const told = new Set<ArrivedMail>();
  const waiting = new Set<() => void>();

  async function keep(raw: Buffer, recipients: readonly string[]): Promise<void> {
    arrived.push(await readMail(raw, recipients));
    for (const look of waiting) look();
  }

  const server = new SMTPServer({
    disabledCommands: account === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: account === undefined,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, answer) {
      if (username === account?.user && password === account?.password) answer(null, { user: username });
      else answer(new Error('Wrong user or password'));
    },
    onRcptTo(_address, _session, answer) {
      answer(options.refusal === undefined ? null : refuse(options.refusal));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        keep(Buffer.concat(chunks), recipients).then(() => answer(), answer);
      });
    },
  });
  // A connection that its client breaks off is no failure of a test.
  server.on('error', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const login = account === undefined ? '' : `${account.user}:${account.password}@`;

  return {
    url: `smtp://${login}127.0.0.1:${address.port}`,
    mails: () => arrived,
    waitForMail: (to, subject) =>
      new Promise((resolve, reject) => {
        const isMeant = (mail: ArrivedMail) =>
          !told.has(mail) && mail.to === to && (subject === undefined || mail.subject.includes(subject));
        const look = () => {
          const meant = arrived.filter(isMeant);
          const newest = meant.at(-1);
          if (newest === undefined) return false;
          // What came before it is over: a later wait is for a later mail.
          for (const mail of meant) told.add(mail);
          clearTimeout(limit);
          waiting.delete(look);
          resolve(newest);
          return true;
        };
        const limit = setTimeout(() => {
          waiting.delete(look);
          const others = arrived.map((mail) => `${mail.to}: ${mail.subject}`).join('\n');
          reject(new Error(`No mail came to ${to} within ${mailLimitMs} ms. There are:\n${others}`));
        }, mailLimitMs);
        if (!look()) waiting.add(look);
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refuse(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

async function readMail(raw: Buffer, recipients: readonly string[]): Promise<ArrivedMail> {
  const mail = await PostalMime.parse(raw);
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text: withoutBreak(mail.text ?? ''),
    html: withoutBreak(mail.html ?? ''),
    from: mail.from?.address ?? '',
    recipients,
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
  };
}

/** The break before the boundary of a part is not of its text. */
const withoutBreak = (text: string): string => text.replace(/\n$/, '');
