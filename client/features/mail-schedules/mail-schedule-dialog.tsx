// When a saved view or a dashboard comes by mail, and to whom. One that the person has set up already is changed.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { showInstant, showTime } from '@rowhouse/domain/kernel/dates.ts';
import { mostMailedRows, mostReaders } from '@rowhouse/domain/mail-schedules/limits.ts';
import { dayNames, nextOccasionMs, whyNotOccasions } from '@rowhouse/domain/mail-schedules/occasions.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { OptionsPicker } from '../../ui/inputs/options-picker.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { createSchedule, endSchedule, updateSchedule, type MailSchedule } from './api.ts';
import styles from './mail-schedules.module.css';
import {
  useChangeSchedules,
  useMailSchedules,
  usePossibleReaders,
  type Mailed,
} from './use-mail-schedules.ts';

type MailScheduleDialogProps = {
  mailed: Mailed;
  /** The viewer. */
  personId: number;
  onClose: () => void;
};

export function MailScheduleDialog(props: MailScheduleDialogProps) {
  const { mailed, onClose } = props;
  const known = useMailSchedules('own');
  const readers = usePossibleReaders(mailed);
  const failure = known.error ?? readers.error;
  const current = known.data?.schedules.find((one) => isOf(one, mailed));
  return (
    <TitledDialog title={<>Send “{mailed.name}” by mail</>} maxWidth="sm" isWholeOnPhone onClose={onClose}>
      {known.data !== undefined && readers.data !== undefined ? (
        <MailScheduleForm
          {...props}
          current={current ?? null}
          people={readers.data}
          isSent={known.data.isSent}
        />
      ) : failure === null ? (
        <ProgressLine active label="Loading" />
      ) : (
        <DialogContent>
          <ErrorAlert
            failure={failure}
            title="The form could not be loaded"
            onRetry={() => void Promise.all([known.refetch(), readers.refetch()])}
          />
        </DialogContent>
      )}
    </TitledDialog>
  );
}

/** The viewer's own, while it goes to anybody. */
const isOf = (schedule: MailSchedule, { kind, mailedId }: Mailed): boolean =>
  schedule.isOwn &&
  schedule.readers.some(({ ended }) => ended == null) &&
  (kind === 'VIEW' ? schedule.gridPreferenceId : schedule.dashboardId) === mailedId;

type Draft = { days: readonly number[]; time: string; readerIds: readonly string[] };

