import { heightRange, widthRange } from '@rowhouse/domain/dashboards/limits.ts';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { stickyBar } from '../../ui/sticky-bar.ts';
import type { Widget } from './api.ts';
import { moveCard, resizeCard } from './board-draft.ts';
import styles from './board.module.css';
import type { ChartPlaces } from './chart.ts';
import { ChartCard, HiddenChart } from './chart-card.tsx';
import { useBoardFollows } from './use-chart.ts';

type BoardProps = {
  widgets: readonly Widget[];
  places: ChartPlaces;
  /** Present while the board is arranged: takes the cards as they are to stand. */
  onArrange?: ((widgets: readonly Widget[]) => void) | undefined;
  onEdit?: ((key: string) => void) | undefined;
  onRemove?: ((key: string) => void) | undefined;
};

const sizeOf = ({ width, height }: Widget): string => `${width} of 12 wide, ${height} high`;

/** The cards in twelve columns, one after another. */
export function Board({ widgets, places, onArrange, onEdit, onRemove }: BoardProps) {
  useBoardFollows(widgets.flatMap(({ chart }) => chart?.recordTypeId ?? []));
  const arranging = useArranging(widgets, onArrange);
  return (
    <>
      <div className={styles.board} data-arranged={onArrange !== undefined || undefined}>
        {widgets.map((widget) => (
          <div
            key={widget.key}
            className={styles.cell}
            data-width={widget.width}
            data-height={widget.height}
            data-tile={widget.chart?.kind === 'NUMBER' || undefined}
            data-lifted={arranging.lifted === widget.key || undefined}
            {...arranging.dropOf(widget.key)}
          >
            {onArrange !== undefined && (
              <button
                type="button"
                className={styles.grip}
                data-grip={widget.key}
                aria-pressed={arranging.lifted === widget.key}
                aria-label={`Move ${widget.chart?.title ?? 'a chart that is not open to you'}, ${sizeOf(widget)}`}
                {...arranging.gripOf(widget.key)}
              >
                <Icon name="drag" size={16} />
                <span>{sizeOf(widget)}</span>
              </button>
            )}
            <div className={styles.card} inert={onArrange !== undefined}>
              {widget.chart == null ? (
                <HiddenChart onRemove={onRemove && (() => onRemove(widget.key))} />
              ) : (
                <ChartCard
                  chart={widget.chart}
                  places={places}
                  onEdit={onEdit && (() => onEdit(widget.key))}
                  onRemove={onRemove && (() => onRemove(widget.key))}
                />
              )}
            </div>
          </div>
        ))}
      </div>
      {onArrange !== undefined && arranging.chosen !== null && (
        <ArrangingBar
          {...arranging.chosen}
          onPress={arranging.press}
          onDone={arranging.release}
          onBack={arranging.putBack}
        />
      )}
      <p role="status" className="rh-visually-hidden">
        {arranging.said}
      </p>
    </>
  );
}

type Press = { readonly label: string; readonly by: number; readonly width: number; readonly height: number };

const presses: readonly Press[] = [
  { label: 'Earlier', by: -1, width: 0, height: 0 },
  { label: 'Later', by: 1, width: 0, height: 0 },
  { label: 'Narrower', by: 0, width: -1, height: 0 },
  { label: 'Wider', by: 0, width: 1, height: 0 },
  { label: 'Shorter', by: 0, width: 0, height: -1 },
  { label: 'Taller', by: 0, width: 0, height: 1 },
];

type ArrangingBarProps = {
  widget: Widget;
  name: string;
  place: number;
  count: number;
  onPress: (press: Press) => void;
  onDone: () => void;
  onBack: () => void;
};

/** Moves and sizes the chosen card by a finger or a click, in one place while the card itself goes elsewhere. */
function ArrangingBar({ widget, name, place, count, onPress, onDone, onBack }: ArrangingBarProps) {
  const isAtEnd = ({ by, width, height }: Press): boolean =>
    place + by < 1 ||
    place + by > count ||
    !isWithin(widget.width + width, widthRange) ||
    !isWithin(widget.height + height, heightRange);
  return (
    <div
      ref={stickyBar}
      data-sticky-bar
      role="toolbar"
      tabIndex={-1}
      aria-label={`Move and size ${name}`}
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onBack();
      }}
    >
      <p className={styles.chosen}>
        <strong>{name}</strong>
        <span>{`Place ${place} of ${count}, ${sizeOf(widget)}`}</span>
      </p>
      <div className={styles.presses}>
        {presses.map((press) => (
          <button
            key={press.label}
            type="button"
            className={styles.press}
            aria-disabled={isAtEnd(press) || undefined}
            onClick={() => {
              if (!isAtEnd(press)) onPress(press);
            }}
          >
            {press.label}
          </button>
        ))}
      </div>
      <button type="button" className={styles.press} onClick={onDone}>
        Done
      </button>
    </div>
  );
}

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most;

const resizing: Readonly<Record<string, { width: number; height: number }>> = {
  ArrowRight: { width: 1, height: 0 },
  ArrowLeft: { width: -1, height: 0 },
  ArrowDown: { width: 0, height: 1 },
  ArrowUp: { width: 0, height: -1 },
};

