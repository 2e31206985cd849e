import Button from '@mui/material/Button';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { toAnswerPage } from './api.ts';
import { DueTime } from './due-time.tsx';
import { RecordLink, type HrefOfRecord } from '../record-link.tsx';
import styles from '../transmissions.module.css';
import { useToAnswer } from './use-conversations.ts';

/** Records of which other companies wait for an answer: the overdue first, then by when they are due. */
export function ConversationsToAnswer({ hrefOf }: { hrefOf: HrefOfRecord }) {
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useToAnswer(offset);
  if (data === undefined)
    return error === null ? (
      <ProgressLine active label="Loading what waits for an answer" />
    ) : (
      <ErrorAlert
        failure={error}
        title="What waits for an answer could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  if (data.total === 0)
    return (
      <EmptyState title="Nobody waits for an answer" icon="check">
        When another company asks for something, or changes it, the record comes into this list.
      </EmptyState>
    );
  return (
    <div className={styles.log}>
      {data.overdue > 0 && (
        <p role="status">
          <Chip tone="red">{data.overdue === 1 ? '1 is overdue' : `${data.overdue} are overdue`}</Chip>
        </p>
      )}
      <StackedTable
        label="To answer"
        rows={data.conversations}
        rowKey={({ id }) => id}
        columns={[
          { name: 'Record', renderCell: ({ record }) => <RecordLink record={record} hrefOf={hrefOf} /> },
          { name: 'With', renderCell: ({ company }) => company },
          { name: 'Waits', renderCell: ({ lines }) => (lines === 1 ? '1 line' : `${lines} lines`) },
          { name: 'Since', renderCell: ({ since }) => showInstant(since, viewerZone()) },
          { name: 'Due', renderCell: (one) => <DueTime {...one} /> },
        ]}
      />
      {data.total > toAnswerPage && (
        <div className={styles.actions}>
          <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - toAnswerPage)}>
            Before
          </Button>
          <Button
            size="small"
            disabled={offset + toAnswerPage >= data.total}
            onClick={() => setOffset(offset + toAnswerPage)}
          >
            More
          </Button>
        </div>
      )}
    </div>
  );
}
