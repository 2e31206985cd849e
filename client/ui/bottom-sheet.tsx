import Dialog from '@mui/material/Dialog';
import { useId, type ReactNode } from 'react';
import styles from './bottom-sheet.module.css';
import { Icon } from './icons.tsx';

type BottomSheetProps = {
  title: ReactNode;
  /** Beside the title, before Close. */
  aside?: ReactNode;
  /** Stays in sight below what scrolls. */
  foot?: ReactNode;
  /** 'whole': as high as the screen; else as high as what is in it. */
  height?: 'whole' | 'own';
  onClose: () => void;
  children: ReactNode;
};

/** What a menu or a panel is on a wide screen, within reach of a thumb: from the lower edge up. */
export function BottomSheet({ title, aside, foot, height = 'own', onClose, children }: BottomSheetProps) {
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{
        container: { className: styles.place ?? '' },
        paper: { className: `${styles.sheet} ${height === 'whole' ? styles.whole : ''}` },
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside}
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <Icon name="close" size={20} />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </Dialog>
  );
}
