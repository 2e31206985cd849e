import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { TitledDialog } from '../../../../ui/titled-dialog.tsx';
import styles from './bulk-failures.module.css';

/** What stood in the way of one record, with the label by which the person knows it. */
export type ShownFailure = { readonly id: number; readonly label: string; readonly sentence: string };

/** One reason is said once, above the records that it holds for. */
export function BulkFailures({ failures }: { failures: readonly ShownFailure[] }) {
  const byReason = new Map<string, ShownFailure[]>();
  for (const failure of failures)
    byReason.set(failure.sentence, [...(byReason.get(failure.sentence) ?? []), failure]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="What was not done">
      <ul className={styles.reasons}>
        {[...byReason].map(([sentence, ofReason]) => (
          <li key={sentence}>
            <span className={styles.sentence}>{sentence}</span>
            <ul className={styles.records} aria-label={sentence}>
              {ofReason.map(({ id, label }) => (
                <li key={id}>{label}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

type BulkFailuresDialogProps = {
  title: string;
  failures: readonly ShownFailure[];
  onClose: () => void;
};

export function BulkFailuresDialog({ title, failures, onClose }: BulkFailuresDialogProps) {
  return (
    <TitledDialog title={title} maxWidth="sm" onClose={onClose}>
      <DialogContent>
        <BulkFailures failures={failures} />
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do */}
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
