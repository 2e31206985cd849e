// The way into the palette: a box in the top bar, and Ctrl+K from anywhere. What it opens comes when it is first wanted.
import { Suspense, useEffect, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useSheetKeys } from '../../ui/screen-keys/screen-keys.ts';
import styles from './palette-box.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = () => import('./command-palette.tsx');
const CommandPalette = lazyPart(async () => ({ default: (await load()).CommandPalette }));

const loadKeys = async () => [(await import('./palette-keys.ts')).paletteKeys];

const isMac = /^Mac|^iP/.test(navigator.platform);

export function PaletteBox({ onToggleDrawer }: { onToggleDrawer: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isOurs || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      event.stopPropagation();
      setIsOpen((current) => !current);
    };
    // Before an editor in a cell takes the key for itself.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
  useSheetKeys('everywhere', loadKeys);
  return (
    <>
      <button
        type="button"
        className={styles.box}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        <span className={styles.words}>Search or jump to…</span>
        <kbd className={styles.key}>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onToggleDrawer={onToggleDrawer} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
