import type { NotificationKind, NotificationMail, NotificationTopic } from '../contract.generated.ts';

export type MailChoice = { readonly topic: NotificationTopic; readonly mail: NotificationMail };

/** In the order of the page; until a person chooses, what is for them alone comes at once. */
const unlessChosen: Readonly<Record<NotificationTopic, NotificationMail>> = {
  ASSIGNED: 'AT_ONCE',
  MENTIONED: 'AT_ONCE',
  WATCHED: 'DAILY',
  ANSWERS: 'AT_ONCE',
};

export const notificationTopics = Object.keys(unlessChosen) as NotificationTopic[];

/** Of every topic, with what stands for those that nobody chose. */
export const readMailChoice = (chosen: readonly MailChoice[]): MailChoice[] =>
  notificationTopics.map((topic) => ({
    topic,
    mail: chosen.find((one) => one.topic === topic)?.mail ?? unlessChosen[topic],
  }));

const topics: Readonly<Record<NotificationKind, NotificationTopic>> = {
  ASSIGNED: 'ASSIGNED',
  // What is for the person alone.
  ROLE: 'ASSIGNED',
  VIEWED: 'ASSIGNED',
  MENTIONED: 'MENTIONED',
  COMMENTED: 'WATCHED',
  CHANGED: 'WATCHED',
  TO_ANSWER: 'ANSWERS',
  OVERDUE: 'ANSWERS',
  REMINDED: 'ANSWERS',
  MAPPING_OFFERED: 'ANSWERS',
  MAPPING_APPROVED: 'ANSWERS',
  MAPPING_DECLINED: 'ANSWERS',
};

export const topicOf = (kind: NotificationKind): NotificationTopic => topics[kind];
