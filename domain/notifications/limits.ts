export const notificationPage = 25;
/** The bell shows 99+ from here on. */
export const mostUnreadShown = 99;
/** Marked as read by their ids in one operation. */
export const mostMarked = 200;
/** Of a comment, in the bell and in a mail. */
export const longestExcerpt = 160;
/** What comes within it is one mail. */
export const burstMs = 5 * 60_000;
/** The hour of the daily mail, in the zone of its reader. */
export const digestHour = 7;
/** Listed in one mail; the others are counted. */
export const mostMailed = 30;
/** What has waited longer to be mailed is old news: no mail server was there for as long. */
export const longestWaitMs = 3 * 86_400_000;
/** Then a notification is gone, read or not. */
export const keptDays = 90;
