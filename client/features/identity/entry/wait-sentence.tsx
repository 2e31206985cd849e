import { useEffect, useState } from 'react';
import { tooManyGuesses } from '@rowhouse/domain/identity/rules.ts';
import styles from './entry-form.module.css';

/** The limit's sentence with the time that is left: spoken once, and then kept true for the eye alone. */
export function WaitSentence({ freeAt, onFree }: { freeAt: number; onFree: () => void }) {
  const [now, setNow] = useState(() => Date.now());
  const [spoken] = useState(() => tooManyGuesses(freeAt - now).message);
  useEffect(() => {
    const tick = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= freeAt) onFree();
    }, 250);
    return () => clearInterval(tick);
  }, [freeAt, onFree]);
  return (
    <>
      <p role="alert" className="rh-visually-hidden">
        {spoken}
      </p>
      <p aria-hidden="true" className={styles.fault}>
        {tooManyGuesses(freeAt - now).message}
      </p>
    </>
  );
}
