import { whyRowsWait } from '@rowhouse/domain/records/index-being-made.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useShown, type GridScreen } from './grid-screen.ts';

/** Rows of before stand, dimmed or not at all, while those that were asked for wait for an index. */
export function AwaitedIndex({ screen }: { screen: GridScreen }) {
  const index = useShown(screen, ({ awaitedIndex }) => awaitedIndex);
  if (index === null) return null;
  return (
    <Notice tone="info" progress={{ label: 'The index', percent: index.percent }}>
      {whyRowsWait}
    </Notice>
  );
}
