// Many lines at once: pasted from a spreadsheet or from a file. Nothing is saved before somebody has seen what each cell
// was read as; lines that are wrong stay behind, with the reason at each cell.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { mostLinesOfTable } from '@rowhouse/domain/line-items/limits.ts';
import { readLineTable, type TableLine, type TableReading } from '@rowhouse/domain/line-items/read-table.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { indexChoices } from '@rowhouse/domain/records/written-value.ts';
import { useId, useMemo, useRef, useState, type ChangeEvent } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { downloadText } from '../../platform/download.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import styles from './add-lines-dialog.module.css';
import { isEdited, type Line, type LineCells, type LineType } from './line.ts';
import { readCells, readFileText } from './read-spreadsheet.ts';
import { sendLines, toFields } from './save-lines.ts';

type AddLinesDialogProps = {
  record: { readonly id: number; readonly label: string };
  type: LineType;
  cells: LineCells;
  /** What was pasted into the lines themselves; '' for none. */
  text: string;
  onAdded: (lines: readonly Line[]) => void;
  onClose: () => void;
};

type Source = { readonly text: string; readonly fileName: string | null; readonly key: string };

const mostShown = 100;
const sayLines = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;

export function AddLinesDialog({ record, type, cells, text, onAdded, onClose }: AddLinesDialogProps) {
  const titleId = useId();
  const isNarrow = useMediaQuery('(width < 600px)');
  const fields = useMemo(() => type.fields.filter(isEdited), [type]);
  const [source, setSource] = useState<Source | null>(text === '' ? null : sourceOf(text));
  const [fileFault, setFileFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null);
  /** What the server said of lines, by their row in the spreadsheet. */
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());

  const reading = useMemo((): TableReading | null => {
    if (source === null) return null;
    const find = new Map(fields.map((field) => [field.id, indexChoices(cells.options(field) ?? [])]));
    return readLineTable(readCells(source.text), {
      fields,
      header: source.fileName === null ? 'when it names fields' : 'always',
      find: (field) => find.get(field.id)!,
      timeZone: viewerZone(),
    });
  }, [source, fields, cells]);

  const lines = (reading?.lines ?? []).filter(({ rowNumber }) => !added.has(rowNumber));
  const faultsOf = (line: TableLine) => {
    const told = refused.get(line.rowNumber);
    return told === undefined ? line.faults : [told];
  };
  const good = lines.filter((line) => faultsOf(line).length === 0);
  const bad = lines.filter((line) => faultsOf(line).length > 0);
  const isTooLong = lines.length > mostLinesOfTable;
  const letGo = useUnsavedWork(lines.length > 0 ? 'The lines from the spreadsheet are not saved.' : null);

  function take(next: Source) {
    setSource(next);
    setRefused(new Map());
    setAdded(new Set());
    setFailure(null);
  }

  async function takeFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    const read = await readFileText(file);
    setFileFault('whyNot' in read ? read.whyNot : null);
    if ('text' in read) take(sourceOf(read.text, file.name));
  }

  async function add() {
    setSent({ done: 0, of: good.length });
    setFailure(null);
    const done = new Set(added);
    const faults = new Map<number, string>();
    try {
      const rows = good.map(({ rowNumber, values }) => ({
        recordHeaderId: record.id,
        lineItemsFields: toFields([...values].map(([id, value]) => [additionalFieldKey(id), value] as const)),
        idempotencyKey: `${source!.key} ${rowNumber}`,
      }));
      await sendLines(rows, (outcomes, first) => {
        const made: Line[] = [];
        outcomes.forEach(({ line, refusal }, at) => {
          const { rowNumber } = good[first + at]!;
          if (refusal !== null) faults.set(rowNumber, refusal.message);
          else done.add(rowNumber);
          if (refusal === null && line) made.push(line);
        });
        onAdded(made);
        setAdded(new Set(done));
        setSent({ done: first + outcomes.length, of: good.length });
      });
    } catch (error) {
      setFailure(error);
      return;
    } finally {
      setRefused(faults);
      setSent(null);
    }
    snackbars.success(`${sayLines(done.size - added.size)} added`);
    if (faults.size > 0 || bad.length > 0) return;
    letGo();
    onClose();
  }

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="lg"
      // What is read goes by the button alone.
      onClose={() => {
        if (lines.length === 0) onClose();
      }}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{`Add lines to ${record.label}`}</DialogTitle>
      <DialogContent className={styles.content}>
        {failure !== null && <ErrorAlert failure={failure} title="The lines could not be saved" />}
        {reading === null ? (
          <Pasting fields={fields} onPaste={(pasted) => take(sourceOf(pasted))} />
        ) : (
          <Preview
            reading={reading}
            shown={[...bad, ...good].slice(0, mostShown)}
            total={lines.length}
            faultsOf={faultsOf}
          />
        )}
        <div className={styles.sources}>
          <FileButton
            label={reading === null ? 'Choose a CSV file' : 'Choose another file'}
            onChange={takeFile}
          />
          {reading !== null && (
            <Button variant="text" onClick={() => setSource(null)}>
              Paste again
            </Button>
          )}
          <Button
            variant="text"
            startIcon={<Icon name="download" />}
            onClick={() =>
              downloadText(`\uFEFF${csvLine(fields.map(({ name }) => name))}`, `${type.name}.csv`)
            }
          >
            Download template
          </Button>
        </div>
        {fileFault !== null && (
          <p role="alert" className={styles.fault}>
            {fileFault}
          </p>
        )}
      </DialogContent>
      <DialogActions className={styles.bar}>
        <p role="status" className={styles.state}>
          {sent !== null
            ? `${sent.done} of ${sent.of} lines saved`
            : reading !== null && describe(good.length, bad.length, isTooLong)}
        </p>
        <Button disabled={sent !== null} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={sent !== null || good.length === 0 || isTooLong}
          onClick={() => void add()}
        >
          {good.length === 0
            ? 'Add lines'
            : bad.length > 0
              ? `Add ${sayLines(good.length)}, leave out ${bad.length}`
              : `Add ${sayLines(good.length)}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const sourceOf = (text: string, fileName: string | null = null): Source => ({
  text,
  fileName,
  key: makeRandomKey(),
});

function describe(good: number, bad: number, isTooLong: boolean): string {
  if (isTooLong) return `At most ${mostLinesOfTable.toLocaleString('en-US')} lines can be added at once.`;
  if (good + bad === 0) return 'There are no lines in it.';
  return bad === 0 ? 'Every line is right.' : `${sayLines(bad)} to put right.`;
}

function Pasting({
  fields,
  onPaste,
}: {
  fields: readonly { name: string }[];
  onPaste: (text: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        Paste cells from a spreadsheet
      </label>
      <textarea
        id={id}
        rows={6}
        className={styles.paste}
        aria-describedby={`${id}-hint`}
        defaultValue=""
        onChange={({ target }) => {
          if (target.value.trim() !== '') onPaste(target.value);
        }}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {`In this order, or with these names in the first row: ${fields.map(({ name }) => name).join(', ')}.`}
      </p>
    </div>
  );
}

function FileButton({
  label,
  onChange,
}: {
  label: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outlined" startIcon={<Icon name="upload" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onChange={onChange}
      />
    </>
  );
}

type PreviewProps = {
  reading: TableReading;
  shown: readonly TableLine[];
  total: number;
  faultsOf: (line: TableLine) => readonly string[];
};

function Preview({ reading: { fields, leftOut }, shown, total, faultsOf }: PreviewProps) {
  return (
    <>
      {leftOut.length > 0 && (
        <p className={styles.hint}>{`Not taken, as no field has that name: ${leftOut.join(', ')}.`}</p>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <div className={styles.frame} role="region" aria-label="What was read" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {fields.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">To put right</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.rowNumber}>
                <th scope="row">{line.rowNumber}</th>
                {line.cells.map(({ text, whyNot }, at) => (
                  <td key={fields[at]!.id} className={whyNot === null ? undefined : styles.wrong}>
                    {text}
                  </td>
                ))}
                <td className={styles.faults}>{faultsOf(line).join('; ') || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > shown.length && (
        <p
          className={styles.hint}
        >{`The first ${shown.length} of ${sayLines(total)}, those to put right before the others.`}</p>
      )}
    </>
  );
}
