import Button from '@mui/material/Button';
import type { TransmissionState } from '@rowhouse/domain/contract.generated.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { findLog, logPage, resendTransmission, type Direction, type Transmission } from './api.ts';
import { nameRecord, RecordLink, type HrefOfRecord } from './record-link.tsx';
import { TransmissionDialog } from './transmission-dialog.tsx';
import { stateLooks, TransmissionStateChip } from './transmission-state.tsx';
import styles from './transmissions.module.css';
import { useChangeMappings } from './use-mappings.ts';

const lookAgainMs = 5000;
const states = Object.keys(stateLooks) as TransmissionState[];

/** What was sent or what arrived: found by company, number or reason, filtered by state, sent again. */
export function TransmissionLog({ direction, hrefOf }: { direction: Direction; hrefOf: HrefOfRecord }) {
  const timeZone = viewerZone();
  const [state, setState] = useState<TransmissionState | null>(null);
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [opened, setOpened] = useState<Transmission | null>(null);
  const asked = { direction, state, search: search.trim(), offset };
  const { data, error, refetch } = useQuery({
    queryKey: ['transmissions', 'log', asked],
    queryFn: ({ signal }) => findLog(asked, signal),
    refetchInterval: lookAgainMs,
    placeholderData: keepPreviousData,
  });
  const counts = new Map(data?.counts.map(({ state: of, total }) => [of, total]));
  const narrow = (change: () => void) => {
    change();
    setOffset(0);
  };
  return (
    <div className={styles.log}>
      <div className={styles.two}>
        <TextInput
          label="Find"
          placeholder="Company, number or reason"
          value={search}
          onChange={(text) => narrow(() => setSearch(text))}
        />
        <label className={styles.filter}>
          <span>State</span>
          <Select
            value={state ?? ''}
            onChange={({ currentTarget: { value } }) =>
              narrow(() => setState(value === '' ? null : (value as TransmissionState)))
            }
          >
            <option value="">All</option>
            {states.map((one) => (
              <option key={one} value={one}>
                {`${stateLooks[one].name} (${counts.get(one) ?? 0})`}
              </option>
            ))}
          </Select>
        </label>
      </div>
      {data === undefined && error === null && <ProgressLine active label="Loading the transmissions" />}
      {data === undefined && error !== null && (
        <ErrorAlert
          failure={error}
          title="The transmissions could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data?.total === 0 && (
        <EmptyState title="No items found" icon="switch">
          {direction === 'SENT'
            ? 'A record is listed here as soon as a mapping sends it, with how far it came.'
            : 'A record that another company sends is listed here, with what became of it.'}
        </EmptyState>
      )}
      {data !== undefined && data.total > 0 && (
        <LogTable
          direction={direction}
          rows={data.transmissions}
          timeZone={timeZone}
          hrefOf={hrefOf}
          onOpen={setOpened}
        />
      )}
      {data !== undefined && data.total > logPage && (
        <div className={styles.actions}>
          <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - logPage)}>
            Newer
          </Button>
          <Button
            size="small"
            disabled={offset + logPage >= data.total}
            onClick={() => setOffset(offset + logPage)}
          >
            Older
          </Button>
        </div>
      )}
      {opened !== null && (
        <TransmissionDialog transmission={opened} hrefOf={hrefOf} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}

type LogTableProps = {
  direction: Direction;
  rows: readonly Transmission[];
  timeZone: string;
  hrefOf: HrefOfRecord;
  onOpen: (transmission: Transmission) => void;
};

function LogTable({ direction, rows, timeZone, hrefOf, onOpen }: LogTableProps) {
  const change = useChangeMappings();
  const isSent = direction === 'SENT';

  async function resend({ id }: Transmission) {
    try {
      await change(() => resendTransmission(id));
      snackbars.success('It is sent again');
    } catch (failure) {
      snackbars.error(`Not sent: ${toSentence(failure)}`);
    }
  }

  return (
    <StackedTable
      label={isSent ? 'Sent' : 'Received'}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Record',
          share: '15%',
          renderCell: ({ record }) => <RecordLink record={record} hrefOf={hrefOf} />,
        },
        { name: isSent ? 'To' : 'From', share: '14%', renderCell: ({ company }) => company },
        { name: 'Last step', share: '14%', renderCell: ({ at }) => showInstant(at, timeZone) },
        {
          name: 'State',
          renderCell: ({ state, reason, nextTryAt }) => (
            <span className={styles.state}>
              <TransmissionStateChip state={state} />
              {reason !== null && <span className={styles.quiet}>{reason}</span>}
              {nextTryAt !== null && (
                <span className={styles.quiet}>{`Tried again ${showInstant(nextTryAt, timeZone)}.`}</span>
              )}
            </span>
          ),
        },
      ]}
      renderActions={(one) => (
        <span className={styles.actions}>
          <Button size="small" aria-label={`Open ${nameMessage(one)}`} onClick={() => onOpen(one)}>
            Open
          </Button>
          {isSent && (one.state === 'DEAD' || one.state === 'FAILED') && (
            <Button size="small" aria-label={`Resend ${nameMessage(one)}`} onClick={() => void resend(one)}>
              Resend
            </Button>
          )}
        </span>
      )}
    />
  );
}

const nameMessage = ({ id, record }: Transmission): string =>
  record === null ? `message ${id}` : nameRecord(record);
