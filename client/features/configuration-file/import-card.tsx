import Button from '@mui/material/Button';
import { RequestFailure } from '../../platform/request-failure.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import styles from './configuration-file.module.css';
import { ImportDone } from './import-done.tsx';
import { ImportPlan } from './import-plan.tsx';
import { useConfigurationImport } from './use-configuration-import.ts';

/** A file, what it would change here, and what of that is brought. */
export function ImportCard() {
  const importing = useConfigurationImport();
  const { file, comparison, isBusy, failure, done } = importing.state;
  const isStale = failure instanceof RequestFailure && failure.code === 'CONFLICT' && comparison !== null;
  return (
    <Card
      title={file === null ? 'Bring in a file' : file.fileName}
      subtitle={
        file === null
          ? 'A file of another company, of a test installation or of an older release. First you see what it would change here; nothing is brought until you say so, and what the file does not name stays unless you choose it.'
          : undefined
      }
      actions={
        <>
          {file !== null && (
            <Button variant="text" disabled={isBusy} onClick={importing.close}>
              Cancel
            </Button>
          )}
          <FileButton
            label="Configuration file"
            accept=".json,application/json"
            disabled={isBusy}
            onFile={(chosen) => void importing.open(chosen)}
          >
            {file === null ? 'Choose a file' : 'Another file'}
          </FileButton>
        </>
      }
    >
      <div className={styles.body}>
        <ProgressLine active={isBusy} label="Reading what is set up" />
        {failure !== null && (
          <ErrorAlert
            failure={failure}
            title={isStale ? 'What is set up here changed meanwhile' : 'The file was not brought in'}
            {...(isStale && { onRetry: () => void importing.compareAgain() })}
          />
        )}
        {done !== null && <ImportDone done={done} isBusy={isBusy} onUndo={() => void importing.undo()} />}
        {comparison !== null && <ImportPlan importing={importing} comparison={comparison} />}
      </div>
    </Card>
  );
}
