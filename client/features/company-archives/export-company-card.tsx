import Button from '@mui/material/Button';
import { exportFailed } from '@rowhouse/domain/company-archives/rules.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { showCount, showSize } from '@rowhouse/domain/kernel/formats.ts';
import { useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { startDownload } from '../../platform/download.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { createExportLink, type CompanyExport } from './api.ts';
import styles from './company-archives.module.css';
import { useCompanyExport, useStartExport } from './use-company-export.ts';

/** Everything of the company as one file: made in the background, kept for a day. */
export function ExportCompanyCard({ companyName }: { companyName: string }) {
  const { data: found, error, refetch } = useCompanyExport();
  const start = useStartExport();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly title: string; readonly reason: unknown } | null>(null);
  const isRunning = found?.state === 'RUNNING';

  async function attempt(title: string, work: () => Promise<void>) {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (reason) {
      setFailure({ title, reason });
      await refetch();
    }
    setBusy(false);
  }

  const begin = () => attempt('The export was not started', start);
  const download = () =>
    attempt('The file could not be downloaded', async () => {
      const { url, fileName } = await createExportLink();
      startDownload(url, fileName);
    });

  return (
    <Card
      title="Whole company as a file"
      subtitle={`Everything of ${companyName}, to keep or to bring into another installation: what is set up, its people by name and email, records with lines, comments and files, saved views, dashboards and the whole history. No passwords, second factors or keys are in it, and nothing of another company.`}
      actions={
        <Button
          variant="outlined"
          startIcon={<Icon name="file" size={16} />}
          // Not disabled while it works: whoever pressed it, and was asked who they are, comes back to it.
          aria-disabled={isBusy || isRunning}
          onClick={() => void (isRunning || begin())}
        >
          {isRunning ? 'Exporting…' : 'Export the company'}
        </Button>
      }
    >
      <div className={styles.body}>
        <p className={styles.quiet}>
          It stands in the audit log who exported the company. Keep the file as you keep the records: whoever
          has it reads all of them.
        </p>
        {error !== null && found === undefined && (
          <ErrorAlert
            failure={error}
            title="Earlier exports could not be looked for"
            onRetry={() => void refetch()}
          />
        )}
        {failure !== null && <ErrorAlert failure={failure.reason} title={failure.title} />}
        {found?.state === 'FAILED' && <Notice tone="warning">{exportFailed}</Notice>}
        {isRunning && <Running found={found} />}
        {found?.state === 'FINISHED' && (
          <Finished found={found} isBusy={isBusy} onDownload={() => void download()} />
        )}
      </div>
    </Card>
  );
}

function Running({ found: { step, done, total } }: { found: CompanyExport }) {
  const what = step === 'RECORDS' ? 'Records' : 'Files';
  const isKnown = total > 0;
  return (
    <div className={styles.running}>
      <span role="status">
        {isKnown
          ? `${what}: ${showCount(Math.min(done, total))} of ${showCount(total)}. You can leave this page meanwhile.`
          : 'Reading what is set up. You can leave this page meanwhile.'}
      </span>
      <progress {...(isKnown && { max: total, value: Math.min(done, total) })} aria-label={what} />
    </div>
  );
}

type FinishedProps = { found: CompanyExport; isBusy: boolean; onDownload: () => void };

function Finished({ found, isBusy, onDownload }: FinishedProps) {
  const { records, files, missingFiles, sizeBytes, askedAt, askedBy, keptUntil } = found;
  const show = (at: string) => showInstant(at, viewerZone());
  return (
    <div className={styles.finished}>
      <p role="status">
        {count(records, 'record')} and {count(files, 'file')} as of {show(askedAt)}, exported by{' '}
        {askedBy.name}
        {keptUntil != null && `. Kept here until ${show(keptUntil)}`}.
      </p>
      {missingFiles > 0 && (
        <Notice tone="warning">
          {count(missingFiles, 'file')} could not be found in the storage: only{' '}
          {missingFiles === 1 ? 'its name is' : 'their names are'} in it.
        </Notice>
      )}
      <Button
        variant="contained"
        startIcon={<Icon name="download" size={16} />}
        aria-disabled={isBusy}
        onClick={onDownload}
      >
        Download ({showSize(sizeBytes)})
      </Button>
    </div>
  );
}

const count = (number: number, one: string): string =>
  `${showCount(number)} ${one}${number === 1 ? '' : 's'}`;
