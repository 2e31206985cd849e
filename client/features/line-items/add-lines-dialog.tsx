// Many lines at once: pasted from a spreadsheet, or from a file of one. Nothing is saved before somebody has seen what
// each cell was read as; lines that are wrong stay behind, with the reason at each cell.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { mostLinesOfTable } from '@rowhouse/domain/line-items/limits.ts';
import type { TableLine } from '@rowhouse/domain/line-items/read-table.ts';
import { Fragment, useEffect, useId, useMemo, useRef, useState, type DragEvent } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileButton, tableFiles } from '../../ui/file-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import styles from './add-lines-dialog.module.css';
import { downloadTemplate } from './export-lines.ts';
import type { LineCells } from './use-line-cells.ts';
import { isShownByCondition, whyNotNewLine } from './judge-new-line.ts';
import { isEdited, type Line, type LineField, type LineType } from './line.ts';
import { readInWorker } from './read-in-worker.ts';
import type { SpreadsheetReading, SpreadsheetSource } from './read-spreadsheet.ts';
import { sendLines, toFields, type LineOutcome } from './save-lines.ts';

type AddLinesDialogProps = {
  record: { readonly id: number; readonly label: string };
  type: LineType;
  cells: LineCells;
  /** What was pasted into the lines themselves; '' for none. */
  text: string;
  /** Of each part that was saved. */
  onAdded: (lines: readonly Line[]) => void;
  /** All that could be saved are; the lines that were. */
  onDone: (lines: readonly Line[]) => void;
  during: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  onClose: () => void;
};

/** What was read; lines that are sent twice carry its key. */
type Table = { readonly reading: SpreadsheetReading; readonly key: string };

const mostShown = 100;
const sayLines = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;

