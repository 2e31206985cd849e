// What stands in the place of a record that is not there yet, could not be read, or is not for these eyes.
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Crumb } from '../../../ui/breadcrumbs.tsx';
import { CrumbList } from '../../../ui/breadcrumbs.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { useTitleFocus } from '../../../ui/page-header.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { phonePage } from './phone-page.ts';
import { RecordHeaderFirst } from './record-header.tsx';
import styles from './record-page.module.css';

/** One and the same sentence, so that nobody learns which of the two it is. */
const absent = 'This record does not exist, or you may not see it';

export function RecordFirst({ crumbs }: { crumbs: readonly Crumb[] }) {
  const isPhone = useMediaQuery(phonePage);
  return (
    <div className={styles.page} aria-busy="true">
      <RecordHeaderFirst crumbs={crumbs} isPhone={isPhone} />
      <div className={styles.sections} aria-hidden="true">
        {[4, 12].map((count) => (
          <div key={count} className={styles.section}>
            <div className={styles.bones}>
              {Array.from({ length: count }, (_, at) => (
                <span key={at} className={styles.bone} style={{ width: `${50 + ((at * 17) % 40)}%` }} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

type RecordFailedProps = { failure: unknown; onRetry: () => void; crumbs: readonly Crumb[] };

export function RecordFailed({ failure, onRetry, crumbs }: RecordFailedProps) {
  const heading = useTitleFocus('Record');
  return (
    <div className={styles.alone}>
      {crumbs.length > 0 && <CrumbList crumbs={crumbs} />}
      <h1 ref={heading} tabIndex={-1} className="rh-visually-hidden">
        Record
      </h1>
      <ErrorAlert failure={failure} title="The record could not be loaded" onRetry={onRetry} />
    </div>
  );
}

type RecordAbsentProps = {
  /** The list that leads on; null where the role has none of the type. */
  to: { readonly to: string; readonly name: string } | null;
  children?: ReactNode;
};

export function RecordAbsent({ to, children }: RecordAbsentProps) {
  const heading = useTitleFocus('Record not found');
  return (
    <div className={styles.message}>
      <h1 ref={heading} tabIndex={-1} className="rh-visually-hidden">
        Record not found
      </h1>
      <EmptyState
        title={absent}
        action={
          <Button component={Link} to={to?.to ?? '../dashboard'} variant="outlined">
            {to === null ? 'Go to the dashboard' : `Back to ${to.name}`}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
