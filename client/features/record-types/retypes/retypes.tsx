import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { mostNumbers, type RetypeHolders } from '@rowhouse/domain/record-types/retype.ts';
import { dataTypeNames } from '@rowhouse/domain/record-types/rules.ts';
import { useState } from 'react';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import type { Design } from '../api.ts';
import { walked } from './retype-report.tsx';
import styles from './retype.module.css';

/** A change of a data type, as it is told of whatever gets it. */
export type ToldRetype = Pick<
  Design['retypes'][number],
  | 'id'
  | 'phase'
  | 'state'
  | 'fromType'
  | 'toType'
  | 'total'
  | 'done'
  | 'kept'
  | 'changed'
  | 'lost'
  | 'keepUntil'
  | 'whyNot'
> & { readonly name: string };

export type WrittenSince = {
  readonly key: string;
  readonly holder: string;
  readonly at: string;
  readonly by: string | null;
};

export type RetypeWork = {
  readonly holders: RetypeHolders;
  readonly stop: (id: number) => Promise<void>;
  readonly undo: (id: number) => Promise<void>;
  readonly findWritten: (
    id: number,
    signal: AbortSignal,
  ) => Promise<{ readonly written: readonly WrittenSince[]; readonly toGrid: string | null }>;
};

type Props = { retypes: readonly ToldRetype[]; work: RetypeWork };

/** What is being changed, or was changed and can be changed back; nothing where there is nothing. */
export function Retypes({ retypes, work }: Props) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isStopping, setStopping] = useState(false);
  const [undone, setUndone] = useState<ToldRetype | null>(null);
  if (retypes.length === 0 && failure === null) return null;

  async function stop({ id, name }: ToldRetype) {
    setStopping(true);
    setFailure(null);
    try {
      await work.stop(id);
      snackbars.success(`${name} stays as it is`);
    } catch (refusal) {
      setFailure(refusal);
    }
    setStopping(false);
  }

  return (
    <section className={styles.section} aria-label="Changes of data types">
      <h2>Changes of data types</h2>
      {failure !== null && <ErrorAlert failure={failure} title="The change was not stopped" />}
      <ul className={styles.list}>
        {retypes.map((retype) => (
          <li key={retype.id}>
            <span className={styles.name}>
              <strong>{retype.name}</strong> {dataTypeNames[retype.fromType as DataType]} to{' '}
              {dataTypeNames[retype.toType as DataType]}
            </span>
            <State retype={retype} holders={work.holders} />
            {isUnderWay(retype) && (
              <Button disabled={isStopping} onClick={() => void stop(retype)}>
                Stop
              </Button>
            )}
            {retype.phase === 'KEPT' && (
              <Button onClick={() => setUndone(retype)}>Undo for {retype.name}…</Button>
            )}
          </li>
        ))}
      </ul>
      {undone !== null && <UndoDialog retype={undone} work={work} onClose={() => setUndone(null)} />}
    </section>
  );
}

const isUnderWay = ({ phase }: ToldRetype): boolean =>
  phase === 'BEGIN' || phase === 'CONVERT' || phase === 'SWITCH';

function State({ retype, holders }: { retype: ToldRetype; holders: RetypeHolders }) {
  const { phase, state, total, done, kept, changed, lost, whyNot } = retype;
  if (state === 'FAILED')
    return (
      <span className={styles.notice} role="alert">
        {whyNot ?? 'It could not go on.'} It is tried again within the hour.
      </span>
    );
  if (isUnderWay(retype))
    return (
      <span className={styles.progress} role="status">
        <span>
          {showCount(Math.min(done, total))} of {showCount(total)} {walked[holders]}
        </span>
        <progress max={Math.max(total, 1)} value={done} aria-hidden="true" />
      </span>
    );
  if (phase === 'KEPT')
    return (
      <span className={styles.quiet}>
        {showCount(kept)} kept, {showCount(changed)} changed, {showCount(lost)} lost. It can be undone until{' '}
        {showDay((retype.keepUntil ?? '').slice(0, 10))}.
      </span>
    );
  return (
    <span className={styles.quiet} role="status">
      {phase === 'UNDO'
        ? 'It is being undone.'
        : phase === 'CLEAN_NEW'
          ? 'It is as it was. What was converted is being taken away.'
          : 'The values from before are being taken away.'}
    </span>
  );
}

function sayWritten(count: number, holders: RetypeHolders): string {
  if (count === 1 && holders !== 'lines')
    return `One ${holders === 'objects' ? 'object' : 'record'} was written since: its value goes, and stays in the history.`;
  const noun = holders === 'objects' ? 'objects' : 'records';
  const many =
    count === 1 ? 'one record' : `${count >= mostNumbers ? `${mostNumbers} or more` : count} ${noun}`;
  return `${holders === 'lines' ? `Lines of ${many}` : many} were written since: their values go, and stay in the history.`;
}

/** Says what was written since before anything is undone. */
function UndoDialog({
  retype,
  work,
  onClose,
}: {
  retype: ToldRetype;
  work: RetypeWork;
  onClose: () => void;
}) {
  const { name } = retype;
  const { holders } = work;
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['record-types', 'written-since', retype.id],
    queryFn: ({ signal }) => work.findWritten(retype.id, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  async function carryOut() {
    setRunning(true);
    setFailure(null);
    try {
      await work.undo(retype.id);
      onClose();
      snackbars.success(`${name} gets its former type and values back`);
    } catch (refusal) {
      setFailure(refusal);
      setRunning(false);
    }
  }

  const written = data?.written;
  return (
    <TitledDialog
      title={<>Undo the change of {name}?</>}
      maxWidth="sm"
      onClose={isRunning ? undefined : onClose}
    >
      <DialogContent>
        <div className={styles.stack}>
          <p>
            {name} becomes {dataTypeNames[retype.fromType as DataType]} again, and every{' '}
            {holders.slice(0, -1)} has the value that it had before.
          </p>
          {written === undefined && error === null && (
            <p role="status">Looking for what was written since…</p>
          )}
          {error !== null && (
            <ErrorAlert
              failure={error}
              title="What was written since could not be read"
              onRetry={() => void refetch()}
            />
          )}
          {written?.length === 0 && <p role="status">Nobody has written a value of it since.</p>}
          {data !== undefined && data.written.length > 0 && (
            <div className={styles.notice} role="status">
              <p>
                {sayWritten(data.written.length, holders)}{' '}
                {data.toGrid !== null && (
                  <a href={data.toGrid} target="_blank" rel="noreferrer">
                    Show them in the grid
                  </a>
                )}
              </p>
              <ul>
                {data.written.slice(0, 10).map(({ key, holder, at, by }) => (
                  <li key={key}>
                    {holder}, {by ?? 'the system'} on {showDay(at.slice(0, 10))}
                  </li>
                ))}
                {data.written.length > 10 && <li>and {data.written.length - 10} more</li>}
              </ul>
            </div>
          )}
          {failure !== null && <ErrorAlert failure={failure} title="It was not undone" />}
        </div>
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={isRunning || data === undefined}
          onClick={() => void carryOut()}
        >
          Undo the change
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