/**
 * Enter lifts a card, arrows move it, with Shift they size it, Enter drops it, Escape puts it back. A click or a tap
 * lifts it too, and the bar has a button for each of these.
 */
function useArranging(widgets: readonly Widget[], onArrange: BoardProps['onArrange']) {
  const [lifted, setLifted] = useState<string | null>(null);
  // Saved or cancelled with a card in hand: the next time begins with none.
  if (onArrange === undefined && lifted !== null) setLifted(null);
  const [said, setSaid] = useState('');
  const before = useRef<readonly Widget[]>(widgets);
  const moved = useRef<string | null>(null);
  const pressed = useRef(false);
  // A card that moves in the page takes its grip with it, and the focus must follow.
  useEffect(() => {
    if (moved.current === null) return;
    const grip = document.querySelector<HTMLElement>(`[data-grip="${moved.current}"]`);
    grip?.focus();
    // One that kept the focus is not brought into sight by it.
    grip?.closest('[data-lifted]')?.scrollIntoView({ block: 'nearest' });
    grip?.scrollIntoView({ block: 'nearest' });
  }, [widgets]);
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    document.querySelector('[data-lifted]')?.scrollIntoView({ block: 'nearest' });
  }, [widgets, lifted]);

  const nameOf = (key: string) => widgets.find((one) => one.key === key)?.chart?.title ?? 'The chart';

  function put(next: readonly Widget[], key: string): void {
    if (next === widgets) return;
    onArrange?.(next);
    const at = next.findIndex((one) => one.key === key);
    const { width = 0, height = 0 } = next[at] ?? {};
    setSaid(`${nameOf(key)}: place ${at + 1} of ${next.length}, ${width} columns wide, ${height} high.`);
  }

  function drop(words: string): void {
    setLifted(null);
    moved.current = null;
    setSaid(words);
  }

  function onKeyDown(key: string, event: KeyboardEvent): void {
    const isLifted = lifted === key;
    const at = widgets.findIndex((one) => one.key === key);
    const size = resizing[event.key];
    if (event.key === 'Enter' || event.key === ' ') {
      if (isLifted) drop(`${nameOf(key)} is dropped.`);
      else {
        before.current = widgets;
        moved.current = key;
        setLifted(key);
        setSaid(
          `${nameOf(key)} is lifted. Arrows move it, with Shift they size it, Enter drops it, Escape puts it back.`,
        );
      }
    } else if (!isLifted) return;
    else if (event.key === 'Escape') {
      onArrange?.(before.current);
      drop(`${nameOf(key)} is back in its place.`);
    } else if (size !== undefined && event.shiftKey) put(resizeCard(widgets, key, size), key);
    else if (size !== undefined) put(moveCard(widgets, key, at + size.width + size.height), key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The focus stays on the button that was pressed; the card comes into sight. */
  function press({ by, width, height }: Press): void {
    if (lifted === null) return;
    const at = widgets.findIndex((one) => one.key === lifted);
    moved.current = null;
    put(
      by === 0 ? resizeCard(widgets, lifted, { width, height }) : moveCard(widgets, lifted, at + by),
      lifted,
    );
    pressed.current = true;
  }

  const focusGrip = (key: string) => document.querySelector<HTMLElement>(`[data-grip="${key}"]`)?.focus();

  function release(): void {
    if (lifted === null) return;
    focusGrip(lifted);
    drop(`${nameOf(lifted)} is dropped.`);
  }

  function putBack(): void {
    if (lifted === null) return;
    onArrange?.(before.current);
    focusGrip(lifted);
    drop(`${nameOf(lifted)} is back in its place.`);
  }

  const at = widgets.findIndex((one) => one.key === lifted);
  const chosenWidget = widgets[at];
  const chosen =
    chosenWidget === undefined
      ? null
      : { widget: chosenWidget, name: nameOf(chosenWidget.key), place: at + 1, count: widgets.length };

  const gripOf = (key: string) => ({
    draggable: true,
    // Keys are answered above: what comes here is a pointer, or a reader of the screen.
    onClick: () => {
      if (lifted === key) {
        drop(`${nameOf(key)} is dropped.`);
        return;
      }
      before.current = widgets;
      // The bar that comes up must not lie over it.
      pressed.current = true;
      setLifted(key);
      setSaid(`${nameOf(key)} is chosen. The buttons below move and size it.`);
    },
    onKeyDown: (event: KeyboardEvent) => onKeyDown(key, event),
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', key);
      before.current = widgets;
      setLifted(key);
    },
    onDragEnd: () => setLifted(null),
  });
  const dropOf = (key: string) =>
    onArrange === undefined
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            if (lifted === null) return;
            event.preventDefault();
            if (lifted !== key)
              put(
                moveCard(
                  widgets,
                  lifted,
                  widgets.findIndex((one) => one.key === key),
                ),
                lifted,
              );
          },
          onDrop: (event: DragEvent) => event.preventDefault(),
        };
  return { lifted, said, chosen, press, release, putBack, gripOf, dropOf };
}
