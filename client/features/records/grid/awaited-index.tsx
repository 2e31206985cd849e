import { whyRowsWait } from '@rowhouse/domain/records/index-being-made.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Rows of before stand, dimmed or not at all, while those that were asked for wait for an index. */
export function AwaitedIndex({ index }: { index: { readonly percent: number } }) {
  return (
    <Notice tone="info" progress={{ label: 'The index', percent: index.percent }}>
      {whyRowsWait}
    </Notice>
  );
}
