// The words of every mail. Plain text, short, signed; a code or a link stands on a line of its own.
// Names come from strangers: one that could pass for a line or a link of ours is left out.
import { invitationLifetimeMs, mailedCodeLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { Mail } from './mailer.ts';

const signature = 'Rowhouse';
const codeMinutes = mailedCodeLifetimeMs / 60_000;
const invitationDays = invitationLifetimeMs / 86_400_000;

/** Without a link: whoever confirms has the page, and so the password, of the registration (docs/decisions/015). */
export const confirmationMail = (mail: { to: string; firstName: string; code: string }): Mail => ({
  to: mail.to,
  subject: 'Confirm your email',
  text: paragraphs(
    greeting(mail.firstName),
    'Welcome to Rowhouse. This is your code:',
    mail.code,
    `Enter it on the page where you registered, within ${codeMinutes} minutes. Is that page gone? Sign in with the email and the password that you chose, and it is back.`,
    'If you did not ask for an account, ignore this mail and tell nobody the code: without it nothing happens.',
  ),
});

/** To somebody who registers under an email that has an account. The page said what it says to everyone. */
export const accountExistsMail = (mail: { to: string; link: string }): Mail => ({
  to: mail.to,
  subject: 'You have an account already',
  text: paragraphs(
    greeting(null),
    'Somebody, probably you, asked for a Rowhouse account with this email. It has one already, so no new one was made. Sign in here:',
    mail.link,
    'If you do not remember your password, choose “Forgot password?” there. If it was not you, there is nothing to do.',
  ),
});

export const passwordResetMail = (mail: { to: string; code: string; link: string }): Mail => ({
  to: mail.to,
  subject: 'Choose a new password',
  text: paragraphs(
    greeting(null),
    'Somebody, probably you, asked for a new password. This is the code:',
    mail.code,
    'Enter it on the page where you asked, or open this link:',
    mail.link,
    `Both work for ${codeMinutes} minutes, once. If it was not you, ignore this mail: your password stays as it is.`,
  ),
});

export const passwordChangedMail = (mail: { to: string }): Mail => ({
  to: mail.to,
  subject: 'Your password was changed',
  text: paragraphs(
    greeting(null),
    'The password of your Rowhouse account was changed just now, and you were signed out everywhere else.',
    'If it was not you, choose “Forgot password?” on the sign-in page at once, and tell the administrator of your company.',
  ),
});

export const invitationMail = (mail: {
  to: string;
  invitedBy: string;
  tenantName: string;
  roleName: string;
  link: string;
  expiresAt: Date;
}): Mail => {
  const tenant = oneLine(mail.tenantName);
  const role = oneLine(mail.roleName);
  return {
    to: mail.to,
    subject: `You are invited to ${tenant}`,
    text: paragraphs(
      greeting(null),
      `${personName(mail.invitedBy, 'An administrator')} invites you to ${tenant} on Rowhouse${role === '' ? '' : `, as ${role}`}. Open this link to join:`,
      mail.link,
      `It works once, for ${invitationDays} days: until ${dayAndTime(mail.expiresAt)}. If you do not know who invites you, ignore this mail.`,
    ),
  };
};

const paragraphs = (...texts: string[]): string => `${[...texts, signature].join('\n\n')}\n`;

const greeting = (firstName: string | null): string => {
  const name = personName(firstName ?? '', '');
  return name === '' ? 'Hello,' : `Hello ${name},`;
};

const longestPersonName = 60;
const addressLike = /[:/\\@<>]|www\.|\p{L}\.\p{L}{2}/iu;

/** Whoever types a name into a form of ours must not write our mails. */
function personName(name: string, instead: string): string {
  const line = oneLine(name);
  return line === '' || line.length > longestPersonName || addressLike.test(line) ? instead : line;
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim();

const dayAndTime = (moment: Date): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(moment)} UTC`;
