export const longestComment = 4000;
export const commentPage = 50;
/** Asked for by what changed after a version. */
export const mostChangedComments = 200;
/** People that one comment mentions. */
export const mostMentions = 20;
/** People offered for a mention. */
export const mostReaders = 20;
/** Records whose comments are counted at once. */
export const mostCountedRecords = 200;
