// The answer to "Why?": the sentence of the decision, how it came about, and what would change it.
import Button from '@mui/material/Button';
import { useQueries } from '@tanstack/react-query';
import { format } from 'date-fns';
import { Link } from 'react-router';
import { closeWhy, type WhyQuestion } from '../../platform/ask-why.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { explainAccess, type Explanation } from './api.ts';
import styles from './why-panel.module.css';

type WhyPanelProps = {
  question: WhyQuestion;
  /** Where roles are managed; null for who may not. */
  rolesHref: string | null;
};

export function WhyPanel({ question: { title, subjects, anchor }, rolesHref }: WhyPanelProps) {
  const answers = useQueries({
    queries: subjects.map((subject) => ({
      queryKey: ['access-reasons', subject],
      queryFn: ({ signal }: { signal: AbortSignal }) => explainAccess(subject, signal),
      // Rights change under an open page: the answer is of the moment in which it is asked.
      staleTime: 0,
      gcTime: 0,
    })),
  });
  const failed = answers.find(({ error }) => error !== null);
  const found = answers.flatMap(({ data }) => data ?? []);
  const isWhole = found.length === subjects.length;
  const [only] = found;
  return (
    <SidePanel
      title={title}
      place="under"
      anchor={anchor}
      width={400}
      bodyLabel="The answer"
      onClose={closeWhy}
      foot={
        isWhole && (
          <div className={styles.foot}>
            <CopyButton
              label="Copy this answer"
              done="Answer copied to clipboard"
              text={found.map(toText).join('\n\n')}
            />
            {rolesHref !== null && subjects[0]?.roleId === undefined && found.some(isOfRoles) && (
              <Button
                component={Link}
                to={rulesHref(rolesHref, subjects[0]!)}
                onClick={closeWhy}
                size="small"
              >
                Open the rules
              </Button>
            )}
          </div>
        )
      }
    >
      <ProgressLine active={!isWhole && failed === undefined} label="Asking why" />
      {failed !== undefined && (
        <ErrorAlert failure={failed.error} onRetry={() => answers.forEach((one) => void one.refetch())} />
      )}
      {isWhole && (
        <div className={styles.answer} role="status">
          {subjects.length === 1 ? <Answer of={only!} /> : <Answers of={found} />}
        </div>
      )}
    </SidePanel>
  );
}

export function Answer({ of }: { of: Explanation }) {
  const { because, steps, remedy, since, administrators } = of;
  return (
    <>
      <p className={styles.because}>
        {because}
        {since !== null && since !== undefined && <span className={styles.since}> {saySince(since)}</span>}
      </p>
      <ol className={styles.steps} aria-label="How it was decided">
        {steps.map(({ words, isPassed }) => (
          <li key={words} data-refused={!isPassed || undefined}>
            <Icon name={isPassed ? 'check' : 'close'} size={16} />
            <span>
              <span className="rh-visually-hidden">{isPassed ? 'Yes: ' : 'No: '}</span>
              {words}
            </span>
          </li>
        ))}
      </ol>
      {remedy != null && (
        <p>
          <strong>What would change it.</strong> {remedy}
        </p>
      )}
      {administrators.length > 0 && remedy?.includes('administrator') && (
        <p className={styles.people}>
          Ask {joinOr(administrators.map(({ name, email }) => name ?? email ?? ''))}.
        </p>
      )}
    </>
  );
}

/** One line each: what may be done, then what may not. */
function Answers({ of }: { of: readonly Explanation[] }) {
  const sorted = of.toSorted((one, other) => Number(other.isAllowed) - Number(one.isAllowed));
  return (
    <ul className={styles.steps}>
      {sorted.map(({ because, isAllowed, since }) => (
        <li key={because} data-refused={!isAllowed || undefined}>
          <Icon name={isAllowed ? 'check' : 'close'} size={16} />
          <span>
            {because}
            {!isAllowed && since != null && <span className={styles.since}> {saySince(since)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

const saySince = ({ at, by }: NonNullable<Explanation['since']>): string =>
  `Since ${format(new Date(at), 'MM/dd/yyyy')}${by?.name == null ? '' : `, by ${by.name}`}.`;

const joinOr = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const ofRoles: ReadonlySet<string> = new Set([
  'GIVEN',
  'MISSING_ACTION',
  'OPENED_BY_SUPER_TYPE',
  'FIELD_ACCESS',
  'DEFAULT_ACCESS',
  'NO_EDITABLE_FIELD',
]);
const isOfRoles = ({ rule }: Explanation): boolean => ofRoles.has(rule);

const rulesHref = (rolesHref: string, { recordTypeId, fieldKey }: WhyQuestion['subjects'][number]): string =>
  fieldKey === undefined ? `${rolesHref}?tab=actions` : `${rolesHref}?tab=fields&of=${recordTypeId}`;

const toText = ({ because, since, remedy }: Explanation): string =>
  [because, since == null ? '' : saySince(since), remedy ?? ''].filter(Boolean).join(' ');
