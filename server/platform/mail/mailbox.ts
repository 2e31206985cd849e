import type { Mail } from './mailer.ts';

export type KeptMail = Mail & { readonly at: Date };

export type Mailbox = {
  keep(mail: Mail): void;
  /** The newest first. */
  list(): readonly KeptMail[];
};

const mostKept = 200;

/** The mails of an installation that has no mail server, in memory: gone with the process. */
export function createMailbox(): Mailbox {
  const kept: KeptMail[] = [];
  return {
    keep(mail) {
      kept.unshift({ ...mail, at: new Date() });
      kept.length = Math.min(kept.length, mostKept);
    },
    list: () => [...kept],
  };
}
