// Mails on a schedule: one's own in the profile, everybody's for who administers the company.
import Button from '@mui/material/Button';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { sayOccasions } from '@rowhouse/domain/mail-schedules/occasions.ts';
import { endSentences, mayResume } from '@rowhouse/domain/mail-schedules/rules.ts';
import { useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import {
  changeReading,
  endSchedule,
  resumeSchedules,
  type MailSchedule,
  type MailScheduleReader,
} from './api.ts';
import styles from './mail-schedules.module.css';
import { useChangeSchedules, useMailSchedules } from './use-mail-schedules.ts';

type MailScheduleListProps = { whose: 'own' | 'company'; companyName?: string | undefined };

export function MailScheduleList({ whose, companyName = 'this company' }: MailScheduleListProps) {
  const { data, error, refetch } = useMailSchedules(whose);
  return (
    <Card
      title="Mails on a schedule"
      subtitle={
        whose === 'own'
          ? `Saved views and dashboards of ${companyName} that come by mail. “Send by mail” of a view or a dashboard sets one up.`
          : 'Saved views and dashboards that go to people of the company by mail, each with what its reader may see.'
      }
    >
      {data === undefined && error !== null && (
        <ErrorAlert failure={error} title="The mails could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <ProgressLine active label="Loading the mails" />}
      {data?.isSent === false && (
        <Notice tone="info">No mail server is set up here, so no mails are sent.</Notice>
      )}
      {whose === 'company' && data !== undefined && <Paused schedules={data.schedules} />}
      {data?.schedules.length === 0 && <p className={styles.about}>No mails are set up.</p>}
      <ul className={styles.list}>
        {data?.schedules.map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} whose={whose} />
        ))}
      </ul>
    </Card>
  );
}

/** Of a company that was brought in: they go out from one place only, and somebody has to say which. */
function Paused({ schedules }: { schedules: readonly MailSchedule[] }) {
  const change = useChangeSchedules();
  const confirm = useConfirm();
  const count = schedules.flatMap(({ readers }) => readers.filter(({ ended }) => ended === 'PAUSED')).length;
  if (count === 0) return null;
  const mails = count === 1 ? '1 mail is' : `${showCount(count)} mails are`;
  const askResume = () =>
    confirm({
      title: 'Resume the mails on a schedule?',
      body: 'They go out from here at their next time. Switch the company off where it was taken from: otherwise its people get them twice.',
      confirmLabel: 'Resume the mails',
      asksWhy: true,
      onConfirm: async () => {
        await change(resumeSchedules);
        snackbars.success('The mails go out from here.');
      },
    });
  return (
    <div className={styles.paused}>
      <Notice tone="info">
        {mails} paused since this company was brought in from an archive: where it was taken from may still
        send them.
      </Notice>
      <Button variant="outlined" onClick={() => void askResume()}>
        Resume the mails
      </Button>
    </div>
  );
}

function ScheduleRow({ schedule, whose }: { schedule: MailSchedule; whose: 'own' | 'company' }) {
  const { id, readers, isOwn, owner } = schedule;
  const change = useChangeSchedules();
  const confirm = useConfirm();
  const [isBusy, setIsBusy] = useState(false);
  const name = nameOf(schedule);
  const own = readers.find(({ isViewer }) => isViewer);
  const goesOn = readers.some(({ ended }) => ended == null);

  async function put(isOn: boolean) {
    setIsBusy(true);
    try {
      await change(() => changeReading(id, isOn));
      snackbars.success(isOn ? 'The mail comes again.' : 'The mail is stopped.');
    } catch (failure) {
      snackbars.error(toSentence(failure));
    } finally {
      setIsBusy(false);
    }
  }

  const askEnd = () =>
    confirm({
      title: `End the mail of ${name}?`,
      body:
        readers.length === 1 && own !== undefined
          ? 'It comes no more.'
          : `It comes no more to any of its ${readers.length === 1 ? 'readers' : `${readers.length} readers`}.`,
      confirmLabel: 'End the mail',
      asksWhy: readers.some(({ isViewer }) => !isViewer),
      tone: 'danger',
      onConfirm: () => change(() => endSchedule(id)),
    });

  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.about}>
          {sayOccasions(schedule)}
          {isOwn && whose === 'own' ? '' : `. Set up by ${owner.name}`}
        </span>
        <ul className={styles.readers}>
          {readers.map((reader) => (
            <li key={reader.user.id}>
              {reader.isViewer && whose === 'own' && readers.length === 1
                ? sayState(reader)
                : `${reader.user.name}: ${uncapitalised(sayState(reader))}`}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.acts}>
        {whose === 'own' && own !== undefined && own.ended == null && (!isOwn || readers.length > 1) && (
          <Button disabled={isBusy} aria-label={`Stop ${name} for me`} onClick={() => void put(false)}>
            Stop for me
          </Button>
        )}
        {whose === 'own' && own?.ended === 'STOPPED' && mayResume(own.ended, true) && (
          <Button disabled={isBusy} aria-label={`Turn ${name} on again`} onClick={() => void put(true)}>
            Turn on again
          </Button>
        )}
        {schedule.mayEnd && goesOn && (
          <Button color="error" aria-label={`End ${name}`} onClick={() => void askEnd()}>
            End
          </Button>
        )}
      </div>
    </li>
  );
}

const nameOf = ({ name, recordType, dashboardId }: MailSchedule): string => {
  if (name == null) return dashboardId == null ? 'A saved view' : 'A dashboard';
  return recordType == null ? name : `${recordType.name}, ${name}`;
};

const uncapitalised = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function sayState({ nextAt, lastSentAt, failedAt, ended }: MailScheduleReader): string {
  if (ended != null) return endSentences[ended];
  const show = (at: string) => showInstant(at, viewerZone());
  if (failedAt != null && nextAt != null && Date.parse(nextAt) <= Date.parse(failedAt))
    return `The mail server did not take it on ${show(failedAt)}. It is tried again.`;
  if (failedAt != null && nextAt != null)
    return `The mail server refused it for good on ${show(failedAt)}. The next one comes on ${show(nextAt)}.`;
  const next = nextAt == null ? '' : `Next on ${show(nextAt)}`;
  return lastSentAt == null ? next : `${next}, the last one came on ${show(lastSentAt)}`;
}
