import { Suspense, useState } from 'react';
import { BulkChangeCard } from './bulk-change-card.tsx';
import styles from './bulk-changes.module.css';
import { useBulkChanges } from './use-bulk-changes.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';

const BulkChangeReport = lazyPart(async () => ({
  default: (await import('./bulk-change-report.tsx')).BulkChangeReport,
}));

type BulkChangesProps = {
  recordTypeId: number;
  tenantPath: string;
  /** One that ran has ended: the rows are others now. */
  onEnded: () => void;
};

/** Above the grid: what runs, and what ended last, until it is put away. */
export function BulkChanges({ recordTypeId, ...setting }: BulkChangesProps) {
  const { shown, isOld, lookAgain, dismiss } = useBulkChanges(recordTypeId, setting);
  const [reported, setReported] = useState<number | null>(null);
  const report = shown.find(({ id }) => id === reported);
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label="Bulk changes">
        {shown.map((change) => (
          <BulkChangeCard
            key={change.id}
            change={change}
            isOld={isOld(change)}
            onChanged={lookAgain}
            onReport={() => setReported(change.id)}
            onDismiss={() => dismiss(change.id)}
          />
        ))}
      </ul>
      {report && (
        <Suspense fallback={null}>
          <BulkChangeReport change={report} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </>
  );
}