function MailScheduleForm({
  mailed,
  personId,
  current,
  people,
  isSent,
  onClose,
}: MailScheduleDialogProps & {
  current: MailSchedule | null;
  people: readonly { id: number; name: string }[];
  isSent: boolean;
}) {
  const change = useChangeSchedules();
  const timeZone = current?.timeZone ?? viewerZone();
  const [opened] = useState<Draft>(() => ({
    days: current?.days ?? [1],
    time: current?.time ?? '08:00',
    readerIds:
      current === null
        ? [String(personId)]
        : current.readers.filter(({ ended }) => ended == null).map(({ user }) => String(user.id)),
  }));
  const [draft, setDraft] = useState(opened);
  const [fault, setFault] = useState<{ field: string; sentence: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const daysId = useId();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? 'The mail is not set up yet.' : null);
  const faultOf = (field: string) => (fault?.field === field ? fault.sentence : null);
  const set = (given: Partial<Draft>) => {
    setDraft({ ...draft, ...given });
    setFault(null);
  };
  const occasions = { days: draft.days, time: draft.time, timeZone };

  async function carryOut<Answer>(work: () => Promise<Answer>, sayDone: (answer: Answer) => string) {
    setSaving(true);
    setFailure(null);
    try {
      const answer = await change(work);
      letGo();
      snackbars.success(sayDone(answer));
      onClose();
    } catch (refusal) {
      setSaving(false);
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      if (field === 'days' || field === 'readerIds')
        setFault({ field, sentence: (refusal as RequestFailure).message });
      else setFailure(refusal);
    }
  }

  function save(event: SubmitEvent) {
    event.preventDefault();
    const found =
      whyNotOccasions(occasions) ??
      (draft.readerIds.length === 0 ? { field: 'readerIds', sentence: 'Choose at least one person.' } : null);
    setFault(found);
    if (found !== null) return;
    const data = { ...occasions, days: [...draft.days], readerIds: draft.readerIds.map(Number) };
    const first = showInstant(new Date(nextOccasionMs(occasions, Date.now())).toISOString(), timeZone);
    void carryOut(
      () =>
        current === null
          ? createSchedule({ ...data, kind: mailed.kind, mailedId: mailed.mailedId })
          : updateSchedule({ ...data, id: current.id, version: current.version }),
      ({ readers }) => `The next mail comes on ${first}.${sayStopped(readers, data.readerIds)}`,
    );
  }

  const others = people.filter(({ id }) => id !== personId);
  const chosenBefore = (current?.readers ?? []).flatMap(({ user, ended }) => {
    const isKnown = ended != null || people.some(({ id }) => id === user.id);
    return isKnown
      ? []
      : { id: String(user.id), name: user.name, enabled: true, detail: 'may not open it any more' };
  });
  const goesToOthers = [...opened.readerIds, ...draft.readerIds].some((id) => id !== String(personId));
  return (
    <form noValidate className={styles.whole} onSubmit={save}>
      <DialogContent className={styles.form}>
        {failure !== null && <ErrorAlert failure={failure} title="The mail was not set up" />}
        {!isSent && (
          <Notice tone="info">No mail server is set up here, so nothing can be sent by mail.</Notice>
        )}
        <p className={styles.about}>
          {mailed.kind === 'VIEW'
            ? `The first ${mostMailedRows} records of the view as it is saved, with their count and sums, and the way to the grid.`
            : 'The numbers of each chart as a small table, and the way to the dashboard.'}{' '}
          Each reader gets what their own role may see at that moment.
        </p>
        <fieldset
          className={styles.days}
          aria-describedby={faultOf('days') === null ? undefined : `${daysId}-fault`}
        >
          <legend className={styles.legend}>Days</legend>
          {dayNames.map((name, day) => (
            <label key={name} className={styles.day}>
              <input
                type="checkbox"
                aria-label={name}
                checked={draft.days.includes(day)}
                onChange={({ target }) =>
                  set({
                    days: target.checked
                      ? [...draft.days, day].toSorted((one, other) => one - other)
                      : draft.days.filter((one) => one !== day),
                  })
                }
              />
              <span aria-hidden="true">{name.slice(0, 3)}</span>
            </label>
          ))}
          {faultOf('days') !== null && (
            <p id={`${daysId}-fault`} className={styles.fault} role="alert">
              {faultOf('days')}
            </p>
          )}
        </fieldset>
        <FieldFrame label="Time" hint={`On the clock of ${timeZone.replaceAll('_', ' ')}.`}>
          {(framed) => (
            <Select {...framed} value={draft.time} onChange={(event) => set({ time: event.target.value })}>
              {timesWith(draft.time).map((time) => (
                <option key={time} value={time}>
                  {showTime(time)}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        {others.length === 0 && chosenBefore.length === 0 ? (
          <p className={styles.about}>
            {mailed.kind === 'VIEW'
              ? 'It comes to you: nobody else may open this view. One that an administrator saves for a role can go to its people.'
              : 'It comes to you: nobody else may open this dashboard. One that is shared with a role can go to its people.'}
          </p>
        ) : (
          <OptionsPicker
            label="To"
            required
            mostPasted={mostReaders}
            options={[
              ...people.map(({ id, name }) => ({
                id: String(id),
                name: id === personId ? `${name} (you)` : name,
                enabled: true,
              })),
              ...chosenBefore,
            ]}
            value={draft.readerIds}
            error={faultOf('readerIds')}
            hint="People who may open it themselves. Whoever gets it can stop it by one click."
            onChange={(readerIds) => set({ readerIds })}
          />
        )}
        {goesToOthers && <ReasonOfSettings />}
      </DialogContent>
      <DialogActions>
        {current !== null && (
          <Button
            color="error"
            disabled={saving}
            className={styles.end ?? ''}
            onClick={() =>
              void carryOut(
                () => endSchedule(current.id),
                () => 'The mail has ended.',
              )
            }
          >
            End
          </Button>
        )}
        <Button disabled={saving} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={saving || !isSent || (current !== null && !isDirty)}
        >
          {current === null ? 'Send by mail' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Of those who were chosen and get none all the same. */
function sayStopped(readers: MailSchedule['readers'], chosen: readonly number[]): string {
  const names = readers.flatMap(({ user, ended }) =>
    ended === 'STOPPED' && chosen.includes(user.id) ? user.name : [],
  );
  const [first] = names;
  if (first === undefined) return '';
  return names.length === 1
    ? `\n${first} has stopped it, and gets none until they turn it on again.`
    : `\n${first} and ${names.length - 1} more have stopped it, and get none until they turn it on again.`;
}

const halfHours = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
);
/** Every half hour, and the one that was chosen elsewhere. */
const timesWith = (time: string): readonly string[] =>
  halfHours.includes(time) ? halfHours : [...halfHours, time].toSorted();
