// The records of a page as cards, where a screen is too narrow for columns: the same rows, the same store, the same
// actions as the grid. Only the cards near the view are in the page, so that 3,000 scroll as 25 do.
import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import type { GridStatus } from '../../../ui/grid/grid.tsx';
import { LiveRegion } from '../../../ui/grid/live-region.tsx';
import { useRowSnapshot } from '../../../ui/grid/use-grid-store.ts';
import { useRowWindow } from '../../../ui/grid/use-windows.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { GridMarks } from '../../../ui/grid/grid-column.ts';
import type { GroupHead } from '../groups/group-heads.tsx';
import { GroupCard } from '../groups/group-card.tsx';
import { ActionSheet, type SheetAction } from '../../../ui/action-sheet.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { rowId, rowLabel, type RecordRow } from '../record-row.ts';
import type { CardFields } from './card-fields.ts';
import styles from './record-cards.module.css';
import { onLongPress } from './long-press.ts';
import '../../../ui/grid/grid.css';

type RecordCardsProps = {
  label: string;
  store: GridStore;
  rows: readonly RecordRow[];
  fields: CardFields;
  /** Of the rows that stand for groups; undefined where there are none. */
  headOf: ((record: RecordRow) => GroupHead | null) | undefined;
  toggleGroup: ((record: RecordRow) => void) | undefined;
  rowTone: (record: RecordRow) => 'muted' | 'marked' | undefined;
  marksOf: ((record: RecordRow) => GridMarks | null) | undefined;
  totalRows: number | undefined;
  firstRowIndex: number;
  viewKey: string;
  status: GridStatus;
  emptyState: ReactNode;
  failedState: ReactNode;
  hrefOf: (record: RecordRow) => string;
  actionsOf: (record: RecordRow) => readonly (readonly SheetAction[])[];
  /** Whether a tap selects; a long press begins it. */
  isSelecting: boolean;
  onSelecting: () => void;
  onOpen: (record: RecordRow) => void;
};

const cardHeight = 84;
const headHeight = 48;

/** Where each begins, and where the last one ends. */
function toTops(heights: readonly number[] | undefined): readonly number[] | undefined {
  if (heights === undefined) return undefined;
  let top = 0;
  return [0, ...heights.map((height) => (top += height))];
}

/** Specification 9. */
const skeletonCards = 12;

export function RecordCards(props: RecordCardsProps) {
  const { store, rows, status, firstRowIndex, totalRows, isSelecting } = props;
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(-1);
  const [acted, setActed] = useState<RecordRow | null>(null);
  const showsRows = status === 'ready' || status === 'refresh';
  const count = showsRows ? rows.length : 0;
  const { headOf } = props;
  const heights = useMemo(
    () => (headOf === undefined ? undefined : rows.map((row) => (headOf(row) ? headHeight : cardHeight))),
    [rows, headOf],
  );
  const tops = useMemo(() => toTops(heights), [heights]);
  const topOf = (index: number) => tops?.[index] ?? index * cardHeight;
  const cardsWindow = useRowWindow(root, {
    heights,
    count,
    rowHeight: cardHeight,
    expandedIndex: -1,
    detailHeight: 0,
  });
  useLayoutEffect(() => {
    root.current?.scrollTo(0, 0);
  }, [props.viewKey]);

  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const onPress = useCallback((record: RecordRow, isLong: boolean) => {
    const { store: selection, isSelecting: selects, onSelecting, onOpen } = latest.current;
    if (!isLong && !selects) return onOpen(record);
    if (isLong) onSelecting();
    selection.toggle(rowId(record));
    return selection.announce(`${selection.getSelection().size} selected`);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const card = (event.target as Element).closest<HTMLElement>('[data-card]');
    if (step === undefined || card === null) return;
    const next = Number(card.dataset['card']) + step;
    if (next < 0 || next >= count) return;
    event.preventDefault();
    setFocused(next);
    requestAnimationFrame(() => {
      const found = root.current?.querySelector<HTMLElement>(`[data-card="${next}"] [data-open]`);
      found?.focus();
      found?.closest('[data-card]')?.scrollIntoView({ block: 'nearest' });
    });
  }

  // The card that has the focus stays in the page wherever one scrolls.
  const kept = focused >= 0 && focused < count ? [focused] : [];
  const first = Math.max(0, cardsWindow.first);
  const last = Math.min(cardsWindow.last, count - 1);
  const indexes = [
    ...kept.filter((index) => index < first),
    ...Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at),
    ...kept.filter((index) => index > last),
  ];
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is in it */}
      <div
        ref={root}
        className={styles.scroller}
        aria-busy={status === 'first' || status === 'refresh' || undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const card = event.target.closest<HTMLElement>('[data-card]');
          if (card) setFocused(Number(card.dataset['card']));
        }}
      >
        {count > 0 && (
          <div role="list" aria-label={props.label} className={styles.cards} style={{ height: topOf(count) }}>
            {indexes.map((index) => {
              const head = headOf?.(rows[index]!);
              return head ? (
                <GroupCard
                  key={rowId(rows[index]!)}
                  head={head}
                  index={index}
                  top={topOf(index)}
                  onToggle={() => props.toggleGroup?.(rows[index]!)}
                />
              ) : (
                <Card
                  key={rowId(rows[index]!)}
                  record={rows[index]!}
                  index={index}
                  top={topOf(index)}
                  place={firstRowIndex + index + 1}
                  total={totalRows ?? -1}
                  tone={props.rowTone(rows[index]!)}
                  marks={props.marksOf?.(rows[index]!) ?? null}
                  href={props.hrefOf(rows[index]!)}
                  fields={props.fields}
                  store={store}
                  isSelecting={isSelecting}
                  onPress={onPress}
                  onActions={setActed}
                />
              );
            })}
          </div>
        )}
      </div>
      {status === 'first' && (
        <div aria-hidden="true" className={`${styles.skeleton} rh-bones`}>
          {Array.from({ length: skeletonCards }, (_, index) => (
            <div key={index} data-skeleton className={styles.card} style={{ top: index * cardHeight }}>
              <div className={styles.link}>
                <span className="rh-bone" style={{ width: '22%' }} />
                <span className="rh-bone" style={{ width: '55%', marginTop: 12 }} />
                <span className="rh-bone" style={{ width: '34%', marginTop: 12 }} />
              </div>
            </div>
          ))}
        </div>
      )}
      {status === 'refresh' && <div aria-hidden="true" className="rh-progress" />}
      {status === 'failed' && <div className={styles.message}>{props.failedState}</div>}
      {showsRows && count === 0 && <div className={styles.message}>{props.emptyState}</div>}
      {acted !== null && (
        <ActionSheet
          title={`Actions for ${rowLabel(acted)}`}
          groups={props.actionsOf(acted)}
          onClose={() => setActed(null)}
        />
      )}
      <LiveRegion store={store} />
    </div>
  );
}

