import Button from '@mui/material/Button';
import { downloadFile } from '../../platform/download.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './configuration-file.module.css';
import type { ImportState } from './use-configuration-import.ts';

type ImportDoneProps = {
  done: NonNullable<ImportState['done']>;
  isBusy: boolean;
  onUndo: () => void;
};

/** What was brought, and the way back. */
export function ImportDone({ done: { applied, undo }, isBusy, onUndo }: ImportDoneProps) {
  const count = `${applied.toLocaleString('en-US')} ${applied === 1 ? 'change' : 'changes'}`;
  return (
    <div className={styles.done}>
      <p role="status">
        <Icon name="check" size={18} />
        {undo === null
          ? `Undone: ${count}. What the file had added is switched off, and what was taken away is there again; dashboards and views of roles that it had added are deleted.`
          : `${count} brought in. The audit log has each of them.`}
      </p>
      {undo !== null && (
        <>
          <div className={styles.buttons}>
            <Button
              variant="outlined"
              startIcon={<Icon name="undo" size={16} />}
              disabled={isBusy || undo.keys.length === 0}
              onClick={onUndo}
            >
              Undo
            </Button>
            <Button
              variant="text"
              startIcon={<Icon name="download" size={16} />}
              onClick={() =>
                downloadFile(new Blob([undo.text], { type: 'application/json' }), 'undo-configuration.json')
              }
            >
              Keep the way back as a file
            </Button>
          </div>
          <p className={styles.quiet}>
            Undo puts back what was changed and what was taken away, switches off what was added and deletes
            dashboards and views of roles that were added, in one step, as long as nobody changes what is set
            up and this page stays open. The file does the same later, after its own comparison.
          </p>
        </>
      )}
    </div>
  );
}
