import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';

import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import styles from './grid-panel.module.css';

type GridPanelProps = {
  title: string;
  anchor: HTMLElement | null;
  width: number;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the lower edge. */
  footer?: ReactNode;
};

/** Below the button that opened it; below 900 px a sheet over the whole screen. */
export function GridPanel({ title, anchor, width, onClose, children, footer }: GridPanelProps) {
  const isNarrow = useMediaQuery('(width < 900px)');
  const content = (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton aria-label={`Close ${title}`} size="small" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </>
  );
  if (isNarrow)
    return (
      <Dialog
        open
        fullScreen
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': title, className: styles.sheet } }}
      >
        {content}
      </Dialog>
    );
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transformOrigin={{ vertical: 'top', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': title,
          'aria-modal': true,
          className: styles.paper,
          style: { width },
        } as object,
      }}
    >
      {content}
    </Popover>
  );
}
