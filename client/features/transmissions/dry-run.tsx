import { showCount, showSize } from '@rowhouse/domain/kernel/formats.ts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { previewMapping, type OwnMapping, type Preview } from './api.ts';
import { RecordLink, type HrefOfRecord } from './record-link.tsx';
import styles from './transmissions.module.css';

type DryRunProps = {
  mapping: OwnMapping;
  /** What is tried is what is saved. */
  isChanged: boolean;
  hrefOf: HrefOfRecord;
};

/** What would become of the newest records if they were sent now, by reason. Nothing is sent. */
export function DryRun({ mapping, isChanged, hrefOf }: DryRunProps) {
  const [result, setResult] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isTrying, setTrying] = useState(false);
  const isApproved = mapping.approvedVersion !== null;

  async function run() {
    setTrying(true);
    setFailure(null);
    try {
      setResult(await previewMapping(mapping.id));
    } catch (refusal) {
      setResult(null);
      setFailure(refusal);
    }
    setTrying(false);
  }

  return (
    <section className={styles.part} aria-label="Dry run">
      <h3 className={styles.heading}>Dry run</h3>
      <p className={styles.quiet}>
        {!isApproved
          ? `It can be tried when ${mapping.targetName} has approved it.`
          : isChanged
            ? 'What is saved is tried: save your changes first.'
            : 'Looks at the newest 100 records as if they were sent now. Nothing is sent, and no status changes.'}
      </p>
      <div>
        <Button
          variant="outlined"
          size="small"
          startIcon={<Icon name="search" />}
          disabled={isTrying || isChanged || !isApproved}
          onClick={() => void run()}
        >
          Try it on the newest 100
        </Button>
      </div>
      <ProgressLine active={isTrying} label="Trying the mapping" />
      {failure !== null && <ErrorAlert failure={failure} title="It could not be tried" />}
      <div role="status">{result !== null && <Result result={result} hrefOf={hrefOf} />}</div>
    </section>
  );
}

function Result({ result, hrefOf }: { result: Preview; hrefOf: HrefOfRecord }) {
  const { total, failing, files, fileBytes, problems } = result;
  if (total === 0) return <p>There is no record of this type yet.</p>;
  return (
    <>
      <p>
        {failing === 0
          ? `All ${total} would arrive.`
          : `${total - failing} of ${total} would arrive, ${failing} would fail:`}
      </p>
      {files > 0 && (
        <p>{`${showCount(files)} ${files === 1 ? 'file' : 'files'} would go along, ${showSize(fileBytes)} in all.`}</p>
      )}
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label="What would fail">
          {problems.map(({ sentence, total: of, records }) => (
            <li key={sentence}>
              <span>{`${of} would fail: ${sentence}`}</span>
              <details>
                <summary>{of > records.length ? `The newest ${records.length}` : 'Which'}</summary>
                <ul className={styles.records} aria-label={`Records: ${sentence}`}>
                  {records.map((record) => (
                    <li key={record.id}>
                      <RecordLink record={record} hrefOf={hrefOf} />
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
