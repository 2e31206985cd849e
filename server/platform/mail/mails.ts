// The words of every mail, as text and as HTML with the same words. Short, signed; a code or a link stands on a line of
// its own. Nothing is fetched from elsewhere when a mail is opened: the logo is drawn with letters and colours.
// Names come from strangers: one that could pass for a line or a link of ours is left out. The logo of a company goes in mails
// to its members alone: a picture can hold any words, and an invitation goes to whoever is named.
import { invitationLifetimeMs, mailedCodeLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { lettersOn } from '@rowhouse/domain/tenants/accent.ts';
import type { Mail } from './mailer.ts';
import { escapeHtml } from './escape-html.ts';

/** What a company looks like in mails to its members; both null for one that chose nothing. */
export type MailBrand = { readonly accent: string | null; readonly logo: Buffer | null };

const signature = 'Rowhouse';
const codeMinutes = mailedCodeLifetimeMs / 60_000;
const invitationDays = invitationLifetimeMs / 86_400_000;

/** The link confirms in the browser that registered, and asks for the password in any other (docs/decisions/037). */
export const confirmationMail = (mail: {
  to: string;
  firstName: string | null;
  code: string;
  link: string;
}): Mail =>
  compose(mail, 'Confirm your email', [
    'Welcome to Rowhouse. This is your code:',
    { code: mail.code },
    `Enter it on the page where you registered, within ${codeMinutes} minutes, or open this link:`,
    { link: mail.link, label: 'Confirm your email' },
    'On another device it asks for the password that you chose. If you did not ask for an account, ignore this mail and tell nobody the code: without it nothing happens.',
  ]);

/** To somebody who registers under an email that has an account. The page said what it says to everyone. */
export const accountExistsMail = (mail: { to: string; firstName: string | null; link: string }): Mail =>
  compose(mail, 'You have an account already', [
    'Somebody, probably you, asked for a Rowhouse account with this email. It has one already, so no new one was made. Sign in here:',
    { link: mail.link, label: 'Sign in' },
    'If you do not remember your password, choose “Forgot password?” there. If it was not you, there is nothing to do.',
  ]);

export const passwordResetMail = (mail: {
  to: string;
  firstName: string | null;
  code: string;
  link: string;
}): Mail =>
  compose(mail, 'Choose a new password', [
    'Somebody, probably you, asked for a new password. This is the code:',
    { code: mail.code },
    'Enter it on the page where you asked, or open this link:',
    { link: mail.link, label: 'Choose a new password' },
    `Both work for ${codeMinutes} minutes, once. If it was not you, ignore this mail: your password stays as it is.`,
  ]);

export const passwordChangedMail = (mail: { to: string; firstName: string | null }): Mail =>
  compose(mail, 'Your password was changed', [
    'The password of your Rowhouse account was changed just now, and you were signed out everywhere else.',
    'If it was not you, choose “Forgot password?” on the sign-in page at once, and tell the administrator of your company.',
  ]);

/** Once, when wrong passwords have come a hundred times in a row. */
export const guessedPasswordMail = (mail: { to: string; firstName: string | null; link: string }): Mail =>
  compose(mail, 'Somebody is guessing your password', [
    'A wrong password was given for your Rowhouse account a hundred times in a row. None of them opened it, and browsers in which you have signed in before are not held up by it.',
    'If you use the password elsewhere, or it is easy to guess, choose a new one:',
    { link: mail.link, label: 'Choose a new password' },
    'Two-factor authentication, in your account, keeps out whoever guesses right.',
  ]);

export const secondFactorResetMail = (mail: {
  to: string;
  firstName: string | null;
  resetBy: string;
  tenantName: string;
}): Mail =>
  compose(mail, 'Your two-factor authentication was reset', [
    `${personName(mail.resetBy, 'An administrator')} of ${oneLine(mail.tenantName)} reset the two-factor authentication of your Rowhouse account, and you were signed out everywhere.`,
    'Your password is as it was. Set up two-factor again when you sign in.',
    'If you did not ask for it, tell the administrator of your company at once.',
  ]);

export const invitationMail = (mail: {
  to: string;
  firstName: string | null;
  invitedBy: string;
  tenantName: string;
  roleName: string;
  link: string;
  expiresAt: Date;
}): Mail => {
  const tenant = oneLine(mail.tenantName);
  const role = oneLine(mail.roleName);
  return compose(mail, `You are invited to ${tenant}`, [
    `${personName(mail.invitedBy, 'An administrator')} invites you to ${tenant} on Rowhouse${role === '' ? '' : `, as ${role}`}. Open this link to join:`,
    { link: mail.link, label: `Join ${tenant}` },
    `It works once, for ${invitationDays} days: until ${dayAndTime(mail.expiresAt)}. If you do not know who invites you, ignore this mail.`,
  ]);
};

type MailedEntry = { readonly says: string; readonly excerpt: string | null; readonly link: string };

/** What a person was told of in a company since the last such mail, as far as they may see it when it is sent. */
export const notificationMail = (mail: {
  to: string;
  firstName: string | null;
  tenantName: string;
  brand: MailBrand;
  entries: readonly MailedEntry[];
  /** Besides those entries. */
  more: number;
  home: string;
  account: string;
  unsubscribe: string;
  /** The same whenever this mail is sent again, so that it is one. */
  messageId: string;
}): Mail => {
  const tenant = oneLine(mail.tenantName);
  const [first] = mail.entries;
  const count = mail.entries.length + mail.more;
  const subject =
    count === 1 && first !== undefined ? oneLine(first.says) : `${count} notifications from ${tenant}`;
  const composed = compose(
    mail,
    subject,
    [
      `This is new for you in ${tenant}:`,
      ...mail.entries.map(({ says, excerpt, link }) => ({
        entry: oneLine(says),
        quote: excerpt === null ? null : oneLine(excerpt),
        link,
      })),
      ...(mail.more > 0 ? [`And ${mail.more} more.`] : []),
      { link: mail.home, label: `Open ${tenant}` },
      {
        foot: 'You choose what you hear by mail in your account. Or turn these mails off without signing in:',
        links: [mail.account, mail.unsubscribe],
      },
    ],
    { name: tenant, ...mail.brand },
  );
  return {
    ...composed,
    headers: {
      'Message-ID': mail.messageId,
      'List-Unsubscribe': `<${mail.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

export type MailedTable = {
  readonly head: readonly string[];
  /** Which columns are figures: they stand at the right. */
  readonly figures: readonly boolean[];
  readonly rows: readonly { readonly link: string | null; readonly cells: readonly string[] }[];
};

/** A part of a mail with its own heading: a number, or a small table. */
export type MailedSection = {
  readonly heading: string;
  readonly link: string | null;
  readonly about: string | null;
  readonly table: MailedTable | null;
};

/** The records of a saved view or the numbers of a dashboard, as its reader may see them when it is sent. */
export const scheduledMail = (mail: {
  to: string;
  firstName: string | null;
  tenantName: string;
  brand: MailBrand;
  subject: string;
  intro: readonly string[];
  sections: readonly MailedSection[];
  open: { readonly link: string; readonly label: string };
  /** When it comes, in words. */
  when: string;
  /** Null where its reader set it up. */
  setUpBy: string | null;
  account: string;
  stop: string;
  messageId: string;
}): Mail => {
  const who = mail.setUpBy === null ? 'You' : personName(mail.setUpBy, 'Somebody of your company');
  const composed = compose(
    mail,
    shorten(oneLine(mail.subject), 150),
    [
      ...mail.intro.map(oneLine),
      ...mail.sections.map(({ heading, link, about, table }) => ({
        section: oneLine(heading),
        link,
        about: about === null ? null : oneLine(about),
        table: table && {
          ...table,
          head: table.head.map(cellText),
          rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(cellText) })),
        },
      })),
      mail.open,
      {
        foot: `${who} set this mail up: ${mail.when}. Stop it without signing in, or see all of them in your account:`,
        links: [mail.stop, mail.account],
      },
    ],
    { name: oneLine(mail.tenantName), ...mail.brand },
    'wide',
  );
  return {
    ...composed,
    headers: {
      'Message-ID': mail.messageId,
      'List-Unsubscribe': `<${mail.stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** Once, to a reader who would wait for the next one. */
export const scheduleEndedMail = (mail: {
  to: string;
  firstName: string | null;
  tenantName: string;
  brand: MailBrand;
  sentence: string;
  when: string;
  account: string;
  messageId: string;
}): Mail => ({
  ...compose(
    mail,
    `A mail from ${oneLine(mail.tenantName)} has ended`,
    [
      `The mail that came ${mail.when} comes no more. ${mail.sentence}`,
      { link: mail.account, label: 'See your mails' },
    ],
    { name: oneLine(mail.tenantName), ...mail.brand },
  ),
  headers: { 'Message-ID': mail.messageId },
});

const longestCell = 80;
const cellText = (text: string): string => shorten(oneLine(text), longestCell);
const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

type Part =
  | string
  | {
      readonly section: string;
      readonly link: string | null;
      readonly about: string | null;
      readonly table: MailedTable | null;
    }
  | { readonly code: string }
  | { readonly link: string; readonly label: string }
  | { readonly entry: string; readonly quote: string | null; readonly link: string }
  | { readonly foot: string; readonly links: readonly string[] };

function textPart(part: Part): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return part.code;
  if ('section' in part)
    return [
      part.section.toUpperCase(),
      ...(part.about === null ? [] : [part.about]),
      ...(part.table === null ? [] : [textTable(part.table)]),
    ].join('\n');
  if ('entry' in part)
    return [part.entry, ...(part.quote === null ? [] : [`“${part.quote}”`]), part.link].join('\n');
  if ('foot' in part) return [part.foot, ...part.links].join('\n');
  return part.link;
}

/** Columns under each other, as far as a line holds them: read by people, and by programs that take no HTML. */
function textTable({ head, figures, rows }: MailedTable): string {
  const lines = [head, ...rows.map(({ cells }) => cells)].map((cells) =>
    cells.map((cell) => shorten(cell, longestTextCell)),
  );
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => (cells[at] ?? '').length)));
  const lay = (cells: readonly string[]) =>
    cells
      .map((cell, at) =>
        figures[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [first = [], ...others] = lines;
  return [lay(first), widths.map((width) => '-'.repeat(width)).join('  '), ...others.map(lay)].join('\n');
}
const longestTextCell = 30;

function htmlTable({ head, figures, rows }: MailedTable): string {
  const cell = 'padding:6px 8px;border-bottom:1px solid #e2e8f0;vertical-align:top';
  const at = (index: number) => (figures[index] === true ? 'right;white-space:nowrap' : 'left');
  const heads = head.map(
    (name, index) =>
      `<th scope="col" style="${cell};text-align:${at(index)};color:#4b5563;font-weight:500">${escapeHtml(name)}</th>`,
  );
  const body = rows.map(({ link, cells }) => {
    const drawn = cells.map((text, index) => {
      const words = escapeHtml(text);
      const inside =
        index === 0 && link !== null
          ? `<a href="${escapeHtml(link)}" style="color:#1e5aa8">${words === '' ? 'Open' : words}</a>`
          : words;
      return `<td style="${cell};text-align:${at(index)}">${inside}</td>`;
    });
    return `<tr>${drawn.join('')}</tr>`;
  });
  return `<div style="overflow-x:auto"><table cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;font-size:13px;line-height:1.4">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody>
</table></div>`;
}

function compose(
  { to, firstName }: { to: string; firstName: string | null },
  subject: string,
  parts: readonly Part[],
  company: MailCompany | null = null,
  width: keyof typeof widthsOf = 'narrow',
): Mail {
  const all: readonly Part[] = [greeting(firstName), ...parts, signature];
  const text = all.map(textPart);
  const logo = company?.logo ?? null;
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: htmlOf(subject, all.slice(0, -1), company, width),
    ...(logo !== null && { pictures: [{ cid: logoCid, content: logo }] }),
  };
}

type MailCompany = MailBrand & { readonly name: string };
const logoCid = 'logo';

/** Beside ours, never instead of it: the mail stays one of this installation. */
function htmlOfCompany({ name, accent, logo }: MailCompany): string {
  if (accent === null && logo === null) return '';
  const ground = accent ?? '#ffffff';
  const picture =
    logo === null
      ? ''
      : `<img src="cid:${logoCid}" alt="" width="28" height="28" style="vertical-align:middle;object-fit:contain;margin-right:8px">`;
  return ` <span style="display:inline-block;padding:4px 10px;background:${ground};color:${lettersOn(ground)};border-radius:4px;font-weight:600">${picture}${escapeHtml(name)}</span>`;
}

/** Tables and styles at each element, as mail programs have it; legible on light and on dark ground, and without styles. */
const htmlOf = (
  subject: string,
  parts: readonly Part[],
  company: MailCompany | null,
  width: keyof typeof widthsOf,
): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f8fafc;color:#1f2937;font:16px/1.5 Poppins,Helvetica,Arial,sans-serif">
<table role="presentation" cellpadding="0" cellspacing="0" align="center" style="width:100%;max-width:${widthsOf[width]}px;table-layout:fixed;background:#ffffff;border:1px solid #e2e8f0;border-radius:4px">
<tr><td style="padding:20px 24px 0">
<span style="display:inline-block;padding:4px 10px;background:#ffc107;color:#1f2937;border-radius:4px;font-weight:600">${signature}</span>${company === null ? '' : htmlOfCompany(company)}
</td></tr>
<tr><td style="padding:16px 24px 24px">
${parts.map(htmlPart).join('\n')}
</td></tr>
</table>
</body>
</html>
`;

const paragraph = 'margin:0 0 16px';
/** A table of eight columns needs more than words do. */
const widthsOf = { narrow: 520, wide: 860 } as const;

function htmlPart(part: Part): string {
  if (typeof part === 'string') return `<p style="${paragraph}">${escapeHtml(part)}</p>`;
  if ('code' in part)
    return `<p style="${paragraph};font-size:28px;font-weight:600;letter-spacing:4px">${escapeHtml(part.code)}</p>`;
  if ('section' in part) {
    const heading = escapeHtml(part.section);
    const title =
      part.link === null
        ? heading
        : `<a href="${escapeHtml(part.link)}" style="color:#1e5aa8">${heading}</a>`;
    const about =
      part.about === null
        ? ''
        : `<p style="margin:0 0 8px;color:#4b5563;font-size:13px">${escapeHtml(part.about)}</p>`;
    return `<h2 style="margin:24px 0 4px;font-size:16px;line-height:1.3">${title}</h2>${about}${part.table === null ? '' : htmlTable(part.table)}<div style="height:16px"></div>`;
  }
  if ('entry' in part) {
    const quote =
      part.quote === null ? '' : `<br><span style="color:#4b5563">“${escapeHtml(part.quote)}”</span>`;
    return `<p style="${paragraph}"><a href="${escapeHtml(part.link)}" style="color:#1e5aa8">${escapeHtml(part.entry)}</a>${quote}</p>`;
  }
  if ('foot' in part) {
    const links = part.links.map(
      (link) => `<a href="${escapeHtml(link)}" style="color:#1e5aa8">${escapeHtml(link)}</a>`,
    );
    return `<p style="margin:0;color:#4b5563;font-size:13px;word-break:break-all">${escapeHtml(part.foot)}<br>${links.join('<br>')}</p>`;
  }
  const href = escapeHtml(part.link);
  const button =
    'display:inline-block;padding:10px 20px;background:#ffc107;color:#1f2937;border-radius:4px;font-weight:600;text-decoration:none';
  return `<p style="${paragraph}"><a href="${href}" style="${button}">${escapeHtml(part.label)}</a></p>
<p style="${paragraph};color:#4b5563;font-size:13px;word-break:break-all">${href}</p>`;
}

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
