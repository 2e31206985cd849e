import Button from '@mui/material/Button';
import type { OrderFileKind } from '@rowhouse/domain/contract.generated.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { headerOf, type FileVerdict } from '@rowhouse/domain/order-entry/order-files.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { useId, useRef, useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { startDownload } from '../../platform/download.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { sendOrderFile, type OrderFile } from './api.ts';
import styles from './order-files-panel.module.css';
import { useOrderFileList, useRefreshOrderFiles } from './use-order-forms.ts';

const kinds: readonly { readonly kind: OrderFileKind; readonly title: string; readonly rows: string }[] = [
  { kind: 'OPPORTUNITIES', title: 'Opportunities', rows: 'opportunities' },
  { kind: 'DEALER_OPTIONS', title: 'Dealer options', rows: 'options' },
];

/** The company's two files, for who administers it: what stands, and bringing another one. */
export function OrderFilesPanel() {
  const { data, error, refetch } = useOrderFileList();
  if (data === undefined)
    return error === null ? (
      <ProgressLine active label="Loading the files" />
    ) : (
      <ErrorAlert failure={error} title="The files could not be loaded" onRetry={() => void refetch()} />
    );
  return (
    <div className={styles.panel}>
      {kinds.map((one) => (
        <OrderFileCard
          key={one.kind}
          {...one}
          file={data.files.find(({ kind }) => kind === one.kind) ?? null}
        />
      ))}
    </div>
  );
}

type OrderFileCardProps = {
  kind: OrderFileKind;
  title: string;
  rows: string;
  /** The one that stands. */
  file: OrderFile | null;
};

function OrderFileCard({ kind, title, rows, file }: OrderFileCardProps) {
  const refresh = useRefreshOrderFiles();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const [progress, setProgress] = useState<number | null>(null);
  const [refused, setRefused] = useState<{ readonly name: string; readonly verdict: FileVerdict } | null>(
    null,
  );
  const [failure, setFailure] = useState<unknown>(null);

  async function send(chosen: File) {
    setRefused(null);
    setFailure(null);
    setProgress(0);
    try {
      const options = { onProgress: setProgress, signal: new AbortController().signal };
      const verdict = await sendOrderFile(kind, chosen, options);
      if (verdict.faultTotal > 0) setRefused({ name: chosen.name, verdict });
      else {
        await refresh();
        snackbars.success(`${showCount(verdict.rows)} ${rows} are in.`);
      }
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setProgress(null);
    }
  }

  const standing =
    file === null
      ? 'No file has been uploaded.'
      : `${file.fileName}: ${showCount(file.rowCount)} ${rows}, brought ${showInstant(file.uploadedAt, viewerZone())}${file.uploadedBy === null ? '' : ` by ${file.uploadedBy}`}.`;
  return (
    <Card
      title={title}
      subtitle={standing}
      actions={
        <>
          <Button startIcon={<Icon name="download" />} onClick={() => downloadTemplate(kind)}>
            Template
          </Button>
          <Button
            variant="outlined"
            disabled={progress !== null}
            aria-describedby={inputId}
            onClick={() => input.current?.click()}
          >
            {file === null ? `Upload ${rows}` : `Replace ${rows}`}
          </Button>
        </>
      }
    >
      <input
        ref={input}
        id={inputId}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={`File of ${rows}`}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void send(chosen);
        }}
      />
      <p className={styles.hint}>
        CSV in UTF-8, at most 50 MB. A file with a wrong row replaces nothing: the rows are told here.
      </p>
      {progress !== null && (
        <p role="status" className={styles.hint}>
          {progress < 1 ? `Sending, ${Math.round(progress * 100)} %` : 'Reading the rows'}
        </p>
      )}
      {failure !== null && (
        <ErrorAlert failure={new Error(toSentence(failure))} title="The file was not taken" />
      )}
      {refused !== null && <Faults {...refused} rows={rows} />}
    </Card>
  );
}

function Faults({ name, verdict, rows }: { name: string; verdict: FileVerdict; rows: string }) {
  const { faults, faultTotal } = verdict;
  return (
    <div className={styles.faults}>
      <p role="alert">
        {name} was not taken: {showCount(faultTotal)} {faultTotal === 1 ? 'thing is' : 'things are'} wrong in
        its {showCount(verdict.rows)} {rows}. The file that stands is still in use.
      </p>
      <ScrollTable
        label={`What is wrong with ${name}`}
        rows={faults}
        rowKey={(_, index) => index}
        className={styles.table}
        columns={[
          { name: 'Row', renderCell: ({ row }) => showCount(row), isRowHeader: true },
          { name: 'Column', renderCell: ({ column }) => column },
          { name: 'What is wrong', renderCell: ({ sentence }) => sentence },
        ]}
      />
      {faultTotal > faults.length && (
        <p className={styles.hint}>The first {showCount(faults.length)} are shown.</p>
      )}
    </div>
  );
}

function downloadTemplate(kind: OrderFileKind): void {
  const url = URL.createObjectURL(
    new Blob([`\uFEFF${csvLine(headerOf(kind))}`], { type: 'text/csv;charset=utf-8' }),
  );
  startDownload(url, kind === 'OPPORTUNITIES' ? 'opportunities.csv' : 'dealer-options.csv');
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
