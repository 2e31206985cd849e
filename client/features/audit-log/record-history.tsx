// What happened to a record, who did it, when and from where. It fills its container, and is laid out by its width.
import { foldBursts } from '@rowhouse/domain/audit-log/bursts.ts';
import { personOf } from '@rowhouse/domain/audit-log/describe-log.ts';
import { mostEntriesAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { historyCounts, historyKey, recordHistory, type RecordLog } from './api.ts';
import { HistoryFilters, type NamedField } from './history-filters.tsx';
import { anyHistory, toChoice } from './history-choice.ts';
import { BurstRows, type Taking } from './burst-rows.tsx';
import { showMoment } from './show-moment.ts';
import { PutBackSheet } from './put-back/put-back-sheet.tsx';
import styles from './record-history.module.css';

type RecordHistoryProps = {
  record: { readonly id: number; readonly label: string };
  /** Of the grid in which the record is seen. */
  recordTypeId: number;
  /** By which it can be filtered. */
  fields: readonly NamedField[];
  /** Whether values can be put back from here: not where the record is seen among others of a super type. */
  mayPutBack: boolean;
  /** Something was put back. */
  onChanged?: () => void;
};

const columns = ['Name', 'Before', 'After', 'Activity', 'User', 'Date updated'];

export function RecordHistory({ record, recordTypeId, fields, mayPutBack, onChanged }: RecordHistoryProps) {
  const queryClient = useQueryClient();
  const [puttingBack, setPuttingBack] = useState<readonly RecordLog[] | null>(null);
  const [chosen, setChosen] = useState(anyHistory);
  /** The entry that stands in the way of another: where it stands is gone to. */
  const [shown, setShown] = useState<number | null>(null);
  /** Entries that are chosen to be put back together; null while each is put back at once. */
  const [taken, setTaken] = useState<ReadonlyMap<number, RecordLog> | null>(null);
  const choice = toChoice(chosen);
  const query = useInfiniteQuery(recordHistory(record.id, recordTypeId, choice));
  const counts = useQuery({ ...historyCounts(record.id, recordTypeId, choice), enabled: query.isSuccess });
  const logs = query.data?.pages.flatMap((page) => page.logs) ?? [];
  const bursts = foldBursts(logs);
  const label = `History of ${record.label}`;
  const taking = (): Taking | null => {
    if (!mayPutBack) return null;
    if (taken === null) return { kind: 'each', onPutBack: setPuttingBack };
    return {
      kind: 'several',
      chosen: new Set(taken.keys()),
      onChoose: (entries, isOn) => setTaken(withEntries(taken, entries, isOn)),
    };
  };
  return (
    <div className={styles.history}>
      <HistoryFilters
        chosen={chosen}
        onChoose={setChosen}
        fields={fields}
        people={(counts.data?.people ?? []).map(({ id, name }) => ({ id, name: name ?? 'Unknown' }))}
        words={counts.data ? sayCounts(counts.data) : ''}
      >
        {mayPutBack && logs.length > 0 && (
          <Button
            size="small"
            variant="outlined"
            aria-pressed={taken !== null}
            onClick={() => setTaken(taken === null ? new Map() : null)}
          >
            Choose several
          </Button>
        )}
      </HistoryFilters>
      <ProgressLine active={query.isFetching} />
      {query.error !== null && (
        <ErrorAlert
          failure={query.error}
          title="The history could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && logs.length === 0 && (
        <EmptyState
          title={chosen === anyHistory ? 'Nothing has happened yet' : 'No entries found'}
          icon="clock"
        >
          {chosen === anyHistory
            ? 'Changes of the record will stand here.'
            : 'Choose less to see more entries.'}
        </EmptyState>
      )}
      {logs.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="Entries">
          <div role="table" aria-label={label} className={styles.table}>
            <div role="rowgroup" className={styles.head}>
              <div role="row" className={styles.row}>
                {columns.map((name) => (
                  <div key={name} role="columnheader">
                    {name}
                  </div>
                ))}
              </div>
            </div>
            <div role="rowgroup">
              {bursts.map((burst, at) => (
                <BurstRows
                  // One that is gone to begins open.
                  key={`${burst[0]!.id} ${burst.some(({ id }) => id === shown)}`}
                  burst={burst}
                  taking={taking()}
                  shown={burst.some(({ id }) => id === shown) ? shown : null}
                  isWhole={at < bursts.length - 1 || !query.hasNextPage}
                />
              ))}
            </div>
          </div>
          {query.hasNextPage && (
            <div className={styles.earlier}>
              <Button
                variant="outlined"
                disabled={query.isFetching}
                onClick={() => void query.fetchNextPage()}
              >
                Show earlier changes
              </Button>
            </div>
          )}
        </div>
      )}
      {taken !== null && (
        <div role="group" aria-label="Chosen entries" className={styles.taken}>
          <span role="status">{sayTaken(taken.size)}</span>
          <Button
            size="small"
            variant="contained"
            disabled={taken.size === 0 || taken.size > mostEntriesAtOnce}
            onClick={() => setPuttingBack([...taken.values()].toSorted((one, other) => other.id - one.id))}
          >
            Put back…
          </Button>
          <Button size="small" onClick={() => setTaken(null)}>
            Cancel
          </Button>
        </div>
      )}
      {puttingBack !== null && (
        <PutBackSheet
          recordId={record.id}
          entries={puttingBack.map(({ id }) => id)}
          note={sayWhose(puttingBack)}
          onShow={(entry) => {
            setPuttingBack(null);
            setTaken(null);
            setShown(entry);
            // What is chosen may leave it out.
            if (!logs.some(({ id }) => id === entry)) setChosen(anyHistory);
          }}
          onClose={() => setPuttingBack(null)}
          onDone={() => {
            setPuttingBack(null);
            setTaken(null);
            void queryClient.invalidateQueries({ queryKey: historyKey(record.id) });
            onChanged?.();
          }}
        />
      )}
    </div>
  );
}

