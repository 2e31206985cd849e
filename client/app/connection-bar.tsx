import { useEffect, useState } from 'react';
import { doubtConnection, type Connection } from '../platform/connection.ts';
import { useObserved } from '../platform/observed.ts';
import { isSentAgain } from '../platform/send-through-gaps.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './connection-bar.module.css';
import { useConnection } from './use-connection.ts';

/**
 * Stands while the server cannot be reached. It is spoken once when it comes and once when it goes: the seconds that
 * run are for the eyes alone.
 */
export function ConnectionBar() {
  const connection = useConnection();
  const isAway = connection.state !== 'fine';
  const isAgain = useObserved(isSentAgain);
  return (
    <>
      <span role="status" className={isAgain ? styles.again : 'rh-visually-hidden'}>
        {isAgain ? 'No answer came. Sending it again: it is kept once.' : spokenOf(connection)}
      </span>
      {isAway && (
        <section aria-label="Connection" className={styles.bar}>
          <Icon name="warning" />
          <p className={styles.words}>
            {saysOf(connection.state)}
            <span className={styles.more}>
              <Retrying key={connection.retryAt} at={connection.retryAt} /> What you have typed stays.
            </span>
          </p>
          <button
            type="button"
            className={styles.now}
            aria-disabled={connection.retryAt === null || undefined}
            onClick={() => void doubtConnection()}
          >
            Try now
          </button>
        </section>
      )}
    </>
  );
}

const saysOf = (state: Connection['state']): string =>
  state === 'offline' ? 'You are offline: nothing can be saved.' : 'The server does not answer.';

function spokenOf({ state, hasReturned }: Connection): string {
  if (state !== 'fine') return `${saysOf(state)} It is tried again by itself.`;
  return hasReturned ? 'The connection is back.' : '';
}

const secondMs = 1000;

function Retrying({ at }: { at: number | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), secondMs / 2);
    return () => clearInterval(timer);
  }, [at]);
  const seconds = at === null ? 0 : Math.ceil((at - now) / secondMs);
  return (
    <span aria-hidden="true" className="rh-figures">
      {seconds <= 0 ? 'Trying again now.' : `Trying again in ${seconds} s.`}
    </span>
  );
}
