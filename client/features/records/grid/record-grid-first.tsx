import { useState, type ReactNode } from 'react';
import { isSessionEnd, toSentence } from '../../../platform/request-failure.ts';
import { GridMessage } from '../../../ui/grid/grid-message.tsx';
import { createGridStore } from '../../../ui/grid/grid-store.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import styles from './record-grid.module.css';

type RecordGridFirstProps = {
  title: string;
  failure: unknown;
  onRetry: () => void;
  /** Beside the title, also where no column is known. */
  actions?: ReactNode;
  /** The views as tabs, where there is room: their place is kept before they are known. */
  views?: ReactNode;
};

/** What stands before the columns are known: twelve rows in the making, or why there are none. */
const nothing: never[] = [];

export function RecordGridFirst({ actions, views, ...rows }: RecordGridFirstProps) {
  return (
    <div className={styles.screen} data-grid-screen>
      <PageHeader title={rows.title} {...(actions !== undefined && { actions })} />
      {views !== undefined && <div className={styles.views}>{views}</div>}
      <RowsFirst {...rows} />
    </div>
  );
}

/** Also where what shows the rows is on its way itself. */
export function RowsFirst({
  title,
  failure = null,
  onRetry = () => undefined,
}: Pick<RecordGridFirstProps, 'title'> & Partial<Pick<RecordGridFirstProps, 'failure' | 'onRetry'>>) {
  const [store] = useState(createGridStore);
  return (
    <div className={`${styles.frame} ${styles.first}`}>
      <div className={styles.grid}>
        <Grid
          label={title}
          store={store}
          columns={nothing}
          rows={nothing}
          rowId={() => 0}
          rowLabel={() => ''}
          totalRows={undefined}
          firstRowIndex={0}
          status={failure === null || isSessionEnd(failure) ? 'first' : 'failed'}
          emptyState={null}
          failedState={
            <GridMessage
              title="The records could not be loaded"
              action={{ label: 'Retry', onSelect: onRetry }}
            >
              {toSentence(failure)}
            </GridMessage>
          }
        />
      </div>
    </div>
  );
}
