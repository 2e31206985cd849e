import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { editKeyWords, gridKeyWords, type GridKeyWords } from '../../../ui/grid/grid-keys.ts';
import { Icon } from '../../../ui/icons.tsx';
import styles from './keyboard-sheet.module.css';

/** Those that work anywhere on the screen, except where somebody types. */
export const screenKeyWords: readonly GridKeyWords[] = [
  { keys: ['/'], does: 'quick search' },
  { keys: ['?'], does: 'this sheet' },
  { keys: ['Alt+↑', 'Alt+↓ in Columns'], does: 'moves the column' },
];

/** Those of the panel under a record, which has those of the grid and of row edit as well. */
export const lineKeyWords: readonly GridKeyWords[] = [
  { keys: ['Alt+↑', 'Alt+↓ in Edit order'], does: 'moves the line' },
  { keys: ['Ctrl+Z outside of edit'], does: 'takes the last change of the lines back, for a minute' },
  { keys: ['Ctrl+V outside of edit'], does: 'adds the copied rows as lines' },
];

/** Of an object's cell, and of the panel that opens on it. */
export const objectKeyWords: readonly GridKeyWords[] = [
  { keys: ['Enter', 'F2'], does: 'opens the object beside the grid; one of a list by Enter alone' },
  { keys: ['Ctrl+S'], does: 'saves it' },
  { keys: ['Escape'], does: 'leaves the edit, then the panel, and is back at the cell' },
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
          <Keys title="In the lines of a record" words={lineKeyWords} />
          <Keys title="On an object" words={objectKeyWords} />
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
