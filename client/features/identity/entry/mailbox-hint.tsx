import styles from './entry-form.module.css';
import { useSignInMethods } from '../sign-in/sign-in-methods.ts';

/** Where a mail is awaited that will not arrive: this installation sends none, and keeps them to be read. */
export function MailboxHint() {
  const { mailboxPath } = useSignInMethods();
  if (mailboxPath === null) return null;
  return (
    <p className={styles.hint}>
      This installation sends no mail: what it would send is kept in a mailbox. The server printed its address
      when it started.
    </p>
  );
}
