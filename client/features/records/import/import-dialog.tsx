// A file of records, from its choice to its start: what its columns go to, how it is read, and what would become of each of
// its rows. Nothing is written before somebody has seen that.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { mostImportRows } from '@rowhouse/domain/import/limits.ts';
import { describeJudgement } from '@rowhouse/domain/import/screen-rules.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useEffect, useRef, type DragEvent } from 'react';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import { WorkbookFault } from '../../../platform/workbook/workbook-fault.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FileButton, tableFiles } from '../../../ui/file-button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { ImportColumns } from './import-columns.tsx';
import styles from './import-dialog.module.css';
import { askedChoice, ImportOptions } from './import-options.tsx';
import { ImportResult } from './import-result.tsx';
import { useImport, type ImportState } from './use-import.ts';

type ImportDialogProps = {
  recordType: { readonly id: number; readonly name: string };
  onStarted: () => void;
  onClose: () => void;
};

export function ImportDialog({ recordType, onStarted, onClose }: ImportDialogProps) {
  const { state, failure, ...deeds } = useImport(recordType.id);
  const letGo = useUnsavedWork(state.step === 'choose' ? null : 'The file is not imported yet.');
  const judgement = state.step === 'judged' ? state.judgement : null;
  const coming = judgement === null ? 0 : judgement.making + judgement.changing;
  const chosen = useRef<HTMLDivElement>(null);
  const isRead = state.step === 'judged';
  useEffect(() => {
    // What was pressed went with the choice.
    if (isRead) chosen.current?.focus();
  }, [isRead]);
  const canStart =
    state.step === 'judged' && !state.isStarting && coming > 0 && judgement?.problems.length === 0;

  async function start() {
    if (!(await deeds.start())) return;
    letGo();
    onStarted();
    onClose();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && state.step !== 'sending') deeds.takeFile(file);
  }

  return (
    <TitledDialog
      title={`Import into ${recordType.name}`}
      isWholeOnPhone
      maxWidth="xl"
      // A file that was sent goes by the button alone.
      onClose={() => {
        if (state.step === 'choose') onClose();
      }}
    >
      <DialogContent className={styles.content} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <ProgressLine active={isBusy(state)} label="Reading" />
        {failure !== null && <FileFault failure={failure} />}
        {state.step !== 'judged' && (
          <FileChoice isSending={state.step === 'sending'} onFile={(file) => deeds.takeFile(file)} />
        )}
        {state.step === 'judged' && (
          <>
            <div ref={chosen} tabIndex={-1} role="group" aria-label="Chosen file" className={styles.file}>
              <p className={styles.name}>
                <strong>{state.sent.file.name}</strong>
                {` · ${showCount(state.sent.rowCount)} ${state.sent.rowCount === 1 ? 'row' : 'rows'}`}
                {state.sent.reading.sheet !== null && ` · sheet “${state.sent.reading.sheet.name}”`}
              </p>
              <Button variant="text" disabled={state.isStarting} onClick={deeds.forget}>
                Choose another file
              </Button>
            </div>
            <ImportOptions
              sent={state.sent}
              choices={state.choices}
              found={judgement}
              failure={state.failure}
              onChoose={deeds.choose}
              onReadAnew={(given) => deeds.takeFile(state.sent.file, given)}
            />
            {state.failure !== null && (
              <ErrorAlert
                failure={state.failure}
                title={
                  state.isStartFailure
                    ? 'The import was not started'
                    : askedChoice(state.failure) === null
                      ? 'The rows could not be judged'
                      : 'The file can be read in two ways'
                }
                {...(!isOfChoices(state.failure) && {
                  onRetry: () => (state.isStartFailure ? void start() : deeds.again()),
                })}
              />
            )}
            <div className={styles.halves}>
              <ImportColumns
                sent={state.sent}
                keys={state.choices.fieldKeys}
                onChange={(fieldKeys) => deeds.choose({ fieldKeys })}
              />
              {judgement !== null && (
                <ImportResult sent={state.sent} keys={state.choices.fieldKeys} judgement={judgement} />
              )}
              {judgement === null && state.failure !== null && (
                <section className={styles.half}>
                  <h3 className={styles.heading}>First rows, as they will be</h3>
                  <p className={styles.none}>They stand here as soon as the rows can be read.</p>
                </section>
              )}
            </div>
          </>
        )}
      </DialogContent>
      <DialogActions className={styles.bar}>
        <p role="status" className={styles.state}>
          {say(state)}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" disabled={!canStart} onClick={() => void start()}>
          {coming === 0 ? 'Import' : `Import ${showCount(coming)} ${coming === 1 ? 'record' : 'records'}`}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

/** Asked again it would be answered the same, until something else is chosen. */
const isOfChoices = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'INVALID';

const isBusy = (state: ImportState): boolean =>
  state.step === 'sending' ||
  (state.step === 'judged' && state.failure === null && (state.judgement === null || state.isStarting));

function say(state: ImportState): string {
  if (state.step === 'choose') return '';
  if (state.step === 'sending' && state.isWaiting)
    return `${showCount(state.rows)} ${state.rows === 1 ? 'row' : 'rows'} of ${state.fileName} ${state.rows === 1 ? 'is' : 'are'} sent. The others follow when the connection is back.`;
  if (state.step === 'sending')
    return `Reading ${state.fileName}${state.rows > 0 ? `: ${showCount(state.rows)} rows` : '…'}`;
  if (state.failure !== null) return state.isStartFailure ? '' : 'Nothing is imported yet.';
  return state.judgement === null ? 'Looking at every row…' : `${describeJudgement(state.judgement)}.`;
}

function FileFault({ failure }: { failure: unknown }) {
  return (
    <p role="alert" className={styles.fault}>
      {failure instanceof WorkbookFault ? failure.message : toSentence(failure)}
    </p>
  );
}

function FileChoice({ isSending, onFile }: { isSending: boolean; onFile: (file: File) => void }) {
  return (
    <div className={styles.drop}>
      <Icon name="upload" size={28} />
      <p className={styles.dropHere}>Drop a file here, or</p>
      <FileButton
        label="Choose a file"
        accept={tableFiles}
        isBusy={isSending}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the first thing that there is to do
        autoFocus
        startIcon={null}
        onFile={onFile}
      >
        Choose a file
      </FileButton>
      <p className={styles.hint}>
        {`Excel (.xlsx), CSV or TSV, at most ${showCount(mostImportRows)} rows. The first row names the columns. What the grid exports can be imported again.`}
      </p>
    </div>
  );
}
