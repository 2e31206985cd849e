// Where something that is configured is used: the records that hold it, and the places that refer to it, kind by kind.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { closeWhereUsed, type WhereUsedQuestion } from '../../platform/ask-where-used.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { findWhereUsed, type HeldRecords, type PlaceLink, type WhereUsed } from './api.ts';
import styles from './where-used.module.css';

export type WhereUsedLinks = {
  /** Null where the viewer's menu has no such page or grid. */
  readonly toPlace: (link: PlaceLink) => string | null;
  readonly toRecords: (held: Pick<HeldRecords, 'recordType' | 'filters'>) => string | null;
};

type WhereUsedPanelProps = { question: WhereUsedQuestion; links: WhereUsedLinks };

export function WhereUsedPanel({ question, links }: WhereUsedPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['where-used', question],
    queryFn: ({ signal }) => findWhereUsed(question, signal),
    // What is configured changes under an open page: the answer is of the moment in which it is asked.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <SidePanel
      title={data === undefined ? 'Where is this used?' : `Where is ${data.name} used?`}
      place="edge"
      width={480}
      bodyLabel="Where it is used"
      onClose={closeWhereUsed}
    >
      <ProgressLine active={data === undefined && error === null} label="Looking for it" />
      {data === undefined && error !== null && (
        <ErrorAlert
          failure={error}
          title="Where it is used could not be found"
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <Answer found={data} links={links} />}
    </SidePanel>
  );
}

function Answer({ found: { name, groups, records }, links }: { found: WhereUsed; links: WhereUsedLinks }) {
  if (groups.length === 0 && records.length === 0)
    return (
      <p role="status" className={styles.nothing}>
        Nothing uses {name}: no record holds it, and no view, role, formula or other place refers to it.
      </p>
    );
  return (
    <div className={styles.answer}>
      <p role="status" className="rh-visually-hidden">
        {name} is used in {groups.reduce((sum, { total }) => sum + total, 0)} places.
      </p>
      {records.length > 0 && (
        <section>
          <h3 className={styles.title}>Records</h3>
          <ul className={styles.places}>
            {records.map((held) => (
              <li key={`${held.recordType.id} ${held.what}`}>
                <Place to={links.toRecords(held)}>{sayHeld(held)}</Place>
                <span className={styles.uses}>
                  {held.what === 'Records' ? held.recordType.name : `${held.recordType.name}, ${held.what}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ kind, title, total, places }) => {
        const shown = places.reduce((sum, { count }) => sum + count, 0);
        return (
          <section key={kind}>
            <h3 className={styles.title}>
              {title} <span className={styles.count}>{total.toLocaleString('en-US')}</span>
            </h3>
            <ul className={styles.places}>
              {places.map(({ name: place, uses, count, isPrivate, link }) => (
                <li key={`${place} ${link?.search ?? ''} ${uses.join()} ${isPrivate}`}>
                  <Place to={link == null ? null : links.toPlace(link)}>{place}</Place>
                  <span className={styles.uses}>
                    {isPrivate ? [sayOwn(count), ...uses].join(': ') : uses.join(', ')}
                  </span>
                </li>
              ))}
              {total > shown && (
                <li className={styles.uses}>and {(total - shown).toLocaleString('en-US')} more</li>
              )}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Place({ to, children }: { to: string | null; children: string }) {
  return to === null ? (
    <span className={styles.place}>{children}</span>
  ) : (
    <Link className={styles.place!} to={to} onClick={closeWhereUsed}>
      {children}
    </Link>
  );
}

const sayOwn = (count: number): string => (count === 1 ? 'one of their own' : `${count} of their own`);

function sayHeld({ count, what }: HeldRecords): string {
  const noun = what.startsWith('Lines') ? ['line', 'lines'] : ['record', 'records'];
  if (count == null) return 'Too many records to be counted now';
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun[0] : noun[1]}`;
}
