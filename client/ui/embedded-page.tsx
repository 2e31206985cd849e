import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reachesOrigin } from '../platform/reach-origin.ts';
import styles from './embedded-page.module.css';
import { Icon } from './icons.tsx';
import { ProgressLine } from './progress-line.tsx';

const askAgainMs = 30_000;

/**
 * A page of another server, in a frame that can touch nothing of ours. What such a page says is not readable here: only
 * whether its server answers, and where it does not, a sentence stands in its place.
 */
export function EmbeddedPage({ name, address }: { name: string; address: string }) {
  const { host, origin } = new URL(address);
  const [loads, setLoads] = useState(0);
  const reach = useQuery({
    queryKey: ['embedded-page', 'reach', origin],
    queryFn: ({ signal }) => reachesOrigin(origin, signal),
    refetchInterval: ({ state }) => (state.data === false ? askAgainMs : false),
  });
  if (reach.data === undefined) return <ProgressLine active label={`Opening ${name}`} />;
  if (!reach.data)
    return (
      <div className={styles.silent} role="status">
        <Icon name="warning" size={20} />
        <p>{`${host} does not answer. Trying again in ${askAgainMs / 1000} s.`}</p>
        <Button variant="outlined" onClick={() => void reach.refetch()}>
          Try now
        </Button>
      </div>
    );
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
      <iframe
        key={loads}
        className={styles.frame}
        title={name}
        src={address}
        // Its own origin is never ours (EMBED_HOSTS), so keeping it opens nothing here.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the origin is another one, by configuration
        sandbox="allow-scripts allow-same-origin allow-forms allow-downloads"
        referrerPolicy="no-referrer"
      />
    </>
  );
}