export function AddLinesDialog(props: AddLinesDialogProps) {
  const { record, type, cells, text, onAdded, onDone, during, onClose } = props;
  const fields = useMemo(() => type.fields.filter(isEdited), [type]);
  const [table, setTable] = useState<Table | null>(null);
  /** The name of the file that is being read; '' for what was pasted. */
  const [beingRead, setBeingRead] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null);
  /** What the server said of lines, by their row in the spreadsheet. */
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const setting = useMemo(
    () => ({
      fields: fields.map(({ id, key, name, dataType, required }) => ({
        id,
        name,
        dataType,
        // What a choice fills is asked for by the server, which knows what was chosen.
        required:
          required &&
          !isShownByCondition(type, key) &&
          !fields.some(({ fills }) => fills?.some(({ fieldId }) => fieldId === id)),
      })),
      choices: new Map(fields.map((field) => [field.id, cells.options(field) ?? []])),
      timeZone: viewerZone(),
    }),
    [type, fields, cells],
  );
  const stop = useRef<AbortController>(null);
  const reading = table?.reading ?? null;
  const fileLabel = reading === null ? 'Choose a file' : 'Choose another file';

  const lines = (reading?.lines ?? []).filter(({ rowNumber }) => !added.has(rowNumber));
  const faultsOf = (line: TableLine) => {
    const told = refused.get(line.rowNumber);
    if (told !== undefined) return [told];
    const whyNot = line.faults.length > 0 ? null : whyNotNewLine(type, valuesOf(line));
    return whyNot === null ? line.faults : [whyNot];
  };
  const good = lines.filter((line) => faultsOf(line).length === 0);
  const bad = lines.filter((line) => faultsOf(line).length > 0);
  const letGo = useUnsavedWork(lines.length > 0 ? 'The lines from the spreadsheet are not saved.' : null);

  async function read(source: SpreadsheetSource, name = '') {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    setBeingRead(name);
    setFault(null);
    const answer = await readInWorker(source, setting, own.signal);
    if (answer === null) return;
    setBeingRead(null);
    setRefused(new Map());
    setAdded(new Set());
    setFailure(null);
    if ('whyNot' in answer) {
      setFault(answer.whyNot);
      // The rows of the file before would be taken for those of this one.
      setTable(null);
    } else setTable({ reading: answer.reading, key: makeRandomKey() });
  }

  // What was pasted into the lines is read when the dialog opens, and nothing is read for one that is closed.
  const begin = useRef(() => {
    if (text !== '') void read({ text });
  });
  useEffect(() => {
    begin.current();
    return () => stop.current?.abort();
  }, []);

  function takeFile(file: File | undefined) {
    if (file && sent === null) void read({ file }, file.name);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    takeFile(event.dataTransfer.files[0]);
  }

  async function add() {
    setSent({ done: 0, of: good.length });
    setFailure(null);
    const done = new Set(added);
    const saved: Line[] = [];
    const faults = new Map<number, string>();
    try {
      const rows = good.map(({ rowNumber, values }) => ({
        recordHeaderId: record.id,
        lineItemsFields: toFields(valuesOf({ values })),
        idempotencyKey: `${table!.key} ${rowNumber}`,
      }));
      const take = (outcomes: readonly LineOutcome[], first: number) => {
        const made: Line[] = [];
        outcomes.forEach(({ line, refusal }, at) => {
          const { rowNumber } = good[first + at]!;
          if (refusal !== null) faults.set(rowNumber, refusal.message);
          else done.add(rowNumber);
          if (refusal === null && line) made.push(line);
        });
        saved.push(...made);
        onAdded(made);
        setAdded(new Set(done));
        setSent({ done: first + outcomes.length, of: good.length });
      };
      await during(() => sendLines(rows, take));
    } catch (error) {
      setFailure(error);
      return;
    } finally {
      setRefused(faults);
      setSent(null);
      if (saved.length > 0) onDone(saved);
    }
    if (faults.size > 0 || bad.length > 0) return;
    letGo();
    onClose();
  }

  return (
    <TitledDialog
      title={`Add lines to ${record.label}`}
      isWholeOnPhone
      maxWidth="lg"
      // What is read goes by the button alone.
      onClose={() => {
        if (lines.length === 0) onClose();
      }}
    >
      <DialogContent className={styles.content} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {failure !== null && <ErrorAlert failure={failure} title="The lines could not be saved" />}
        {reading === null ? (
          <Pasting fields={fields} onPaste={(pasted) => void read({ text: pasted })} />
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
            label={fileLabel}
            startIcon={<Icon name="upload" />}
            accept={tableFiles}
            onFile={takeFile}
          >
            {fileLabel}
          </FileButton>
          {reading !== null && (
            <Button variant="text" disabled={sent !== null} onClick={() => setTable(null)}>
              Paste again
            </Button>
          )}
          <Button
            variant="text"
            startIcon={<Icon name="download" />}
            onClick={() =>
              void downloadTemplate(type).catch(() => snackbars.error('The template could not be made.'))
            }
          >
            Download template
          </Button>
        </div>
        {reading === null && (
          <p className={styles.hint}>
            {`Excel (.xlsx), CSV or TSV, at most 5 MB and ${sayLines(mostLinesOfTable)}. The first row is a header and is skipped.`}
          </p>
        )}
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </DialogContent>
      <DialogActions className={styles.bar}>
        <p role="status" className={styles.state}>
          {sent !== null
            ? `${sent.done} of ${sent.of} lines saved`
            : beingRead !== null
              ? `Reading ${beingRead === '' ? 'what was pasted' : beingRead}…`
              : reading !== null && describe(good.length, bad.length)}
        </p>
        <Button disabled={sent !== null} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={sent !== null || beingRead !== null || good.length === 0}
          onClick={() => void add()}
        >
          {good.length === 0
            ? 'Add lines'
            : bad.length > 0
              ? `Add ${sayLines(good.length)}, leave out ${bad.length}`
              : `Add ${sayLines(good.length)}`}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

const valuesOf = ({ values }: Pick<TableLine, 'values'>): ReadonlyMap<string, string> =>
  new Map([...values].map(([id, value]) => [additionalFieldKey(id), value]));

function describe(good: number, bad: number): string {
  if (good + bad === 0) return 'There are no lines in it.';
  return bad === 0 ? 'Every line is right.' : `${sayLines(bad)} to put right.`;
}

function Pasting({ fields, onPaste }: { fields: readonly LineField[]; onPaste: (text: string) => void }) {
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
        {'In this order, or with these names in the first row: '}
        {fields.map(({ id: fieldId, name, required }, at) => (
          <Fragment key={fieldId}>
            {at > 0 && ', '}
            {name}
            {required && <span className={styles.required}> *</span>}
          </Fragment>
        ))}
        .
      </p>
    </div>
  );
}

type PreviewProps = {
  reading: SpreadsheetReading;
  shown: readonly TableLine[];
  total: number;
  faultsOf: (line: TableLine) => readonly string[];
};

const mostNames = 12;
const sayNames = (names: readonly string[]): string =>
  names.length <= mostNames
    ? names.join(', ')
    : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`;

function Preview({ reading: { fields, leftOut, sheet }, shown, total, faultsOf }: PreviewProps) {
  return (
    <>
      <div>
        {sheet !== null && (
          <p className={styles.hint}>
            {sheet.visibleSheets === 1
              ? `Read from the sheet “${sheet.name}”.`
              : `Read from the sheet “${sheet.name}”, the first of ${sheet.visibleSheets}.`}
          </p>
        )}
        {leftOut.length > 0 && (
          <p className={styles.hint}>{`Not taken, as no field has that name: ${sayNames(leftOut)}.`}</p>
        )}
      </div>
      <ScrollTable
        label="What was read"
        className={styles.frame}
        columns={[
          { name: 'Row', isRowHeader: true, renderCell: ({ rowNumber }) => rowNumber },
          ...fields.map(({ id, name, required }, at) => ({
            key: id,
            name: (
              <>
                {name}
                {required && <span className={styles.required}> *</span>}
              </>
            ),
            renderCell: ({ cells }: TableLine) => cells[at]!.text,
            className: ({ cells }: TableLine) => (cells[at]!.whyNot === null ? undefined : styles.wrong),
          })),
          {
            name: 'To put right',
            renderCell: (line) => faultsOf(line).join('; ') || '–',
            className: (line) => (faultsOf(line).length > 0 ? styles.faults : undefined),
          },
        ]}
        rows={shown}
        rowKey={({ rowNumber }) => rowNumber}
      />
      {total > shown.length && (
        <p
          className={styles.hint}
        >{`The first ${shown.length} of ${sayLines(total)}, those to put right before the others.`}</p>
      )}
    </>
  );
}
