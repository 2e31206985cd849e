import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { toSentence } from '../../../platform/request-failure.ts';
import { findFreeAt } from './entry-form.tsx';
import styles from './entry-form.module.css';
import { WaitSentence } from './wait-sentence.tsx';

/** Long enough for a mail to arrive, so that nobody asks five times for what is on its way. */
const pauseMs = 30_000;

/** Asks for the mail once more; the server has a limit of its own, and says when it is over. */
export function SendAgain({ onSend }: { onSend: () => Promise<void> }) {
  const [pausedUntil, setPausedUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [freeAt, setFreeAt] = useState<number | null>(null);
  const pauseLeft = Math.ceil((pausedUntil - now) / 1000);
  const waits = running || pauseLeft > 0 || freeAt !== null;

  useEffect(() => {
    if (pauseLeft <= 0) return undefined;
    const tick = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(tick);
  }, [pauseLeft]);

  async function send() {
    if (waits) return;
    setRunning(true);
    setFault(null);
    try {
      await onSend();
      setNow(Date.now());
      setPausedUntil(Date.now() + pauseMs);
    } catch (failure) {
      const wait = findFreeAt(failure);
      setFreeAt(wait);
      if (wait === null) setFault(toSentence(failure));
    } finally {
      setRunning(false);
    }
  }

  return (
    <div className={styles.others}>
      <Button variant="text" fullWidth aria-disabled={waits} onClick={() => void send()}>
        {pauseLeft > 0 ? `Send a new code (in ${pauseLeft} s)` : 'Send a new code'}
      </Button>
      <p role="status" className={styles.foot}>
        {pausedUntil > 0 &&
          fault === null &&
          freeAt === null &&
          'A new code was asked for. Only the newest one works.'}
      </p>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {freeAt !== null && <WaitSentence freeAt={freeAt} onFree={() => setFreeAt(null)} />}
    </div>
  );
}
