import type { Mailer } from '../mail/mailer.ts';

/** Mails go out when the answer is written: its time does not tell whether there was one. */
export const afterAnswer = (mailer: Mailer): Mailer => ({
  ...mailer,
  post: (...given) => void setImmediate(() => mailer.post(...given)),
});
