// The values of a list as rows that can be changed and moved. Only those near the view are in the page, so a list of
// twenty thousand is as quick as one of ten.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import styles from './lists.module.css';
import { isRenamed, isTurned, moveValue, type DraftValue } from './values-draft.ts';

const rowHeight = 44;

type ValueRowsProps = {
  draft: readonly DraftValue[];
  /** Those of the draft that are shown, in its order. */
  shown: readonly DraftValue[];
  moved: ReadonlySet<string>;
  /** Why the values cannot be saved, at the one that is at fault. */
  fault: { readonly key: string; readonly sentence: string } | null;
  /** Values are people or objects: their names are not written here. */
  areFixed: boolean;
  /** In the place of the rows while the list has none at all. */
  empty: ReactNode;
  onChange: (draft: readonly DraftValue[]) => void;
  onWrite: (key: string, change: Partial<Pick<DraftValue, 'value' | 'enabled'>>) => void;
  onRemove: (key: string) => void;
  /** Given where a value is edited in a dialog of its own. */
  onEdit?: ((row: DraftValue) => void) | undefined;
};

export function ValueRows(props: ValueRowsProps) {
  const { draft, shown, moved, fault, areFixed, empty, onChange, onWrite, onRemove, onEdit } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<{ key: string; before: readonly DraftValue[] } | null>(null);
  const [told, setTold] = useState('');
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => shown[index]?.key ?? index,
    overscan: 12,
  });

  /** By the rows that are shown: what is hidden between them stays where it is. */
  function move(key: string, place: number) {
    const others = shown.filter((row) => row.key !== key);
    const index = Math.max(0, Math.min(place, others.length));
    const next = others[index];
    const rest = draft.filter((row) => row.key !== key);
    const last = others.at(-1);
    onChange(
      moveValue(
        draft,
        key,
        next === undefined ? (last === undefined ? 0 : rest.indexOf(last) + 1) : rest.indexOf(next),
      ),
    );
    virtual.scrollToIndex(index);
    return index;
  }

  function onGripKey(event: KeyboardEvent, row: DraftValue, index: number) {
    const isLifted = lifted?.key === row.key;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || (event.key === 'Enter' && isLifted)) {
      event.preventDefault();
      setLifted(isLifted ? null : { key: row.key, before: draft });
      setTold(
        isLifted
          ? `${row.value} dropped at ${index + 1}`
          : `${row.value} lifted. Arrows move it, Enter drops it.`,
      );
    } else if (step !== undefined && isLifted) {
      event.preventDefault();
      const place = move(row.key, index + step);
      setTold(`${row.value}, ${place + 1} of ${shown.length}`);
    } else if (event.key === 'Escape' && isLifted) {
      event.preventDefault();
      event.stopPropagation();
      onChange(lifted.before);
      setLifted(null);
      setTold(`${row.value} is back in its place`);
    }
  }

  /** Follows the pointer row by row: all rows are of one height. */
  function onGripDown(event: PointerEvent<HTMLButtonElement>, row: DraftValue) {
    if (event.button !== 0) return;
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      const box = scroller.current?.getBoundingClientRect();
      if (box === undefined) return;
      const place = Math.floor((clientY - box.top + (scroller.current?.scrollTop ?? 0)) / rowHeight);
      carry.current(row.key, place);
    };
    const end = () => {
      grip.removeEventListener('pointermove', onMove);
      setLifted(null);
    };
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('lostpointercapture', end, { once: true });
    setLifted({ key: row.key, before: draft });
  }
  // Between two moves of the pointer the rows have been drawn anew.
  const carry = useRef<(key: string, place: number) => void>(() => undefined);
  useLayoutEffect(() => {
    carry.current = (key, place) => {
      if (shown[place]?.key !== key && place >= 0 && place < shown.length) move(key, place);
    };
  });

  return (
    <>
      <div ref={scroller} className={styles.rows}>
        {draft.length === 0 && empty}
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = shown[index]!;
            const isChanged = row.kept === null || isRenamed(row) || isTurned(row) || moved.has(row.key);
            const hasFault = fault?.key === row.key;
            return (
              <li
                key={row.key}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                data-lifted={lifted?.key === row.key || undefined}
                data-off={!row.enabled || undefined}
              >
                <button
                  type="button"
                  className={styles.grip}
                  aria-label={`Move ${row.value}`}
                  aria-pressed={lifted?.key === row.key}
                  onKeyDown={(event) => onGripKey(event, row, index)}
                  onPointerDown={(event) => onGripDown(event, row)}
                  onBlur={() => {
                    if (lifted?.key === row.key) setLifted(null);
                  }}
                >
                  <Icon name="drag" size={16} />
                </button>
                <span className={styles.order}>{index + 1}</span>
                {areFixed ? (
                  <span className={styles.value}>{row.value}</span>
                ) : (
                  <input
                    className={styles.input}
                    aria-label={`Value ${index + 1}`}
                    aria-invalid={hasFault || undefined}
                    data-key={row.key}
                    autoComplete="off"
                    value={row.value}
                    onChange={(event) => onWrite(row.key, { value: event.target.value })}
                  />
                )}
                {onEdit !== undefined && (
                  <button
                    type="button"
                    className={`${styles.tool} ${styles.edit}`}
                    aria-label={`Edit ${row.value}`}
                    onClick={() => onEdit(row)}
                  >
                    <Icon name="edit" size={16} />
                  </button>
                )}
                {isChanged && (
                  <span className={styles.dot}>
                    <span className="rh-visually-hidden">Not saved</span>
                  </span>
                )}
                <button
                  type="button"
                  className={styles.state}
                  aria-label={`${row.value}: ${row.enabled ? 'Active' : 'Inactive'}`}
                  aria-pressed={row.enabled}
                  onClick={() => onWrite(row.key, { enabled: !row.enabled })}
                >
                  <Chip tone={row.enabled ? 'green' : 'grey'}>{row.enabled ? 'Active' : 'Inactive'}</Chip>
                </button>
                <button
                  type="button"
                  className={styles.tool}
                  aria-label={row.enabled ? `Remove ${row.value}` : `Bring ${row.value} back`}
                  onClick={() => (row.enabled ? onRemove(row.key) : onWrite(row.key, { enabled: true }))}
                >
                  <Icon name={row.enabled ? 'trash' : 'undo'} size={16} />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <p role="status" className="rh-visually-hidden">
        {told}
      </p>
    </>
  );
}
