// Why rows of a file cannot be imported, or could not: each reason once, however many rows have it, and the way to them.
import Button from '@mui/material/Button';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useId, useState, type ReactNode } from 'react';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import type { ImportJudgement } from './api.ts';
import styles from './import-dialog.module.css';

type Reason = ImportJudgement['reasons'][number];

type ReasonTableProps = {
  label: string;
  reasons: readonly Reason[];
  reasonCount: number;
  renderRows: (reason: string) => ReactNode;
};

export function ReasonTable({ label, reasons, reasonCount, renderRows }: ReasonTableProps) {
  const [shown, setShown] = useState<string | null>(null);
  const rowsId = useId();
  return (
    <>
      <ScrollTable
        label={label}
        className={`${styles.table} ${styles.reasons}`}
        columns={[
          { name: 'Rows', isRowHeader: true, renderCell: ({ count }: Reason) => showCount(count) },
          { name: 'Reason', className: styles.wrong, renderCell: ({ reason }) => reason },
          { name: 'Where', renderCell: ({ rows, count }) => sayRows(rows, count) },
          {
            name: 'Look',
            renderCell: ({ reason }) => (
              <Button
                variant="text"
                size="small"
                aria-label={`${shown === reason ? 'Hide' : 'Show'} the rows: ${reason}`}
                aria-expanded={shown === reason}
                aria-controls={shown === reason ? rowsId : undefined}
                onClick={() => setShown(shown === reason ? null : reason)}
              >
                {shown === reason ? 'Hide' : 'Show'}
              </Button>
            ),
          },
        ]}
        rows={reasons}
        rowKey={({ reason }) => reason}
      />
      {reasonCount > reasons.length && (
        <p className={styles.hint}>
          {`The ${reasons.length} reasons of most rows. The file with the reasons has all ${showCount(reasonCount)}.`}
        </p>
      )}
      {shown !== null && (
        <div id={rowsId} className={styles.half}>
          {renderRows(shown)}
        </div>
      )}
    </>
  );
}

const sayRows = (rows: readonly number[], count: number): string =>
  `${count === 1 ? 'Row' : 'Rows'} ${rows.map(String).join(', ')}${count > rows.length ? ` and ${showCount(count - rows.length)} more` : ''}`;
