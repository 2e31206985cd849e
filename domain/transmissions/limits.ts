export const mostCarriedFields = 100;
/** Names of choices that an offer tells; of a longer list the target learns each name with the first record that has it. */
export const mostOfferedChoices = 500;
export const mostTranslations = 2000;
export const longestUrl = 100;
/** How long the storage may take to copy one file: shorter than the lease, which is taken anew before each. */
export const copySeconds = 10;
/** Messages of one mapping that are delivered together. */
export const mostDeliveredTogether = 100;
/** Files of one record, in all its fields together. */
export const mostCarriedFiles = 100;
/** Of the files that are copied before the first of their records is there; one record may bring more by itself. */
export const mostBytesTogether = 64_000_000;
export const mostTries = 10;
/** Longer than any delivery takes: what a killed server had begun is begun again after it. */
export const leaseSeconds = 30;
/** How long one waits for an approval before it is looked at again; the approval itself ends it at once. */
export const approvalWaitSeconds = 300;

/** How long after so many tries in a row it is tried again. */
export const retryAfterSeconds = (tries: number): number => Math.min(5 * 2 ** Math.max(0, tries - 1), 3600);
export const dryRunRecords = 100;
/** Records of one problem that a dry run names. */
export const mostNamedRecords = 20;
/** Received messages that wait for a translation, of which the values are listed. */
export const mostStuckMessages = 1000;
export const largestTransmissionPage = 100;
/** Deviations that a company can accept without asking a person. */
export const mostToleratedPercent = 100;
export const mostToleratedDays = 365;
export const mostAnswerDays = 365;
/** Of those that wait for an answer. */
export const mostWaitingConversations = 1000;
