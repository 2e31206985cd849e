import styles from './person.module.css';

/** A name over the email, which is the name of who has none. */
export function Person({ name, email, isYou = false }: { name: string; email: string; isYou?: boolean }) {
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        {name}
        {isYou && <span className={styles.you}> (you)</span>}
      </span>
      {name !== email && email !== '' && <span className={styles.email}>{email}</span>}
    </span>
  );
}
