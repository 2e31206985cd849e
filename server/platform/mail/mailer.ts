export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs; a link stands on a line of its own. */
  readonly text: string;
};

/** Sends mail by SMTP, or puts it into the mailbox of an installation that has no mail server. */
export type Mailer = {
  /** How mail leaves: 'none' refuses before anything is promised. */
  readonly kind: 'smtp' | 'mailbox' | 'none';
  /** Comes back at once: sending is tried in the background, again after a failure, and logged. Never throws. */
  post(mail: Mail): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
};
