import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toSentence } from '../../platform/request-failure.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { findMails, updateMails, type MailChoice, type MailChoices } from './api.ts';
import styles from './notification-mails.module.css';

const topics: Readonly<Record<MailChoice['topic'], { name: string; about: string }>> = {
  ASSIGNED: { name: 'Assigned to me', about: 'A record is assigned to you, or your role is changed.' },
  MENTIONED: { name: 'Mentions', about: 'A comment names you.' },
  WATCHED: { name: 'Watched records', about: 'Somebody comments on or changes a record that you watch.' },
  ANSWERS: {
    name: 'Answers to other companies',
    about:
      'Another company waits for an answer that you may give, or the answer is overdue. Administrators also hear of mappings that are offered or answered.',
  },
};
const choices: Readonly<Record<MailChoice['mail'], string>> = {
  AT_ONCE: 'At once',
  DAILY: 'Daily',
  OFF: 'Off',
};

const mailsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['notifications', 'mails', tenantId],
    queryFn: async ({ signal }) => findMails(signal),
  });

/** How the person hears by mail of what the bell shows, in one company. */
export function NotificationMails({
  tenantId,
  tenantName,
}: {
  tenantId: string;
  tenantName: string | undefined;
}) {
  const client = useQueryClient();
  const query = mailsQuery(tenantId);
  const { data, error, refetch } = useQuery(query);
  const change = useMutation({
    mutationFn: updateMails,
    // Shown at once: what cannot be kept is taken back.
    onMutate(choice) {
      const before = client.getQueryData(query.queryKey);
      client.setQueryData(query.queryKey, (known: MailChoices | undefined) =>
        known === undefined
          ? undefined
          : { ...known, mails: known.mails.map((one) => (one.topic === choice.topic ? choice : one)) },
      );
      return before;
    },
    onSuccess: (kept) => client.setQueryData(query.queryKey, kept),
    onError(failure, _choice, before) {
      client.setQueryData(query.queryKey, before);
      snackbars.error(`The choice could not be kept: ${toSentence(failure)}`);
    },
  });
  return (
    <Card
      title="Mails of notifications"
      subtitle={`From ${tenantName ?? 'this company'}. At once: within minutes, what comes together in one mail. Daily: at 7:00 in your time zone.`}
    >
      {data === undefined && error !== null && (
        <ErrorAlert failure={error} title="Your choices could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <ProgressLine active label="Loading your choices" />}
      {data?.isSent === false && (
        <Notice tone="info">
          No mail server is set up here, so no mails are sent. The bell shows everything.
        </Notice>
      )}
      {data?.mails.map(({ topic, mail }) => (
        <fieldset key={topic} className={styles.topic}>
          <legend className={styles.name}>{topics[topic].name}</legend>
          <p className={styles.about}>{topics[topic].about}</p>
          <div className={styles.choices}>
            {(Object.keys(choices) as MailChoice['mail'][]).map((one) => (
              <label key={one} className={styles.choice}>
                <input
                  type="radio"
                  name={`mails-${topic}`}
                  checked={mail === one}
                  onChange={() => change.mutate({ topic, mail: one })}
                />
                {choices[one]}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </Card>
  );
}
