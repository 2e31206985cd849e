import { useQuery } from '@tanstack/react-query';
import { reachesOrigin } from '../platform/reach-origin.ts';
import { askAgainMs, EmbeddedFrame } from './embedded-frame.tsx';

/** A page of another server whose address is known, as soon as that server answers. */
export function EmbeddedPage({ name, address }: { name: string; address: string }) {
  const { origin } = new URL(address);
  const reach = useQuery<boolean>({
    queryKey: ['embedded-page', 'reach', origin],
    queryFn: ({ signal }) => reachesOrigin(origin, signal),
    refetchInterval: ({ state }) => (state.data === false ? askAgainMs : false),
  });
  return (
    <EmbeddedFrame
      name={name}
      origin={origin}
      isReached={reach.data}
      address={address}
      onTryNow={() => void reach.refetch()}
    />
  );
}
