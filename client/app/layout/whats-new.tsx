import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { readNotesEdition, rememberNotesEdition } from '../../platform/storage/read-notes.ts';
import { Icon } from '../../ui/icons.tsx';
import { notesEdition } from './notes-edition.ts';
import styles from './whats-new.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WhatsNewPanel = lazyPart(async () => ({
  default: (await import('./whats-new-panel.tsx')).WhatsNewPanel,
}));

export function WhatsNew() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [read, setRead] = useState(() => readNotesEdition());
  const isNew = read < notesEdition;
  return (
    <>
      <Button
        variant="text"
        className={styles.trigger}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          rememberNotesEdition(notesEdition);
          setRead(notesEdition);
        }}
      >
        <span className={styles.icon}>
          <Icon name="sparkle" />
          {isNew && <span className={styles.mark} aria-hidden="true" />}
        </span>
        <span className={styles.word}>What’s new</span>
        {isNew && <span className="rh-visually-hidden"> (unread)</span>}
      </Button>
      {anchor !== null && (
        <Suspense fallback={null}>
          <WhatsNewPanel anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
