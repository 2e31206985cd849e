import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useId } from 'react';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import styles from './account-code-dialog.module.css';
import { BackupCodes } from '../second-factor/backup-codes.tsx';
import { useSession } from '../use-session.ts';

/** It is left by its button alone: the codes are not told again. */
export function AccountBackupCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const bodyId = useId();
  const { email } = useSession();
  return (
    <TitledDialog title="Your new backup codes" maxWidth="xs" aria-describedby={bodyId}>
      <DialogContent className={styles.codes}>
        <p id={bodyId}>Keep them where you find them without your phone. They are shown this once.</p>
        <BackupCodes codes={codes} email={email ?? ''} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I have kept them
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
