import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { release, releaseNotes } from './release-notes.ts';
import styles from './whats-new.module.css';

export function WhatsNew() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="text"
        className={styles.trigger}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="sparkle" />
        <span className={styles.word}>What’s new</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': 'whats-new-title',
            className: styles.panel,
            sx: { mt: 2 },
          },
        }}
      >
        <div className={styles.head}>
          <h2 id="whats-new-title" className={styles.title}>
            What’s new in {release}
          </h2>
          <IconButton size="small" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </IconButton>
        </div>
        <ul className={styles.notes}>
          {releaseNotes.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.noteTitle}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  );
}
