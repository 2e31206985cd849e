import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import styles from './embedded-frame.module.css';
import { Icon } from './icons.tsx';
import { ProgressLine } from './progress-line.tsx';

/** How often a server that does not answer is asked again. */
export const askAgainMs = 30_000;

type EmbeddedFrameProps = {
  name: string;
  /** Of the server; its address is handed to nobody else. */
  origin: string;
  /** Whether the server answers; undefined while nobody knows. */
  isReached: boolean | undefined;
  /** Undefined while it is asked for. Each address after the first is handed to the page as a message. */
  address: string | undefined;
  onTryNow: () => void;
};

/**
 * A page of another server, in a frame that can touch nothing of ours. What such a page says is not readable here: only
 * whether its server answers, and where it does not, a sentence stands in its place.
 */
export function EmbeddedFrame({ name, origin, isReached, address, onTryNow }: EmbeddedFrameProps) {
  const [loads, setLoads] = useState(0);
  const { host } = new URL(origin);
  if (isReached === false)
    return (
      <div className={styles.silent} role="status">
        <Icon name="warning" size={20} />
        <p>{`${host} does not answer. Trying again in ${askAgainMs / 1000} s.`}</p>
        <Button variant="outlined" onClick={onTryNow}>
          Try now
        </Button>
      </div>
    );
  if (isReached === undefined || address === undefined)
    return <ProgressLine active label={`Opening ${name}`} />;
  return (
    <>
      <p className={styles.line}>
        <span>{`Shown by ${host}`}</span>
        <Button
          size="small"
          variant="text"
          startIcon={<Icon name="refresh" size={16} />}
          onClick={() => setLoads(loads + 1)}
        >
          Load again
        </Button>
      </p>
      <Frame key={loads} name={name} address={address} origin={origin} />
    </>
  );
}

function Frame({ name, address, origin }: { name: string; address: string; origin: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(address);
  useEffect(() => {
    if (address === first) return;
    frame.current?.contentWindow?.postMessage({ type: 'rowhouse:embed-url', url: address }, origin);
  }, [address, first, origin]);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={name}
      src={first}
      // Its own origin is never ours (EMBED_HOSTS), so keeping it opens nothing here.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- the origin is another one, by configuration
      sandbox="allow-scripts allow-same-origin allow-forms allow-downloads"
      referrerPolicy="no-referrer"
    />
  );
}