function withEntries(
  taken: ReadonlyMap<number, RecordLog>,
  entries: readonly RecordLog[],
  isOn: boolean,
): ReadonlyMap<number, RecordLog> {
  const next = new Map(taken);
  for (const entry of entries)
    if (isOn) next.set(entry.id, entry);
    else next.delete(entry.id);
  return next;
}

function sayTaken(count: number): string {
  if (count === 0) return 'Choose the entries that are put back together.';
  if (count > mostEntriesAtOnce) return `At most ${mostEntriesAtOnce} entries can be put back at once.`;
  return count === 1 ? '1 entry chosen' : `${count} entries chosen`;
}

/** '9 entries by Iris Chan, Nov 22, 2026 - 8:41a.m. to Nov 22, 2026 - 8:44a.m.' */
function sayWhose(logs: readonly RecordLog[]): string {
  const [newest, oldest] = [logs[0], logs.at(-1)];
  if (newest === undefined || oldest === undefined) return '';
  const [first, last] = [showMoment(oldest.datetime), showMoment(newest.datetime)];
  const count = `${logs.length} ${logs.length === 1 ? 'entry' : 'entries'}`;
  const people = [...new Set(logs.map(personOf))];
  const others =
    people.length === 1 ? '' : people.length === 2 ? ` and ${people[1]}` : ` and ${people.length - 1} others`;
  return `${count} by ${people[0]}${others}, ${first}${first === last ? '' : ` to ${last}`}`;
}

const sayCounts = ({ total, totalOfAll }: { total: number; totalOfAll: number }): string => {
  const noun = totalOfAll === 1 ? 'entry' : 'entries';
  return total === totalOfAll ? `${total} ${noun}` : `${total} of ${totalOfAll} ${noun}`;
};
