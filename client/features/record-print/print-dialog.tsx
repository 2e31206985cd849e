// What of the records goes on paper, asked before a document is made: whoever gets it reads all that is in it.
import { mostPrintedBeside } from '@rowhouse/domain/record-print/rules.ts';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useId, useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { openInNewTab, startDownload } from '../../platform/download.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckInput } from '../../ui/inputs/check-input.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { createPrintLink } from './api.ts';
import { keepPrintChoice, readPrintChoice } from './print-choice.ts';
import styles from './print-dialog.module.css';

/** 'print' shows the document in a tab of its own, from where the browser prints it; 'download' saves it. */
export type PrintDeed = 'print' | 'download';

type PrintDialogProps = { ids: readonly number[]; deed: PrintDeed; onClose: () => void };

export function PrintDialog({ ids, deed, onClose }: PrintDialogProps) {
  const aboutId = useId();
  const [choice, setChoice] = useState(readPrintChoice);
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const of = ids.length === 1 ? 'record' : `${ids.length} records`;

  /** The link is asked for anew each time: one is good once. */
  async function make() {
    setMaking(true);
    setFailure(null);
    keepPrintChoice(choice);
    try {
      const { url, fileName } = await createPrintLink({ ids: [...ids], timeZone: viewerZone(), ...choice });
      if (deed === 'print') openInNewTab(url);
      else startDownload(url, fileName);
      onClose();
    } catch (fault) {
      setFailure(fault);
      setMaking(false);
    }
  }

  return (
    <TitledDialog
      title={deed === 'print' ? `Print ${of}` : `Download ${of} as PDF`}
      maxWidth="xs"
      onClose={isMaking ? undefined : onClose}
      aria-describedby={aboutId}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <DialogContent className={styles.content!}>
          {failure !== null && (
            <ErrorAlert failure={failure} title={deed === 'print' ? 'Print failed' : 'Download failed'} />
          )}
          <p id={aboutId} className={styles.about}>
            Fields, line items and their sums are always printed. Add:
          </p>
          <CheckInput
            label="Comments"
            hint={`What people wrote about ${ids.length === 1 ? 'it' : 'each of them'}. Think of who gets the document.`}
            checked={choice.withComments}
            onChange={(withComments) => setChoice({ ...choice, withComments })}
          />
          <CheckInput
            label="History"
            hint={`Who changed what, and when: what your role sees of it, at most the newest ${mostPrintedBeside} entries.`}
            checked={choice.withHistory}
            onChange={(withHistory) => setChoice({ ...choice, withHistory })}
          />
        </DialogContent>
        <DialogActions>
          <Button disabled={isMaking} onClick={onClose}>
            Cancel
          </Button>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the choice is remembered: Enter prints as the last time */}
          <Button autoFocus type="submit" variant="contained" disabled={isMaking}>
            {deed === 'print' ? 'Print' : 'Download PDF'}
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}
