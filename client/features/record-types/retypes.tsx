import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { mostNumbers } from '@rowhouse/domain/record-types/retype.ts';
import { dataTypeNames } from '@rowhouse/domain/record-types/rules.ts';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { findWrittenSince, stopRetype, undoRetype, type Design } from './api.ts';
import styles from './retype.module.css';
import { useChangeDesigns } from './use-designs.ts';

type Retype = Design['retypes'][number];
type Props = {
  design: Design;
  /** The kind of lines whose fields are meant; null for the fields of records. */
  lineTypeId: number | null;
  toRecords: (numbers: readonly number[]) => string | null;
};

/** Fields whose type is being changed, or was changed and can be changed back; nothing where there are none. */
export function Retypes({ design, lineTypeId, toRecords }: Props) {
  const change = useChangeDesigns();
  const [failure, setFailure] = useState<unknown>(null);
  const [isStopping, setStopping] = useState(false);
  const [undone, setUndone] = useState<Retype | null>(null);
  const retypes = design.retypes.filter((one) => (one.lineTypeId ?? null) === lineTypeId);
  if (retypes.length === 0 && failure === null) return null;
  const fields =
    lineTypeId === null
      ? design.fields
      : (design.lineTypes.find(({ id }) => id === lineTypeId)?.fields ?? []);
  const nameOf = ({ fieldId }: Retype) => fields.find(({ id }) => id === fieldId)?.name ?? 'A deleted field';

  async function stop(retype: Retype) {
    setStopping(true);
    setFailure(null);
    try {
      await change(() => stopRetype(retype.id));
      snackbars.success(`${nameOf(retype)} stays as it is`);
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
              <strong>{nameOf(retype)}</strong> {dataTypeNames[retype.fromType as DataType]} to{' '}
              {dataTypeNames[retype.toType as DataType]}
            </span>
            <State retype={retype} />
            {isUnderWay(retype) && (
              <Button disabled={isStopping} onClick={() => void stop(retype)}>
                Stop
              </Button>
            )}
            {retype.phase === 'KEPT' && (
              <Button onClick={() => setUndone(retype)}>Undo for {nameOf(retype)}…</Button>
            )}
          </li>
        ))}
      </ul>
      {undone !== null && (
        <UndoDialog
          retype={undone}
          name={nameOf(undone)}
          toRecords={toRecords}
          onClose={() => setUndone(null)}
        />
      )}
    </section>
  );
}

const isUnderWay = ({ phase }: Retype): boolean =>
  phase === 'BEGIN' || phase === 'CONVERT' || phase === 'SWITCH';

function State({ retype }: { retype: Retype }) {
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
          {showCount(Math.min(done, total))} of {showCount(total)} records
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

function sayWritten(records: number, ofLines: boolean): string {
  if (records === 1 && !ofLines)
    return 'One record was written since: its value goes, and stays in the history.';
  const many =
    records === 1 ? 'one record' : `${records >= mostNumbers ? `${mostNumbers} or more` : records} records`;
  return `${ofLines ? `Lines of ${many}` : many} were written since: their values go, and stay in the history.`;
}

/** Says what was written since before anything is undone. */
function UndoDialog({
  retype,
  name,
  toRecords,
  onClose,
}: {
  retype: Retype;
  name: string;
  toRecords: Props['toRecords'];
  onClose: () => void;
}) {
  const change = useChangeDesigns();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['record-types', 'written-since', retype.id],
    queryFn: ({ signal }) => findWrittenSince(retype.id, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  async function carryOut() {
    setRunning(true);
    setFailure(null);
    try {
      await change(() => undoRetype(retype.id));
      onClose();
      snackbars.success(`${name} gets its former type and values back`);
    } catch (refusal) {
      setFailure(refusal);
      setRunning(false);
    }
  }

  const ofLines = retype.lineTypeId != null;
  const to = data === undefined ? null : toRecords(data.map(({ recordNumber }) => recordNumber));
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
            {ofLines ? 'line' : 'record'} has the value that it had before.
          </p>
          {data === undefined && error === null && <p role="status">Looking for what was written since…</p>}
          {error !== null && (
            <ErrorAlert
              failure={error}
              title="What was written since could not be read"
              onRetry={() => void refetch()}
            />
          )}
          {data?.length === 0 && <p role="status">Nobody has written a value of it since.</p>}
          {data !== undefined && data.length > 0 && (
            <div className={styles.notice} role="status">
              <p>
                {sayWritten(data.length, ofLines)}{' '}
                {to !== null && (
                  <a href={to} target="_blank" rel="noreferrer">
                    Show them in the grid
                  </a>
                )}
              </p>
              <ul>
                {data.slice(0, 10).map(({ id, recordNumber, at, by }) => (
                  <li key={id}>
                    {recordNumber}, {by ?? 'the system'} on {showDay(at.slice(0, 10))}
                  </li>
                ))}
                {data.length > 10 && <li>and {data.length - 10} more</li>}
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
