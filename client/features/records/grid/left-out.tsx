// What of a link or of a saved filter cannot be shown is told: other records are shown than were meant.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Notice } from '../../../ui/notice.tsx';
import { whyNotApplied } from './grid-options.ts';
import { useShown, type GridScreen } from './grid-screen.ts';
import type { SavedOptions } from './grid-state.ts';
import { whyNotRead } from './grid-view.ts';
import { sayMissing } from './usable-view.ts';
import styles from './record-grid.module.css';

export function LeftOut({ screen }: { screen: GridScreen }) {
  return (
    <>
      <LeftOutOfAddress screen={screen} />
      <LeftOutOfPreference screen={screen} />
    </>
  );
}

/** What of the saved filter can no longer be applied is told: more records are shown than were meant. */
function LeftOutOfPreference({ screen }: { screen: GridScreen }) {
  const { saved } = useShown(screen, ({ state }) => state);
  const fields = useShown(screen, (shown) => shown.fields);
  const change = useShown(screen, (shown) => shown.change);
  const [dismissed, setDismissed] = useState<SavedOptions['options'] | null>(null);
  const sentences =
    saved === null
      ? []
      : [...(saved.leftOut > 0 ? [sayMissing('A condition')] : []), ...whyNotApplied(saved.options, fields)];
  if (saved === null || sentences.length === 0 || dismissed === saved.options) return null;
  const dismiss = () => setDismissed(saved.options);
  return (
    <Notice tone="warning" onDismiss={dismiss}>
      A part of the filter saved as “{saved.name}” can no longer be applied and is left out:{' '}
      {sentences.join(' ')}
      {saved.leftOut > 0 && ' It stays in the saved view.'}
      <button
        type="button"
        className={styles.reset}
        onClick={() => {
          dismiss();
          change({ filters: [] });
        }}
      >
        Reset Filters
      </button>
    </Notice>
  );
}

/** A link of somebody who sees more, or an old one: what of it is not shown is told once. */
function LeftOutOfAddress({ screen }: { screen: GridScreen }) {
  const sentences = useShown(screen, ({ leftOut }) => leftOut);
  const [address] = useSearchParams();
  const all = [...whyNotRead(address), ...sentences];
  const text = all.join(' ');
  const [told, setTold] = useState('');
  const [dismissed, setDismissed] = useState<string | null>(null);
  // What was left out once is not in the address after the next step; it is still true of what is shown.
  if (text !== '' && text !== told) setTold(text);
  if (told === '' || dismissed === told) return null;
  return (
    <Notice tone="warning" onDismiss={() => setDismissed(told)}>
      A part of the link is left out, and the rest is shown: {told}
    </Notice>
  );
}
