// What the journeys' server has mailed, by real SMTP to the mail server beside it.
import type { Mail } from '@rowhouse/server/platform/mail/mailer.ts';

/** The newest mail to the address that came since the last wait for it, or the next one to come. */
export async function waitForMail(to: string, subject?: string): Promise<Mail> {
  const asked = new URLSearchParams({ to, ...(subject !== undefined && { subject }) });
  const answer = await fetch(`http://127.0.0.1:${process.env.JOURNEY_MAIL_PORT}/?${asked}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Mail;
}

/** The code of six digits, which stands on a line of its own. */
export const codeIn = (mail: Mail): string => found(mail, /^\d{6}$/m);

/** The link, which stands on a line of its own. */
export const linkIn = (mail: Mail): string => found(mail, /^https?:\/\/\S+$/m);

function found({ subject, text }: Mail, pattern: RegExp): string {
  const [match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`The mail “${subject}” has no ${pattern}:\n${text}`);
  return match;
}
