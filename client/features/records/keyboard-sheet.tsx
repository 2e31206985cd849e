import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { editKeyWords, gridKeyWords, type GridKeyWords } from '../../ui/grid/grid-keys.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './keyboard-sheet.module.css';

/** Those that work anywhere on the screen, except where somebody types. */
export const screenKeyWords: readonly GridKeyWords[] = [
  { keys: ['/'], does: 'quick search' },
  { keys: ['?'], does: 'this sheet' },
  { keys: ['Alt+↑', 'Alt+↓ in Columns'], does: 'moves the column' },
];

export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            Keyboard shortcuts
          </h2>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is only read opens on its way out */}
          <IconButton autoFocus size="small" aria-label="Close the keyboard shortcuts" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <div className={styles.body} tabIndex={0} role="group" aria-labelledby={titleId}>
          <Keys title="Anywhere on the screen" words={screenKeyWords} />
          <Keys title="In the grid" words={gridKeyWords} />
          <Keys title="In row edit" words={editKeyWords} />
        </div>
      </div>
    </Dialog>
  );
}

function Keys({ title, words }: { title: string; words: readonly GridKeyWords[] }) {
  return (
    <>
      <h3 className={styles.part}>{title}</h3>
      <dl className={styles.keys}>
        {words.map(({ keys, does }) => (
          <div key={keys.join()} className={styles.line}>
            <dt className={styles.names}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className={styles.does}>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
