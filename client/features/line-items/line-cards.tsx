// The lines of one kind as cards, where there is no room for columns: the same columns, the same session and the same
// store as the grid of a wide screen. A card opens its line as a sheet.
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { GridStore } from '../../ui/grid/grid-store.ts';
import type { GridStatus } from '../../ui/grid/grid.tsx';
import { LiveRegion } from '../../ui/grid/live-region.tsx';
import { useRowSnapshot } from '../../ui/grid/use-grid-store.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SheetIconButton } from '../../ui/sheet-icon-button.tsx';
import type { Line, LineField, LineId } from './line.ts';
import styles from './line-cards.module.css';
import { LineSheet, type LineSheetSetting } from './line-sheet.tsx';
import { showNow, textNow, type LineColumn } from './line-now.tsx';
import { sumLines } from './line-sums.ts';
import '../../ui/grid/grid.css';

type LineCardsProps = {
  label: string;
  store: GridStore;
  fields: readonly LineField[];
  /** Of the fields, in their order. */
  columns: readonly LineColumn[];
  rows: readonly Line[];
  /** As they are written, saved or not. */
  written: readonly Pick<Line, 'values'>[];
  /** 'line 3', and what a new one is called. */
  nameOf: (line: Line) => string;
  placeOf: (line: Line) => string;
  toneOf?: (line: Line) => 'muted' | 'marked' | undefined;
  status: GridStatus;
  emptyState: ReactNode;
  failedState: ReactNode;
  /** The one whose sheet is open; null for none. */
  opened: LineId | null;
  onOpen: (line: Line | null) => void;
  /** While the order is edited: puts the line at the place, from 0. */
  onMove?: ((id: LineId, to: number) => void) | undefined;
  /** What can be done in the sheet; undefined where lines are only read. */
  sheet: LineSheetSetting | undefined;
};

/** So many more are shown at a time. */
const cardsAtOnce = 50;

export function LineCards(props: LineCardsProps) {
  const { store, rows, status, opened, onOpen, onMove, columns, nameOf } = props;
  const root = useRef<HTMLDivElement>(null);
  const [most, setMost] = useState(cardsAtOnce);
  const isReady = status === 'ready' || status === 'refresh';
  const openedAt = opened === null ? -1 : rows.findIndex(({ id }) => id === opened);
  const line = rows[openedAt];
  // What is in edit is in sight wherever it stands.
  const shown = rows.filter(({ id }, at) => at < most || store.getEdits().has(id));
  const left = rows.length - shown.length;

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target as Element).matches('[data-open]')) return;
    const cards = [...root.current!.querySelectorAll<HTMLElement>('[data-open]')];
    const next = cards[cards.indexOf(event.target as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the cards in it
    <div
      className={styles.frame}
      aria-busy={!isReady && status !== 'failed' ? true : undefined}
      onKeyDown={onKeyDown}
    >
      {isReady && rows.length > 0 && (
        <div
          ref={root}
          role="list"
          tabIndex={-1}
          data-lines
          aria-label={props.label}
          className={styles.cards}
        >
          {onMove ? (
            <OrderedCards lines={shown} columns={columns} rows={rows} nameOf={nameOf} onMove={onMove} />
          ) : (
            shown.map((one) => (
              <Card
                key={one.id}
                line={one}
                name={nameOf(one)}
                place={props.placeOf(one)}
                tone={props.toneOf?.(one)}
                columns={columns}
                store={store}
                isEditable={props.sheet !== undefined}
                onOpen={onOpen}
              />
            ))
          )}
        </div>
      )}
      {isReady && left > 0 && (
        <button type="button" className={styles.more} onClick={() => setMost(most + cardsAtOnce)}>
          {`Show ${Math.min(left, cardsAtOnce)} more of ${left.toLocaleString('en-US')}`}
        </button>
      )}
      {isReady && onMove === undefined && <Sums {...props} />}
      {status === 'first' && (
        <div aria-hidden="true" className="rh-bones">
          {[0, 1, 2].map((at) => (
            <div key={at} data-skeleton className={styles.card}>
              <span className="rh-bone" style={{ width: '60%' }} />
              <span className="rh-bone" style={{ width: '85%', marginTop: 16 }} />
            </div>
          ))}
        </div>
      )}
      {status === 'failed' && <div className={styles.message}>{props.failedState}</div>}
      {isReady && rows.length === 0 && <div className={styles.message}>{props.emptyState}</div>}
      {line !== undefined && onMove === undefined && (
        <LineSheet
          key={line.id}
          line={line}
          name={nameOf(line)}
          columns={columns}
          fields={props.fields}
          store={store}
          setting={props.sheet}
          steps={{ place: openedAt + 1, total: rows.length, go: (by) => onOpen(rows[openedAt + by] ?? null) }}
          onGo={(id) => onOpen(rows.find((one) => one.id === id) ?? null)}
          onClose={() => onOpen(null)}
        />
      )}
      <LiveRegion store={store} />
    </div>
  );
}

