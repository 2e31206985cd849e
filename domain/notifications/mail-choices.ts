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

/** A changed role is told as what is for the person alone. */
export const topicOf = (kind: NotificationKind): NotificationTopic =>
  kind === 'COMMENTED' || kind === 'CHANGED'
    ? 'WATCHED'
    : kind === 'TO_ANSWER' || kind === 'OVERDUE' || kind === 'REMINDED'
      ? 'ANSWERS'
      : kind === 'ROLE' || kind === 'VIEWED'
        ? 'ASSIGNED'
        : kind;
