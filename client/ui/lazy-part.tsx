import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { PartNotLoaded } from './late-parts.tsx';

/**
 * As React's `lazy`, for a part of a page: where its code does not come, because the connection is away or an update took
 * the file away, that is said, and the page around it stays with what is typed in it. What opens over the page is given up,
 * by `giveUp` or the part's `onClose`; another part has the sentence in its place. A browser does not ask again for a piece
 * that has failed, so what is offered is to load the page anew.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  giveUp?: (props: Props) => void,
): LazyExoticComponent<ComponentType<Props>> {
  function NotLoaded(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    return <PartNotLoaded leave={giveUp === undefined ? onClose : () => giveUp(props)} />;
  }
  return lazy(() => load().catch(() => ({ default: NotLoaded })));
}
