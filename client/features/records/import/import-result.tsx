import Button from '@mui/material/Button';
import type { ImportOutcome } from '@rowhouse/domain/contract.generated.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useState } from 'react';
import { toSentence } from '../../../platform/request-failure.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { downloadFaults, type ImportJudgement } from './api.ts';
import styles from './import-dialog.module.css';
import type { SentFile } from './use-import.ts';

const outcomeWords: Readonly<Record<ImportOutcome, string>> = {
  MAKE: 'Is made',
  CHANGE: 'Is changed',
  UNCHANGED: 'Holds it already',
  FAULTY: 'Cannot be imported',
};

type ImportResultProps = { sent: SentFile; keys: readonly string[]; judgement: ImportJudgement };

/** What would become of the rows: those that cannot be imported first. */
export function ImportResult({ sent, keys, judgement }: ImportResultProps) {
  const { problems, faults, faulty, rows } = judgement;
  const taken = sent.reading.headers.flatMap((header, index) => {
    const field = sent.created.fields.find(({ key }) => key === keys[index]);
    return field === undefined ? [] : [{ header, index, name: field.name }];
  });
  return (
    <section className={styles.half}>
      {problems.length > 0 && (
        <ul role="alert" className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {faulty > 0 && (
        <>
          <div className={styles.file}>
            <h3 className={styles.heading}>{`${showCount(faulty)} cannot be imported`}</h3>
            <DownloadFaults id={sent.created.id} fileName={sent.file.name} />
          </div>
          <ScrollTable
            label="Rows that cannot be imported"
            className={styles.table}
            columns={[
              { name: 'Row', isRowHeader: true, renderCell: ({ row }) => row },
              { name: 'Reason', className: styles.wrong, renderCell: ({ fault }) => fault },
            ]}
            rows={faults}
            rowKey={({ row }) => row}
          />
          {faulty > faults.length && (
            <p className={styles.hint}>{`The first ${faults.length}. The file with the reasons has all.`}</p>
          )}
        </>
      )}
      <h3 className={styles.heading}>First rows</h3>
      <ScrollTable
        label="First rows"
        className={styles.table}
        columns={[
          { name: 'Row', isRowHeader: true, renderCell: ({ row }) => row },
          {
            name: 'What becomes of it',
            renderCell: ({ outcome }) => outcomeWords[outcome],
            className: ({ outcome }) => (outcome === 'FAULTY' ? styles.wrong : undefined),
          },
          ...taken.map(({ index, name }) => ({
            key: index,
            name,
            className: styles.sample,
            renderCell: ({ cells }: ImportJudgement['rows'][number]) => cells[index] ?? '',
          })),
        ]}
        rows={rows}
        rowKey={({ row }) => row}
      />
    </section>
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
