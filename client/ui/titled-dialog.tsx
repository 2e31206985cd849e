// An open dialog that is named by its title.
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import styles from './titled-dialog.module.css';
import { useMediaQuery } from './use-media-query.ts';

type TitledDialogProps = Omit<DialogProps, 'open' | 'title' | 'fullWidth' | 'fullScreen'> & {
  title: ReactNode;
  /** On a phone, and where a screen is as low as at 200 %, it takes the whole screen. */
  isWholeOnPhone?: boolean;
  /** Something is typed in it, which leaves it by Cancel alone: neither Escape nor a press beside it discards. */
  isTyped?: boolean;
};

export function TitledDialog(props: TitledDialogProps) {
  const { title, isWholeOnPhone = false, isTyped = false, onClose, children, ...dialog } = props;
  const titleId = useId();
  const isNarrow = useMediaQuery('(width < 600px), (width < 900px) and (height < 480px)');
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isWholeOnPhone && isNarrow}
      aria-labelledby={titleId}
      className={styles.dialog!}
      onClose={isTyped ? undefined : onClose}
      {...dialog}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children}
    </Dialog>
  );
}
