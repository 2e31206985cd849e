/** Of one company, not yet accepted or revoked. */
export const mostOpenInvitations = 500;
/** Mails within 24 hours: of one company, and to one address from it. */
export const mostInvitationMails = 500;
export const mostInvitationMailsAnAddress = 5;
export const shownInvitationDays = 90;
export const mostShownInvitations = 1000;
/** Longer than a mail is tried: of one that nobody has heard of since the server was stopped. */
export const longestMailWaitMs = 5 * 60_000;
