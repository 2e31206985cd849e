import { EmbeddedFrame } from '../../ui/embedded-frame.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import type { Dashboard } from './api.ts';
import { useEmbed } from './use-embed.ts';

/** What another server shows. Its address is signed, and renewed while the frame stands. */
export function EmbeddedDashboard({ dashboard }: { dashboard: Dashboard }) {
  const { origin, reach, url, failure, retry, look } = useEmbed(dashboard.id, dashboard.serverUrl ?? '');
  if (reach !== false && failure !== null)
    return <ErrorAlert failure={failure} title={`${dashboard.name} could not be opened`} onRetry={retry} />;
  return (
    <EmbeddedFrame name={dashboard.name} origin={origin} isReached={reach} address={url} onTryNow={look} />
  );
}
