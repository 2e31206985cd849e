export const shortestPassword = 8;
/** Hashing costs the same for any length; this only bounds what is taken in. */
export const longestPassword = 128;
export const longestEmail = 254;
export const longestName = 100;
export const longestPhone = 24;
/** A TOTP or a mailed code has 6 digits, a backup code 10 letters and digits and a hyphen. */
export const longestCode = 64;

/** Wrong passwords, and wrong codes, within a window. An office shares one address: it gets more than one person does. */
export const guessWindowMs = 15 * 60_000;
/** Of an account: from a browser that has signed in to it, from each address that has not, and of codes in all. */
export const guessesAnAccount = 5;
export const guessesAnAddress = 50;
/** Passwords of an account from all unknown browsers; then one is looked at in each pause. */
export const strangeGuessesAnAccount = 20;
export const strangeGuessPauseMs = 10_000;
/** Wrong passwords in a row, over any time (NIST SP 800-63B 5.2.2): the owner is told, and the pause grows. */
export const mostWrongInARow = 100;
/** A row ends by itself when nothing comes for so long. */
export const wrongInARowLifetimeMs = 30 * 24 * 3_600_000;
export const longStrangeGuessPauseMs = 60_000;
/** Mails to one address within a window: nobody's mailbox is filled from here. */
export const mailsAnAccount = 5;
export const mailsAnAddress = 30;

/** Codes and links of mails that open an account (OWASP ASVS 6.5.5). */
export const mailedCodeLifetimeMs = 10 * 60_000;
export const registrationLifetimeMs = 24 * 3_600_000;
export const invitationLifetimeMs = 7 * 24 * 3_600_000;
/** With calls that a page makes by itself: for how many seconds nobody has touched it. */
export const idleHeader = 'idle_seconds';
/** While somebody works in a page that calls nothing, it says so this often. */
export const stillHereEveryMs = 60_000;

/** Who signed in so short a time ago has proved who they are. */
export const provedRecentlyMs = 10 * 60_000;
/** Between a provider's page and ours. */
export const redeemLifetimeMs = 60_000;
/** Between the password and the code. */
export const ticketLifetimeMs = 5 * 60_000;
export const deviceLifetimeMs = 30 * 24 * 3_600_000;
/** For how long a browser that signed in is known as one that did. */
export const knownBrowserLifetimeMs = 180 * 24 * 3_600_000;

export const backupCodeCount = 10;
/** Specification 9. */
export const mostListedDevices = 60;
export const mostMfaSkips = 1000;
