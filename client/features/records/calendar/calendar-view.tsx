// The days of a calendar: a month or a week as a table, or on a phone one below the other, of a month those with records.
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { Fragment } from 'react';
import { useObserved } from '../../../platform/observed.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { RecordCard } from '../layouts/record-card.tsx';
import { weekdayOf, weekdays, monthOf } from './calendar-days.ts';
import styles from './calendar.module.css';
import type { Calendar, CalendarDay } from './use-calendar.ts';

type DaysProps = { calendar: Calendar; cursor: string; today: string };

export function TableDays({ calendar, cursor, today }: DaysProps) {
  const { scene, month, weeks } = calendar;
  const isWeek = calendar.week !== null;
  return (
    <div
      role="grid"
      aria-label={`${scene.label} by ${scene.field.name}`}
      className={styles.grid}
      data-span={isWeek ? 'week' : 'month'}
    >
      <div role="row" className={styles.week}>
        {weeks[0]!.map(({ day }) => (
          <div key={day} role="columnheader" className={styles.weekday}>
            {weekdays[weekdayOf(day)]}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]!.day} role="row" className={styles.week} data-days>
          {week.map((day) => (
            <Day
              key={day.day}
              calendar={calendar}
              day={day}
              isCursor={day.day === cursor}
              isToday={day.day === today}
              isOutside={!isWeek && monthOf(day.day) !== month}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type DayProps = {
  calendar: Calendar;
  day: CalendarDay;
  isCursor: boolean;
  isToday: boolean;
  isOutside: boolean;
};

function Day({ calendar, day, isCursor, isToday, isOutside }: DayProps) {
  const lift = useObserved(calendar.lift);
  const { more } = day;
  const isWeek = calendar.week !== null;
  return (
    <div
      role="gridcell"
      className={styles.day}
      data-day-cell={day.day}
      data-outside={isOutside || undefined}
      data-today={isToday || undefined}
      data-over={lift?.over === day.day || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <DayHead
        calendar={calendar}
        day={day}
        tabIndex={isCursor ? 0 : -1}
        shown={isWeek ? showDay(day.day).slice(0, 5) : Number(day.day.slice(8))}
      />
      <Cards calendar={calendar} day={day} isSmall={!isWeek} />
      {more > 0 && <More calendar={calendar} day={day} more={more} />}
    </div>
  );
}

/** Behind the number, where there is one. */
const sayCount = (count: number | null): string => {
  if (count === null) return 'not known yet';
  return count === 0 ? 'no records' : ` ${count === 1 ? 'record' : 'records'}, `;
};

type HeadProps = { calendar: Calendar; day: CalendarDay; tabIndex: number; shown: string | number };

function DayHead({ calendar, day, tabIndex, shown }: HeadProps) {
  const { count, sum } = day;
  const hasRecords = (count ?? 0) > 0;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-stop
      data-day={day.day}
      className={styles.head}
      title={hasRecords ? 'Show as a grid' : undefined}
      onClick={() => hasRecords && calendar.openDay(day.day)}
    >
      <VisuallyHidden>{`${weekdays[weekdayOf(day.day)]} ${showDay(day.day)}, `}</VisuallyHidden>
      <span aria-hidden="true" className={`${styles.number} rh-figures`}>
        {shown}
      </span>
      {hasRecords && <span className={`${styles.count} rh-figures`}>{showCount(count ?? 0)}</span>}
      <VisuallyHidden>{sayCount(count)}</VisuallyHidden>
      {sum !== null && <span className={`${styles.sum} rh-figures`}>{sum}</span>}
      {hasRecords && <VisuallyHidden>, show as a grid</VisuallyHidden>}
    </button>
  );
}

function Cards({ calendar, day, isSmall }: { calendar: Calendar; day: CalendarDay; isSmall: boolean }) {
  const { scene } = calendar;
  const lift = useObserved(calendar.lift);
  const moves = useObserved(scene.moving.moves);
  return day.records.map((record, index) => (
    <Fragment key={record.id}>
      <Time of={calendar.timeOf(record)} />
      <div className={isSmall ? styles.smallCard : styles.card}>
        <RecordCard
          record={record}
          fields={scene.card}
          href={scene.hrefOf(record)}
          column={0}
          index={index}
          isLifted={lift?.record.id === record.id}
          isSending={moves.get(record.id)?.isSending === true}
          mark={scene.marks.get(record.id)}
          isSmall={isSmall}
        />
      </div>
    </Fragment>
  ));
}

const Time = ({ of }: { of: string | null }) =>
  of === null ? null : <span className={`${styles.time} rh-figures`}>{of}</span>;

const More = ({ calendar, day, more }: { calendar: Calendar; day: CalendarDay; more: number }) => (
  <button
    type="button"
    tabIndex={-1}
    data-stop
    className={styles.more}
    aria-label={`${showCount(more)} more on ${showDay(day.day)}, show as a grid`}
    onClick={() => calendar.openDay(day.day)}
  >
    {showCount(more)} more
  </button>
);

/** Of a month only days with records, of a week each; the cards as on a board. */
export function AgendaDays({ calendar, cursor, today }: DaysProps) {
  const days = calendar.weeks
    .flat()
    .filter(({ day, count }) => calendar.week !== null || (monthOf(day) === calendar.month && count !== 0));
  if (calendar.numbers.data === undefined) return <div aria-hidden="true" className={styles.bone} />;
  if (days.length === 0) return <p className={styles.told}>No records in this month.</p>;
  const stop = days.some(({ day }) => day === cursor) ? cursor : days[0]!.day;
  return (
    <ul className={styles.agenda} aria-label={`${calendar.scene.label} by ${calendar.scene.field.name}`}>
      {days.map((day) => (
        <li
          key={day.day}
          className={styles.agendaDay}
          data-day-cell={day.day}
          data-today={day.day === today || undefined}
        >
          <DayHead
            calendar={calendar}
            day={day}
            tabIndex={day.day === stop ? 0 : -1}
            shown={`${weekdays[weekdayOf(day.day)]!.slice(0, 3)} ${showDay(day.day)}`}
          />
          <Cards calendar={calendar} day={day} isSmall={false} />
          {day.more > 0 && <More calendar={calendar} day={day} more={day.more} />}
        </li>
      ))}
    </ul>
  );
}
