// The records of a grid by the days of one of their dates: a month or a week at a time, and on a phone its days one below the other.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { showBucket } from '@rowhouse/domain/aggregates/interval.ts';
import { addDays, isDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { todayHere } from '../../../platform/clock.ts';
import { ActionSheet } from '../../../ui/action-sheet.tsx';
import { GridMenu } from '../../../ui/late-parts.tsx';
import { LiveRegion } from '../../../ui/grid/live-region.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { areLetterKeysOn } from '../../../ui/screen-keys/letter-keys.ts';
import { useSheetKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { LeftOut } from '../grid/left-out.tsx';
import { NotLoaded } from '../grid/nothing.tsx';
import { dragCard } from '../layouts/drag-card.ts';
import { LayoutBar } from '../layouts/layout-bar.tsx';
import layoutStyles from '../layouts/layouts.module.css';
import type { ShownLayout } from '../layouts/shown-layout.ts';
import { whyNotLifted } from '../layouts/use-layout.ts';
import { WhyNotMoved } from '../layouts/why-not-moved.tsx';
import { useCardMenu } from '../layouts/use-card-menu.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import { AgendaDays, TableDays } from './calendar-view.tsx';
import { addMonths, monthOf, toMonth, weekOf } from './calendar-days.ts';
import { calendarKeys } from './calendar-keys.ts';
import { MoveToDay } from './move-to-day.tsx';
import styles from './calendar.module.css';
import { useCalendar, type DayLift } from './use-calendar.ts';
import '../../../ui/grid/grid.css';

type CalendarProps = {
  screen: GridScreen;
  shown: ShownLayout;
};

type Refused = { readonly record: RecordRow; readonly day: string; readonly sentence: string };

const mostInCell = { inMonth: 3, inWeek: 10 };
const mostInAgenda = { inMonth: 10, inWeek: 10 };
const loadKeys = async () => [calendarKeys];

export function RecordCalendar({ screen, shown }: CalendarProps) {
  const isPhone = useMediaQuery('(width < 600px)');
  const calendar = useCalendar(screen, shown, isPhone ? mostInAgenda : mostInCell);
  const { scene, month, week, numbers, lift } = calendar;
  const { moving } = scene;
  const change = useShown(screen, (all) => all.change);
  const root = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const { menu, openMenu, closeMenu } = useCardMenu();
  const [placed, setPlaced] = useState<RecordRow | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The day that takes the focus once it is there. */
  const awaited = useRef<string | null>(null);
  useSheetKeys('panel', loadKeys);
  useEffect(() => {
    const day = awaited.current;
    if (day === null) return;
    const stop = root.current?.querySelector<HTMLElement>(`[data-stop][data-day="${day}"]`);
    if (!stop) return;
    awaited.current = null;
    stop.focus();
  });

  const today = todayHere();
  const isShown = (day: string) => (week === null ? monthOf(day) === month : firstOfWeek(day) === week);
  const cursor =
    active !== null && isShown(active) ? active : isShown(today) ? today : (week ?? `${month}-01`);

  const showMonth = (next: string) =>
    change({ month: next === monthOf(today) ? null : next, week: null }, { replace: true });
  const showWeek = (next: string) =>
    change({ month: null, week: next === firstOfWeek(today) ? 'current' : next }, { replace: true });
  const showAround = (day: string) => (week === null ? showMonth(monthOf(day)) : showWeek(firstOfWeek(day)));
  const nameOf = (day: string) =>
    week === null ? showBucket('MONTH', `${monthOf(day)}-01`) : showBucket('WEEK', firstOfWeek(day));
  /** The months and weeks of the calendar have an end on both sides. */
  const stepBy = (day: string, steps: 1 | -1) => {
    const next = week === null ? toMonth(day, addMonths(monthOf(day), steps)) : addDays(day, steps * 7);
    return isDay(next) ? next : day;
  };
  function goTo(day: string): void {
    setActive(day);
    awaited.current = day;
    if (!isShown(day)) {
      showAround(day);
      screen.store.announce(nameOf(day));
    } else
      setTimeout(() => root.current?.querySelector<HTMLElement>(`[data-stop][data-day="${day}"]`)?.focus());
  }

  const recordAt = (target: EventTarget): RecordRow | null => {
    const id = (target as Element).closest<HTMLElement>('[data-card]')?.dataset['record'];
    return id === undefined ? null : moving.find(Number(id));
  };

  function begin(record: RecordRow, by: DayLift['by']): boolean {
    const whyNot = whyNotLifted(scene, record);
    if (whyNot !== null) {
      snackbars.info(whyNot);
      return false;
    }
    const from = calendar.dayOf(record);
    lift.set({ record, over: from, by });
    if (by === 'keys') {
      screen.store.announce(
        `${rowLabel(record)} is lifted. The arrows choose a day, Enter moves it there, Escape puts it back.`,
      );
      if (from !== null) goTo(from);
    }
    return true;
  }

  async function move(record: RecordRow, day: string): Promise<void> {
    setRefused(null);
    const sentence = await calendar.move(record, day);
    if (sentence === null) return;
    screen.store.announce(`Not moved: ${sentence}`);
    setRefused({ record, day, sentence });
  }

  async function drop({ record, over }: DayLift): Promise<void> {
    if (over !== null && over !== calendar.dayOf(record)) return move(record, over);
    lift.set(null);
    screen.store.announce(`${rowLabel(record)} is where it was.`);
    return undefined;
  }

  function onKeyDown(event: KeyboardEvent) {
    const stop = (event.target as Element).closest<HTMLElement>('[data-stop]');
    if (stop === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const lifted = lift.get();
    const record = recordAt(stop);
    const isTaken =
      lifted?.by === 'keys'
        ? onLiftedKey(event.key, lifted)
        : record === null
          ? onDayKey(event.key, stop)
          : onCardKey(event, stop, record);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function stepTo(day: string, key: string): string | null {
    // A week has one row: what is above a day is the day before it.
    const row = week === null ? 7 : 1;
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[key];
    if (days !== undefined) return isDay(addDays(day, days)) ? addDays(day, days) : day;
    if (key === 'PageUp') return stepBy(day, -1);
    if (key === 'PageDown') return stepBy(day, 1);
    if (key === 'Home') return firstOfWeek(day);
    if (key === 'End') return weekOf(day).at(-1)!;
    return key.toLowerCase() === 't' && areLetterKeysOn() ? today : null;
  }

  function onDayKey(key: string, stop: HTMLElement): boolean {
    const day = stop.dataset['day'];
    if (day === undefined) return false;
    if (key === ' ') {
      const card = cellOf(root.current, day)?.querySelector<HTMLElement>('[data-card] [data-stop]');
      if (card) card.focus();
      else screen.store.announce('No records on this day.');
      return true;
    }
    const next = stepTo(day, key);
    if (next === null) return false;
    goTo(next);
    return true;
  }

  function onCardKey(event: KeyboardEvent, stop: HTMLElement, record: RecordRow): boolean {
    const { key, shiftKey } = event;
    const day = stop.closest<HTMLElement>('[data-day-cell]')?.dataset['dayCell'];
    if (day === undefined) return false;
    if (key === ' ') return begin(record, 'keys') || true;
    const isMenu = key === 'ContextMenu' || (key === 'F10' && shiftKey);
    if (isMenu || (key.toLowerCase() === 'm' && areLetterKeysOn())) {
      openMenu(record, stop);
      return true;
    }
    if (key === 'Escape') {
      goTo(day);
      return true;
    }
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const stops = [...(cellOf(root.current, day)?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
      stops[stops.indexOf(stop) + (key === 'ArrowDown' ? 1 : -1)]?.focus();
      return true;
    }
    return onDayKey(key, dayStop(root.current, day) ?? stop);
  }

  function onLiftedKey(key: string, lifted: DayLift): boolean {
    const { record, over } = lifted;
    if (key === 'Escape' || key === 'Tab') {
      lift.set(null);
      screen.store.announce(`${rowLabel(record)} is where it was.`);
      const from = calendar.dayOf(record);
      if (key === 'Escape' && from !== null) goTo(from);
      return key === 'Escape';
    }
    if (key === 'Enter' || key === ' ') {
      void drop(lifted);
      return true;
    }
    const next = stepTo(over ?? today, key);
    if (next === null) return true;
    lift.set({ ...lifted, over: next });
    goTo(next);
    return true;
  }

  if (numbers.isError && numbers.data === undefined)
    return (
      <div className={layoutStyles.frame}>
        <NotLoaded failure={numbers.error} onRetry={() => void numbers.refetch()} />
      </div>
    );
  const Days = isPhone ? AgendaDays : TableDays;
  const unit = week === null ? 'month' : 'week';
  const firstShown = week ?? `${month}-01`;
  const movesOf = (record: RecordRow) => {
    const whyNot = whyNotLifted(scene, record);
    return [
      {
        id: 'move',
        label: 'Move to another day…',
        icon: <Icon name="calendar" />,
        ...(whyNot !== null && { disabledReason: whyNot }),
        onSelect: () => setPlaced(record),
      },
    ];
  };
  return (
    <div className={layoutStyles.frame}>
      <LayoutBar scene={scene} by="Days of">
        <div className={styles.months}>
          <Step
            label={`Previous ${unit}`}
            icon="chevron-left"
            onStep={() => showAround(stepBy(firstShown, -1))}
          />
          <Step
            label={`Next ${unit}`}
            icon="chevron-right"
            onStep={() => showAround(stepBy(firstShown, 1))}
          />
          <Button variant="outlined" size="small" onClick={() => goTo(today)}>
            Today
          </Button>
          <h2 className={styles.month} aria-live="polite">
            {nameOf(firstShown)}
          </h2>
        </div>
        <Select
          aria-label="Show"
          small
          value={unit}
          onChange={({ target }) =>
            target.value === 'week' ? showWeek(firstOfWeek(cursor)) : showMonth(monthOf(cursor))
          }
        >
          <option value="month">Month</option>
          <option value="week">Week</option>
        </Select>
        {calendar.withoutDay > 0 && (
          <button type="button" className={layoutStyles.retry} onClick={calendar.openWithoutDay}>
            {showCount(calendar.withoutDay)} without {scene.field.name}
          </button>
        )}
      </LayoutBar>
      {!calendar.isRoom && (
        <p role="alert" className={styles.told}>
          There is no room for one more condition. Remove a filter to see the days.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the days in it */}
      <div
        ref={root}
        className={styles.days}
        aria-busy={numbers.isPending || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={(event) =>
          dragCard(event, {
            frame: root.current!,
            places: '[data-day-cell]',
            onLift(id) {
              const record = moving.find(id);
              return record !== null && begin(record, 'pointer');
            },
            onOver(place) {
              const lifted = lift.get();
              if (lifted) lift.set({ ...lifted, over: place?.dataset['dayCell'] ?? null });
            },
            onDrop(place) {
              const lifted = lift.get();
              if (lifted) void drop({ ...lifted, over: place?.dataset['dayCell'] ?? null });
            },
          })
        }
        onClick={({ target }) => {
          const record = recordAt(target);
          if (record === null) return;
          const opener = (target as Element).closest<HTMLElement>('[data-actions]');
          if (opener === null) scene.open(record);
          else openMenu(record, opener);
        }}
      >
        <Days calendar={calendar} cursor={cursor} today={today} />
      </div>
      {menu !== null &&
        (isPhone ? (
          <ActionSheet
            title={`Actions for ${rowLabel(menu.record)}`}
            groups={[movesOf(menu.record), scene.rowMenu(menu.record)]}
            onClose={closeMenu}
          />
        ) : (
          <GridMenu
            label={`Actions for ${rowLabel(menu.record)}`}
            items={[...movesOf(menu.record), ...scene.rowMenu(menu.record)]}
            anchor={menu.anchor}
            onClose={closeMenu}
          />
        ))}
      {placed !== null && (
        <MoveToDay
          title={`Move ${rowLabel(placed)}`}
          label={scene.field.name}
          day={calendar.dayOf(placed)}
          onMove={(day) => {
            setPlaced(null);
            if (day !== calendar.dayOf(placed)) void move(placed, day);
          }}
          onClose={() => setPlaced(null)}
        />
      )}
      {refused !== null && (
        <WhyNotMoved
          anchor={() => cellOf(root.current, refused.day) ?? root.current ?? document.body}
          title={`${rowLabel(refused.record)} stays where it is`}
          sentence={refused.sentence}
          instead={[]}
          onClose={() => setRefused(null)}
        />
      )}
      <LeftOut screen={screen} />
      <LiveRegion store={screen.store} />
    </div>
  );
}

const firstOfWeek = (day: string): string => weekOf(day)[0]!;

const cellOf = (root: HTMLElement | null, day: string) =>
  root?.querySelector<HTMLElement>(`[data-day-cell="${day}"]`) ?? null;
const dayStop = (root: HTMLElement | null, day: string) =>
  root?.querySelector<HTMLElement>(`[data-stop][data-day="${day}"]`) ?? null;

type StepProps = { label: string; icon: 'chevron-left' | 'chevron-right'; onStep: () => void };

const Step = ({ label, icon, onStep }: StepProps) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} onClick={onStep}>
      <Icon name={icon} />
    </IconButton>
  </Tooltip>
);
