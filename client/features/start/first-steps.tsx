import { Link } from 'react-router';
import { StartCard } from './start-card.tsx';
import styles from './start.module.css';

type FirstStepsProps = {
  /** Undefined and null: the role may not. */
  create: string | undefined;
  invite: string | null;
};

/** The first day of a company that has no record yet: only steps that there are, and that the role may take. */
export function FirstSteps({ create, invite }: FirstStepsProps) {
  const steps = [
    ...(create === undefined
      ? []
      : [
          {
            to: create,
            name: 'Make the first record',
            why: 'It fills the grid that all others will stand in.',
          },
        ]),
    ...(invite === null
      ? []
      : [
          {
            to: `${invite}?invite=true`,
            name: 'Invite a colleague',
            why: 'Each gets a role, which says what they see.',
          },
        ]),
    {
      to: '/account',
      name: 'Protect your account',
      why: 'A second factor keeps it yours when a password leaks.',
    },
  ];
  return (
    <StartCard title="Begin here" aside="There are no records yet.">
      <ol>
        {steps.map(({ to, name, why }, index) => (
          <li key={name}>
            <Link to={to} className={styles.viewRow}>
              <span className={styles.initials} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.words}>
                <span className={styles.party}>{name}</span>
                <span className={styles.why}>{why}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </StartCard>
  );
}
