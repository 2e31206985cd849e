export const longestReason = 200;
export const longestConversationMessage = 1000;
export const mostConversationAnswers = 5000;

export const newerVersion = (company: string): string =>
  `There is a newer version of what you and ${company} say. Look at it, and send your answer again.`;
export const partnerClosed = (company: string): string =>
  `${company} is no longer here. What was said stays, and nothing can be added.`;
export const nothingAnswered = 'Answer at least one line, or write a message.';
export const mayNotRemind = 'Your role may not answer other companies here, nor remind them.';
export const nothingToRemindOf = (company: string): string => `Nothing waits for ${company}.`;
export const remindedAlready = (company: string): string =>
  `${company} was reminded within the last 24 hours. You can remind again when they are over.`;
