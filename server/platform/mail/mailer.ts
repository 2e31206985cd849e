export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs; a link stands on a line of its own. */
  readonly text: string;
  /** The same words for programs that draw them. */
  readonly html: string;
  /** Of mails that a program answers by itself, or that may come twice and are one: List-Unsubscribe, Message-ID. */
  readonly headers?: Readonly<Record<string, string>>;
  /** PNGs that the HTML shows by `cid:`: a mail holds them, so that nothing is fetched when it is opened. */
  readonly pictures?: readonly { readonly cid: string; readonly content: Buffer }[];
};

/** The mail server did not take a mail. */
export class MailFailure extends Error {
  readonly isFinal: boolean;
  readonly isOfAddress: boolean;

  /**
   * @param isFinal it never will
   * @param isOfAddress it takes none for this address
   */
  constructor(message: string, isFinal: boolean, isOfAddress = false) {
    super(message);
    this.isFinal = isFinal;
    this.isOfAddress = isOfAddress;
  }
}

/** Sends mail by SMTP, or puts it into the mailbox of an installation that has no mail server. */
export type Mailer = {
  /** How mail leaves: 'none' refuses before anything is promised. */
  readonly kind: 'smtp' | 'mailbox' | 'none';
  /**
   * Comes back at once: sending is tried in the background, again after a failure, and logged. Never throws.
   * @param onGivenUp told when it is not tried any more
   * @param onTaken told when it has gone out
   */
  post(mail: Mail, onGivenUp?: (failure: MailFailure) => void, onTaken?: () => void): void;
  /**
   * Tries once, for whoever keeps what is to be sent and tries again by themselves.
   * @throws MailFailure if it was not taken
   */
  send(mail: Mail): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};
