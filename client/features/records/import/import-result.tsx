import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ImportOutcome } from '@rowhouse/domain/contract.generated.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useState } from 'react';
import { toSentence } from '../../../platform/request-failure.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { downloadFaults, findRowsOfReason, type ImportJudgement, type ReasonRow } from './api.ts';
import styles from './import-dialog.module.css';
import { faultOfRow, takenColumns, valueColumns, type TakenColumn } from './preview-cells.tsx';
import { ReasonTable } from './reason-table.tsx';
import type { SentFile } from './use-import.ts';

const outcomeWords: Readonly<Record<ImportOutcome, string>> = {
  MAKE: 'Is made',
  CHANGE: 'Is changed',
  UNCHANGED: 'Holds it already',
  FAULTY: 'Cannot be imported',
};
/** The file with the reasons has all of them. */
const mostShown = 100;

type ImportResultProps = { sent: SentFile; keys: readonly string[]; judgement: ImportJudgement };
type PreviewRow = ImportJudgement['rows'][number];

/** What would become of the rows: why some cannot be imported, and the first ones as they will stand. */
export function ImportResult({ sent, keys, judgement }: ImportResultProps) {
  const { problems, faulty, rows } = judgement;
  const taken = takenColumns(sent, keys);
  const title =
    rows.length < sent.rowCount ? 'First and last rows, as they will be' : 'First rows, as they will be';
  return (
    <section className={styles.half}>
      {problems.length > 0 && (
        <ul role="alert" className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {faulty > 0 && <Reasons sent={sent} taken={taken} judgement={judgement} />}
      <h3 className={styles.heading}>{title}</h3>
      <ScrollTable
        label={title}
        isCardsOnPhone
        className={styles.table}
        columns={[
          { name: 'Row', isRowHeader: true, renderCell: ({ row }: PreviewRow) => row },
          {
            name: 'What becomes of it',
            renderCell: ({ outcome, fault, values }) => {
              const rest = faultOfRow(fault, values);
              return (
                <>
                  {outcomeWords[outcome]}
                  {rest !== '' && <span className={styles.reason}>{rest}</span>}
                </>
              );
            },
            className: ({ outcome }) => (outcome === 'FAULTY' ? styles.wrong : undefined),
          },
          ...valueColumns<PreviewRow>(taken),
        ]}
        rows={rows}
        rowKey={({ row }) => row}
      />
    </section>
  );
}

type ReasonsProps = { sent: SentFile; taken: readonly TakenColumn[]; judgement: ImportJudgement };

function Reasons({ sent, taken, judgement }: ReasonsProps) {
  const { faulty, reasons, reasonCount, judgement: number } = judgement;
  return (
    <>
      <div className={styles.file}>
        <h3 className={styles.heading}>{`${showCount(faulty)} cannot be imported`}</h3>
        <DownloadFaults id={sent.created.id} fileName={sent.file.name} />
      </div>
      <ReasonTable
        // Of a judgement before, the rows are other ones.
        key={number}
        label="Rows that cannot be imported"
        {...{ reasons, reasonCount }}
        renderRows={(reason) => (
          <RowsOfReason key={reason} {...{ reason, taken }} id={sent.created.id} judgement={number} />
        )}
      />
    </>
  );
}

type RowsOfReasonProps = {
  id: number;
  reason: string;
  /** Null of an import that was begun, which is not judged any more. */
  judgement: number | null;
  /** All columns of the file, as they stand in it, where it is not given. */
  taken?: readonly TakenColumn[];
};

export function RowsOfReason({ id, reason, judgement, taken }: RowsOfReasonProps) {
  const found = useQuery({
    queryKey: ['import-rows-of-reason', id, judgement, reason],
    queryFn: ({ signal }) => findRowsOfReason(id, reason, mostShown, signal),
    retry: false,
  });
  if (found.isError)
    return (
      <ErrorAlert
        failure={found.error}
        title="The rows could not be read"
        onRetry={() => void found.refetch()}
      />
    );
  const { headers, faults, total } = found.data ?? { headers: [], faults: [], total: 0 };
  const columns = taken ?? headers.map((name, index) => ({ index, name }));
  return (
    <>
      <ProgressLine active={found.isFetching} />
      <h3 className={styles.heading}>{reason}</h3>
      <ScrollTable
        label={`Rows: ${reason}`}
        isCardsOnPhone
        className={styles.table}
        columns={[
          { name: 'Row', isRowHeader: true, renderCell: ({ row }: ReasonRow) => row },
          ...valueColumns<ReasonRow>(columns),
        ]}
        rows={faults}
        rowKey={({ row }) => row}
      />
      {total > faults.length && faults.length > 0 && (
        <p className={styles.hint}>{`The first ${faults.length}. The file with the reasons has all.`}</p>
      )}
    </>
  );
}

export function DownloadFaults({ id, fileName }: { id: number; fileName: string }) {
  const [isFetching, setIsFetching] = useState(false);
  async function download() {
    setIsFetching(true);
    try {
      await downloadFaults(id, fileName);
    } catch (failure) {
      snackbars.error(`Download failed: ${toSentence(failure)}`);
    } finally {
      setIsFetching(false);
    }
  }
  return (
    <Button
      variant="text"
      disabled={isFetching}
      startIcon={<Icon name="download" />}
      onClick={() => void download()}
    >
      {isFetching ? 'Preparing' : 'Download these rows'}
    </Button>
  );
}
