import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import { showTime, wallClock } from '@rowhouse/domain/kernel/dates.ts';
import { showCount, showNumber } from '@rowhouse/domain/kernel/formats.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostNumbersOfLine } from '@rowhouse/domain/start/limits.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { Link } from 'react-router';
import { todayHere, viewerZone } from '../../platform/clock.ts';
import { useOneTabStop } from '../../ui/use-one-tab-stop.ts';
import type { RecentChange, RecentChanges } from './api.ts';
import { StartCard } from './start-card.tsx';
import type { StartPlaces } from './start-places.ts';
import styles from './start.module.css';
import { useChanges } from './use-start.ts';

export function ChangesCard({ places }: { places: StartPlaces }) {
  const { data, error, refetch } = useChanges();
  return (
    <StartCard
      title="Changed since yesterday"
      aside={data && data.total > 0 && sayTotal(data)}
      failure={data === undefined ? error : null}
      onRetry={() => void refetch()}
      loadingRows={data === undefined ? 3 : undefined}
    >
      {data !== undefined &&
        (data.total === 0 ? (
          <p className={styles.nothing}>Nobody else has changed anything that you see.</p>
        ) : (
          <Lines lines={data.lines} places={places} />
        ))}
    </StartCard>
  );
}

const sayTotal = ({ total, isMore, people }: RecentChanges): string => {
  const changes = isMore
    ? `${showCount(total)}+ changes`
    : total === 1
      ? '1 change'
      : `${showCount(total)} changes`;
  return `${changes} by ${people === 1 ? '1 person' : `${showCount(people)} people`}`;
};

function Lines({ lines, places }: { lines: readonly RecentChange[]; places: StartPlaces }) {
  const list = useOneTabStop<HTMLUListElement>();
  return (
    <ul {...list}>
      {lines.map((line) => (
        <li key={`${line.by.id} ${line.at} ${line.kind} ${line.record?.id ?? line.recordsCount}`}>
          <ChangeRow line={line} places={places} />
        </li>
      ))}
    </ul>
  );
}

function ChangeRow({ line, places }: { line: RecentChange; places: StartPlaces }) {
  const to = toRecords(line, places);
  const values = sayValues(line);
  const cells = (
    <>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(line.by.name)}
      </span>
      <span className={styles.words}>
        <span className={styles.sentence}>
          <strong>{line.by.name}</strong> {sayDeed(line)}{' '}
          <span className={styles.what}>{sayRecords(line)}</span>
        </span>
        {values !== null && <span className={styles.values}>{values}</span>}
      </span>
      <time className={styles.when} dateTime={line.at}>
        {sayWhen(line.at)}
      </time>
    </>
  );
  if (to === null) return <span className={styles.changeRow}>{cells}</span>;
  return (
    <Link to={to} className={styles.changeRow} data-stop>
      {cells}
    </Link>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

const deeds = { create: 'added', delete: 'deleted', restore: 'restored' } as const;

function sayDeed({ kind, fields }: RecentChange): string {
  if (kind !== 'update') return deeds[kind];
  const names = fields.map(({ name }) => name);
  const [first = '', second = ''] = names;
  if (names.length === 1) return `changed ${first} of`;
  if (names.length === 2) return `changed ${first} and ${second} of`;
  return `changed ${first} and ${names.length - 1} more fields of`;
}

function sayRecords({ record, recordsCount, recordTypeName }: RecentChange): string {
  if (recordsCount > 1) return `${showCount(recordsCount)} records in ${recordTypeName}`;
  const number = record?.recordNumber;
  return [
    number == null ? `a record in ${recordTypeName}` : showNumber(number),
    number != null && record?.title != null ? record.title : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Old and new of one field; nothing where the records differ in them, or where several fields were changed. */
function sayValues({ kind, fields }: RecentChange): string | null {
  const [field] = fields;
  if (kind !== 'update' || fields.length !== 1 || field === undefined || !field.isOne) return null;
  const show = (value: string | null | undefined) =>
    value == null ? 'empty' : showValue(value, field.dataType);
  return `${show(field.before)} → ${show(field.after)}`;
}

/** The names of choices and of files come as they read. */
function showValue(value: string, dataType: string): string {
  const type = isDataType(dataType) ? valueOf(dataType) : null;
  return type === null || type.choosing !== null || type.family === 'opaque'
    ? value
    : type.show(value, { timeZone: viewerZone(), nameOf: String });
}

function sayWhen(at: string): string {
  const wall = wallClock(at, viewerZone());
  if (wall === null) return '';
  return wall.day === todayHere() ? showTime(wall.time) : `Yesterday ${showTime(wall.time)}`;
}

/** One record by itself, several by their numbers; of very many the numbers would make no address. */
function toRecords(line: RecentChange, places: StartPlaces): string | null {
  if (line.record != null) return places.toRecord(line.recordTypeId, line.record.id);
  const { recordNumbers, recordsCount } = line;
  if (recordsCount > mostNumbersOfLine || recordNumbers.length < recordsCount) return null;
  const condition: FilterCondition = {
    logicOperator: 'AND',
    field: 'recordNumber',
    operator: 'isAnyOf',
    values: recordNumbers.map(String),
  };
  return places.toGrid(line.recordTypeId, [condition]);
}
