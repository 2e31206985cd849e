// Many options at once: pasted from a spreadsheet, or from a file of one. What is no option comes along, to be put right
// together; rows that are no line stay behind, each with its reason.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';
import { lineColumns } from '@rowhouse/domain/order-entry/pasted-lines.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { startDownload } from '../../platform/download.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import styles from './order-lines.module.css';
import type { ReadLines } from './order-files-worker.ts';
import type { OrderFiles } from './use-order-files.ts';

type OrderLinesDialogProps = {
  files: OrderFiles;
  opportunity: string;
  /** What was pasted over the options themselves; '' for none. */
  text: string;
  onAdd: (read: ReadLines) => void;
  onClose: () => void;
};

const textFiles = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values';
const largestFileBytes = 5_000_000;
const mostShown = 20;
const sayLines = (count: number) => `${showCount(count)} ${count === 1 ? 'line' : 'lines'}`;

export function OrderLinesDialog({ files, opportunity, text, onAdd, onClose }: OrderLinesDialogProps) {
  const [read, setRead] = useState<ReadLines | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(text !== '');
  const last = useRef(0);
  const id = useId();

  async function take(given: string, isFile: boolean) {
    last.current += 1;
    const turn = last.current;
    setFault(null);
    setReading(true);
    try {
      const answer = given.trim() === '' ? null : await files.readLines(opportunity, given, isFile);
      if (turn === last.current) setRead(answer);
    } catch {
      if (turn === last.current) setFault('This could not be read. Please try again.');
    } finally {
      if (turn === last.current) setReading(false);
    }
  }
  useEffect(() => {
    if (text !== '') void take(text, false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the dialog opened with is read once
  }, []);

  async function takeFile(file: File) {
    if (file.size > largestFileBytes) {
      setFault('The file size exceeds the 5 MB limit.');
      return;
    }
    await take(await file.text(), true);
  }

  const lines = read?.lines ?? [];
  const whyNot =
    lines.length > mostOrderLines
      ? `An order has at most ${showCount(mostOrderLines)} options; this table has ${showCount(lines.length)} lines.`
      : null;
  return (
    <TitledDialog title="Add lines" isWholeOnPhone maxWidth="sm" onClose={onClose}>
      <DialogContent className={styles.content}>
        <div>
          <label htmlFor={id} className={styles.label}>
            Paste cells from a spreadsheet
          </label>
          <textarea
            id={id}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to paste here
            autoFocus
            rows={6}
            className={styles.paste}
            aria-describedby={`${id}-hint`}
            defaultValue={text}
            onChange={({ target }) => void take(target.value, false)}
          />
          <p id={`${id}-hint`} className={styles.hint}>
            One line each: the item, and beside it its quantity. Typed here, a semicolon stands between them:
            Rack; 4. Without a quantity it is one piece.
          </p>
        </div>
        <div className={styles.sources}>
          <FileButton label="File of lines" accept={textFiles} onFile={(file) => void takeFile(file)}>
            Choose a file
          </FileButton>
          <Button onClick={downloadTemplate}>Download template</Button>
        </div>
        {(fault ?? whyNot) !== null && (
          <p role="alert" className={styles.fault}>
            {fault ?? whyNot}
          </p>
        )}
        {read !== null && read.faults.length > 0 && (
          <div>
            <p
              className={styles.fault}
            >{`${sayLines(read.faults.length)} cannot be read and ${read.faults.length === 1 ? 'stays' : 'stay'} behind:`}</p>
            <ul className={styles.faults} aria-label="Rows that stay behind">
              {read.faults.slice(0, mostShown).map(({ row, sentence }) => (
                <li key={row}>{`Row ${showCount(row)}: ${sentence}`}</li>
              ))}
            </ul>
            {read.faults.length > mostShown && (
              <p className={styles.hint}>{`and ${showCount(read.faults.length - mostShown)} more`}</p>
            )}
          </div>
        )}
      </DialogContent>
      <DialogActions className={styles.bar}>
        <p role="status" className={styles.state}>
          {isReading ? 'Reading…' : read !== null && describe(read)}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={isReading || lines.length === 0 || whyNot !== null}
          onClick={() => onAdd(read!)}
        >
          {lines.length === 0 ? 'Add lines' : `Add ${sayLines(lines.length)}`}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

function describe({ lines, items }: ReadLines): string {
  if (lines.length === 0) return 'There are no lines in it.';
  const unknown = items.filter(({ option }) => option === null).length;
  if (unknown === 0) return 'Every item is known.';
  return `${showCount(unknown)} ${unknown === 1 ? 'item is' : 'items are'} not known. You put them right next.`;
}

function downloadTemplate(): void {
  const url = URL.createObjectURL(
    new Blob([`\uFEFF${csvLine(lineColumns)}`], { type: 'text/csv;charset=utf-8' }),
  );
  startDownload(url, 'order-lines.csv');
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