type CardProps = {
  record: RecordRow;
  index: number;
  top: number;
  place: number;
  total: number;
  tone: 'muted' | 'marked' | undefined;
  /** Of the row, and of cells: a card has no columns to show them in. */
  marks: GridMarks | null;
  href: string;
  fields: CardFields;
  store: GridStore;
  isSelecting: boolean;
  onPress: (record: RecordRow, isLong: boolean) => void;
  onActions: (record: RecordRow) => void;
};

const Card = memo(function Card(props: CardProps) {
  const { record, index, top, fields, store, isSelecting, onPress, onActions } = props;
  const { selected } = useRowSnapshot(store, rowId(record));
  const { isOver, ...resting } = onLongPress(() => onPress(record, true));
  const { status, party, amount, date, person, type } = fields;
  const chip = status?.render?.(record);
  const marks = [...(props.marks?.row ? [props.marks.row] : []), ...(props.marks?.cells.values() ?? [])];
  const quiet = [type?.text(record), date?.text(record)].filter(Boolean).join(' · ');
  return (
    <div
      role="listitem"
      aria-posinset={props.place}
      aria-setsize={props.total}
      className={styles.card}
      data-card={index}
      data-tone={props.tone}
      data-color={props.marks?.row?.tone}
      data-selected={selected || undefined}
      data-selecting={isSelecting || undefined}
      style={{ top }}
      {...resting}
    >
      {isSelecting && (
        <span className={styles.check}>
          <input
            type="checkbox"
            className="rh-checkbox"
            aria-label={`Select ${rowLabel(record)}`}
            checked={selected}
            // It comes under the finger that rested on the card.
            onChange={() => {
              if (!isOver()) onPress(record, false);
            }}
          />
        </span>
      )}
      <a
        href={props.href}
        className={styles.link}
        data-open
        draggable={false}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          if (!isOver()) onPress(record, false);
        }}
      >
        <span className={styles.line}>
          <span className={styles.number}>
            <span className={styles.digits}>{record.recordNumber ?? `ID ${record.id}`}</span>
            {marks.map(({ tone, label }) => (
              <span key={label} className={styles.mark}>
                <Chip tone={tone}>{label}</Chip>
              </span>
            ))}
          </span>
          {amount ? <span className={styles.amount}>{amount.text(record)}</span> : chip}
        </span>
        <span className={styles.line}>
          <span className={styles.party}>{party?.text(record)}</span>
          {amount && chip}
        </span>
        <span className={`${styles.line} ${styles.quiet}`}>
          <span className="rh-figures">{quiet}</span>
          <span>{person?.text(record)}</span>
        </span>
      </a>
      {!isSelecting && (
        <button
          type="button"
          className={styles.kebab}
          aria-haspopup="dialog"
          aria-label={`Actions for ${rowLabel(record)}`}
          onClick={() => onActions(record)}
        >
          <Icon name="more" size={20} />
        </button>
      )}
    </div>
  );
});
