// Two panes beside each other with a divider that is moved by mouse and by keys: the window splitter of the W3C.
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import styles from './split-panes.module.css';

type SplitPanesProps = {
  /** Of the first pane, in percent: 100 closes the second one, 0 the first. */
  percent: number;
  onPercent: (percent: number) => void;
  first: ReactNode;
  second: ReactNode;
  /** Names the divider. */
  label: string;
};

/** Between these the divider is moved. */
export const leastPercent = 30;
export const mostPercent = 70;

const clamp = (percent: number): number =>
  Math.round(Math.min(mostPercent, Math.max(leastPercent, percent)) * 10) / 10;

export function SplitPanes({ percent, onPercent, first, second, label }: SplitPanesProps) {
  const root = useRef<HTMLDivElement>(null);
  /** Where it stood before it was closed. */
  const open = useRef(50);
  const isSplit = percent > 0 && percent < 100;
  const current = useRef(percent);

  const set = (next: number) => {
    current.current = next;
    root.current?.style.setProperty('--first', `${next}%`);
  };

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0 || !isSplit) return;
    const divider = event.currentTarget;
    const box = root.current!.getBoundingClientRect();
    divider.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) =>
      set(clamp((100 * (move.clientX - box.left)) / box.width));
    const onUp = () => {
      divider.removeEventListener('pointermove', onMove);
      if (current.current !== percent) onPercent(current.current);
    };
    current.current = percent;
    divider.addEventListener('pointermove', onMove);
    divider.addEventListener('pointerup', onUp, { once: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 10 : 2;
    const moved: Record<string, () => number> = {
      ArrowLeft: () => clamp(percent - step),
      ArrowRight: () => clamp(percent + step),
      Home: () => leastPercent,
      End: () => mostPercent,
      Enter: () => (isSplit ? 100 : open.current),
    };
    const move = moved[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSplit) open.current = percent;
    onPercent(move());
  }

  return (
    <div
      ref={root}
      className={styles.panes}
      data-split={isSplit || undefined}
      style={{ '--first': `${percent}%` } as CSSProperties}
    >
      {percent > 0 && <div className={styles.first}>{first}</div>}
      {percent > 0 && (
        <div
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-orientation="vertical"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          aria-valuetext={isSplit ? `${Math.round(percent)} percent` : 'closed'}
          className={styles.divider}
          data-divider
          onPointerDown={onPointerDown}
          onDoubleClick={() => onPercent(50)}
          onKeyDown={onKeyDown}
        />
      )}
      {percent < 100 && <div className={styles.second}>{second}</div>}
    </div>
  );
}
