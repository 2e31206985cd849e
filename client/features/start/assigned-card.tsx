import { showCount, showCurrency, showNumber } from '@rowhouse/domain/kernel/formats.ts';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { todayHere } from '../../platform/clock.ts';
import { Icon } from '../../ui/icons.tsx';
import { useOneTabStop } from '../../ui/use-one-tab-stop.ts';
import type { AssignedGroup, AssignedRecords, RecordLine } from './api.ts';
import { assignedFilters, dueNames, sayDue } from './due-words.ts';
import { StartCard } from './start-card.tsx';
import type { StartPlaces } from './start-places.ts';
import styles from './start.module.css';
import { useAssigned } from './use-start.ts';

export function AssignedCard({ places }: { places: StartPlaces }) {
  const { data, error, refetch } = useAssigned();
  // Where the role sees no assignee in any type there is nothing to say.
  if (data !== undefined && data.grids.length === 0) return null;
  return (
    <StartCard
      title="Assigned to me"
      aside={data && data.total > 0 && showCount(data.total)}
      failure={data === undefined ? error : null}
      onRetry={() => void refetch()}
      loadingRows={data === undefined ? 6 : undefined}
    >
      {data !== undefined &&
        (data.total === 0 ? (
          <p className={styles.nothing}>Nothing waits for you.</p>
        ) : (
          <Groups assigned={data} places={places} />
        ))}
    </StartCard>
  );
}

function Groups({ assigned, places }: { assigned: AssignedRecords; places: StartPlaces }) {
  const list = useOneTabStop<HTMLDivElement>();
  return (
    <div {...list}>
      {assigned.groups.map((group) => (
        <Group key={group.due} group={group} grids={assigned.grids} places={places} />
      ))}
    </div>
  );
}

type GroupProps = { group: AssignedGroup; grids: AssignedRecords['grids']; places: StartPlaces };

function Group({ group, grids, places }: GroupProps) {
  const today = todayHere();
  const name = dueNames[group.due];
  const linkOf = (recordTypeId: number) => {
    const grid = grids.find((one) => one.recordTypeId === recordTypeId);
    return grid === undefined ? null : places.toGrid(recordTypeId, assignedFilters(grid, group.due, today));
  };
  return (
    <section aria-label={`${name}: ${showCount(group.total)}`}>
      <div className={styles.groupHead}>
        <h3 className={styles.groupName} data-due={group.due}>
          {name}
        </h3>
        <span className={styles.groupTotal}>{showCount(group.total)}</span>
        <span className={styles.groupLinks}>
          {group.counts.map(({ recordTypeId, total }, index) => {
            const to = linkOf(recordTypeId);
            const words = (
              <>
                {showCount(total)} {places.typeName(recordTypeId)}
              </>
            );
            return (
              <Fragment key={recordTypeId}>
                {index > 0 && ' · '}
                {to === null ? words : <Link to={to}>{words}</Link>}
              </Fragment>
            );
          })}
        </span>
      </div>
      <ul>
        {group.records.map((record) => (
          <li key={record.id}>
            <AssignedRow
              record={record}
              fieldName={
                grids.find(({ recordTypeId }) => recordTypeId === record.recordTypeId)?.deadline?.name ??
                'Due'
              }
              isLate={group.due === 'OVERDUE'}
              places={places}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type AssignedRowProps = { record: RecordLine; fieldName: string; isLate: boolean; places: StartPlaces };

function AssignedRow({ record, fieldName, isLate, places }: AssignedRowProps) {
  const { id, recordTypeId, recordNumber, title, status, amount, deadline } = record;
  const to = places.toRecord(recordTypeId, id);
  const cells = (
    <>
      <span className={styles.number}>{recordNumber == null ? 'Record' : showNumber(recordNumber)}</span>
      <span className={styles.words}>
        <span className={styles.party}>{title ?? places.typeName(recordTypeId)}</span>
        <span className={styles.due} data-late={isLate}>
          {isLate && <Icon name="clock" size={14} />}
          {deadline == null ? places.typeName(recordTypeId) : sayDue(deadline, fieldName, todayHere())}
        </span>
      </span>
      <span className={styles.amount}>{amount != null && showCurrency(amount)}</span>
      <span className={styles.status}>{status != null && places.chip(status.name)}</span>
    </>
  );
  if (to === null) return <span className={styles.row}>{cells}</span>;
  return (
    <Link to={to} className={styles.row} data-stop>
      {cells}
    </Link>
  );
}
