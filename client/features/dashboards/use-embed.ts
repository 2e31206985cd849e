// A signed address is renewed ahead of its end without loading the frame anew: the frame keeps what the person did in it,
// and is handed the new address as a message (ui/embedded-frame.tsx).
import { msUntilRenewal, passedMs } from '@rowhouse/domain/dashboards/renew-embed.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { momentNow } from '../../platform/clock.ts';
import { reachesOrigin } from '../../platform/reach-origin.ts';
import { askAgainMs } from '../../ui/embedded-frame.tsx';
import { getEmbed } from './api.ts';

const lookMs = 5000;

const reachQuery = (origin: string) => ({
  queryKey: ['dashboards', 'reach', origin],
  queryFn: ({ signal }: { signal: AbortSignal }) => reachesOrigin(origin, signal),
});

/** Whether the server answers, as was last found; undefined while nobody has asked. */
export const useKnownReach = (origin: string): boolean | undefined =>
  useQuery<boolean>({ ...reachQuery(origin), enabled: false }).data;

export function useEmbed(id: number, serverUrl: string) {
  const { origin } = new URL(serverUrl);
  const reach = useQuery<boolean>({
    ...reachQuery(origin),
    refetchInterval: ({ state }) => (state.data === false ? askAgainMs : false),
  });
  const isReached = reach.data === true;
  const embed = useQuery({
    queryKey: ['dashboards', 'embed', id],
    queryFn: async ({ signal }) => {
      // Counted from before it was asked: rather too early than too late.
      const since = momentNow();
      return { ...(await getEmbed(id, signal)), since };
    },
    enabled: isReached,
    staleTime: Infinity,
    // An address that was signed for an earlier visit is of no use to the next.
    gcTime: 0,
  });
  const { data: signed, refetch } = embed;
  useEffect(() => {
    if (signed === undefined || !isReached) return undefined;
    const renewWhenDue = () => {
      if (msUntilRenewal(signed, passedMs(signed.since, momentNow())) === 0) void refetch();
    };
    const timer = window.setInterval(renewWhenDue, lookMs);
    document.addEventListener('visibilitychange', renewWhenDue);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', renewWhenDue);
    };
  }, [signed, isReached, refetch]);
  return {
    origin,
    reach: reach.data,
    url: signed?.url,
    /** Of the first address. One that could not be renewed leaves the frame as it is, and is asked for again. */
    failure: signed === undefined ? embed.error : null,
    retry: () => void refetch(),
    look: () => void reach.refetch(),
  };
}
