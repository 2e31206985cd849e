import Button from '@mui/material/Button';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import type { Dashboard } from './api.ts';
import styles from './embedded-dashboard.module.css';
import { hostOf } from './use-dashboards.ts';
import { askAgainMs, useEmbed, useHandOver } from './use-embed.ts';

/** What another server shows, in a frame that can touch nothing of ours. */
export function EmbeddedDashboard({ dashboard }: { dashboard: Dashboard }) {
  const { origin, reach, url, failure, retry, look } = useEmbed(dashboard.id, dashboard.serverUrl ?? '');
  const [loads, setLoads] = useState(0);
  const host = hostOf(dashboard);
  if (reach === false)
    return (
      <div className={styles.silent} role="status">
        <Icon name="warning" size={20} />
        <p>{`${host} does not answer. Trying again in ${askAgainMs / 1000} s.`}</p>
        <Button variant="outlined" onClick={look}>
          Try now
        </Button>
      </div>
    );
  if (failure !== null)
    return <ErrorAlert failure={failure} title={`${dashboard.name} could not be opened`} onRetry={retry} />;
  if (url === undefined) return <ProgressLine active label={`Opening ${dashboard.name}`} />;
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
      <Frame key={loads} name={dashboard.name} url={url} origin={origin} />
    </>
  );
}

function Frame({ name, url, origin }: { name: string; url: string; origin: string }) {
  const { frame, firstUrl } = useHandOver(url, origin);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={name}
      src={firstUrl}
      // Its own origin is never ours (EMBED_HOSTS), so keeping it opens nothing here.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- the origin is another one, by configuration
      sandbox="allow-scripts allow-same-origin allow-forms allow-downloads"
      referrerPolicy="no-referrer"
    />
  );
}
