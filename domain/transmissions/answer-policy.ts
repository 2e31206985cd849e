/** Which of the deviations a company takes without asking a person. */
export type AnswerPolicy = {
  readonly answers: 'BY_ITSELF' | 'BY_PERSON';
  /** Of an amount of money, up and down. */
  readonly pricePercent: number;
  /** Of a date, earlier and later. */
  readonly days: number;
  /** Within how many days its people answer; absent of what was kept before one could say. */
  readonly answerDays?: number | null;
};
/** The plain statuses of the specification: what arrives is accepted. */
export const acceptsAll: AnswerPolicy = { answers: 'BY_ITSELF', pricePercent: 0, days: 0 };
export const asksPeople: AnswerPolicy = { answers: 'BY_PERSON', pricePercent: 0, days: 0 };