type CardProps = {
  line: Line;
  name: string;
  place: string;
  tone: 'muted' | 'marked' | undefined;
  columns: readonly LineColumn[];
  store: GridStore;
  isEditable: boolean;
  onOpen: (line: Line) => void;
};

function Card({ line, name, place, tone, columns, store, isEditable, onOpen }: CardProps) {
  const snapshot = useRowSnapshot(store, line.id);
  const { edit } = snapshot;
  const [lead, ...others] = columns;
  const title = lead ? textNow(lead, line, snapshot) : '';
  const isChanged = edit !== null && (line.isNew || edit.values.size > 0);
  const told = [edit?.fault, edit?.faults.get(lead?.id ?? '')].filter((words) => words != null);
  // What is empty takes no room, unless something is wrong with it.
  const filled = others.filter(
    (column) =>
      edit?.absent?.has(column.id) !== true &&
      (textNow(column, line, snapshot) !== '' ||
        edit?.faults.has(column.id) === true ||
        edit?.computed?.has(column.id) === true),
  );
  return (
    <div role="listitem" className={styles.card} data-tone={tone} data-changed={isChanged || undefined}>
      <div className={styles.head}>
        <span className={styles.place}>{place}</span>
        <button
          type="button"
          className={styles.open}
          data-open
          aria-haspopup="dialog"
          onClick={() => onOpen(line)}
        >
          <span className="rh-unseen">{`${isEditable ? 'Edit' : 'Open'} ${name}: `}</span>
          {title === '' ? <span className={styles.empty}>Nothing written yet</span> : title}
        </button>
        {isChanged && <Chip tone="amber">Not saved</Chip>}
        <Icon name="chevron-right" size={16} />
      </div>
      {filled.length > 0 && (
        <dl className={styles.fields}>
          {filled.map((column) => (
            <div key={column.id}>
              <dt>{column.unit === undefined ? column.header : `${column.header} (${column.unit})`}</dt>
              <dd data-figures={column.kind !== 'text' || undefined}>
                {showNow(column, line, snapshot)}
                {edit?.faults.has(column.id) && (
                  <span className={styles.fault}>{edit.faults.get(column.id)}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {told.length > 0 && <p className={styles.fault}>{told.join(' ')}</p>}
    </div>
  );
}

type OrderedCardsProps = {
  lines: readonly Line[];
  rows: readonly Line[];
  columns: readonly LineColumn[];
  nameOf: (line: Line) => string;
  onMove: (id: LineId, to: number) => void;
};

/** One place at a time by a button, or to any place by its number: nothing has to be dragged. */
function OrderedCards({ lines, rows, columns, nameOf, onMove }: OrderedCardsProps) {
  const [lead] = columns;
  const pressed = useRef<HTMLElement | null>(null);
  // The browser lets the focus go where the element moves.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [rows]);
  return lines.map((line) => {
    const at = rows.indexOf(line);
    const name = nameOf(line);
    const move = (button: HTMLElement, to: number) => {
      pressed.current = button;
      onMove(line.id, to);
    };
    return (
      <div key={line.id} role="listitem" className={styles.ordered}>
        <PlaceInput
          key={at}
          label={`Place of ${name}`}
          place={at + 1}
          last={rows.length}
          onMove={(to) => onMove(line.id, to - 1)}
        />
        <span className={styles.words}>{lead?.text(line) || name}</span>
        <SheetIconButton
          label={`Move ${name} up`}
          icon="arrow-up"
          whyNot={at > 0 ? null : 'This is the first line.'}
          onClick={(button) => move(button, at - 1)}
        />
        <SheetIconButton
          label={`Move ${name} down`}
          icon="arrow-down"
          whyNot={at < rows.length - 1 ? null : 'This is the last line.'}
          onClick={(button) => move(button, at + 1)}
        />
      </div>
    );
  });
}

type PlaceInputProps = { label: string; place: number; last: number; onMove: (to: number) => void };

function PlaceInput({ label, place, last, onMove }: PlaceInputProps) {
  const [text, setText] = useState(String(place));
  const take = () => {
    const to = Math.min(Math.max(1, Number.parseInt(text, 10) || place), last);
    setText(String(to));
    if (to !== place) onMove(to);
  };
  return (
    <input
      inputMode="numeric"
      className={styles.at}
      aria-label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

function Sums({ fields, columns, written }: LineCardsProps) {
  const sums = sumLines(fields, written);
  if (sums.length === 0) return null;
  const titled = `Totals of ${written.length.toLocaleString('en-US')} lines`;
  return (
    <section className={styles.sums} aria-label={titled}>
      <h3>{titled}</h3>
      <dl className={styles.fields}>
        {sums.map(({ field, sum }) => (
          <div key={field.key}>
            <dt>{field.currency === null ? field.name : `${field.name} (${field.currency})`}</dt>
            <dd data-figures>
              {columns.find(({ id }) => id === field.key)?.text(holding(field.key, sum)) ?? sum}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A line that holds the one value, for its column to say it. */
const holding = (key: string, value: string): Line => ({
  id: '',
  version: 0,
  values: new Map([[key, value]]),
  isNew: false,
});
