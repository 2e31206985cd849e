// Which columns are shown, in which order, and what stays in view at the left and right. The order is changed by
// dragging, or by Alt with the arrow keys on a column's name.
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { withMoved } from '../../../ui/grid/column-changes.ts';
import type { GridColumnState } from '../../../ui/grid/grid-column.ts';
import { Icon } from '../../../ui/icons.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import styles from './column-panel.module.css';

type NamedColumn = { readonly id: string; readonly header: string };

type ColumnPanelProps = {
  anchor: HTMLElement | null;
  columns: readonly NamedColumn[];
  state: GridColumnState;
  onChange: (state: GridColumnState) => void;
  onRestore: () => void;
  onClose: () => void;
};

type Side = 'left' | 'right';

export function ColumnPanel({ anchor, columns, state, onChange, onRestore, onClose }: ColumnPanelProps) {
  const [sought, setSought] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const inOrder = orderOnScreen(columns, state);
  const found = inOrder.filter(({ header }) => header.toLowerCase().includes(sought.trim().toLowerCase()));
  const hidden = new Set(state.hidden);

  function show(ids: readonly string[], isShown: boolean) {
    const rest = state.hidden.filter((id) => !ids.includes(id));
    onChange({ ...state, hidden: isShown ? rest : [...rest, ...ids] });
  }

  function place(id: string, targetId: string, side: 'before' | 'after') {
    const isPinnedAlike = sideOf(state, id) === sideOf(state, targetId);
    if (id !== targetId && isPinnedAlike)
      onChange(
        withMoved(
          state,
          columns.map((column) => column.id),
          id,
          { id: targetId, side },
        ),
      );
  }

  function move(column: NamedColumn, step: -1 | 1) {
    const section = inOrder.filter(({ id }) => sideOf(state, id) === sideOf(state, column.id));
    const at = section.findIndex(({ id }) => id === column.id);
    const target = section[at + step];
    if (!target) return;
    place(column.id, target.id, step < 0 ? 'before' : 'after');
    setSpoken(`${column.header} moved to place ${at + step + 1} of ${section.length}`);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-column="${column.id}"] input`)?.focus(),
    );
  }

  function pin(id: string, side: Side) {
    const isPinned = state.pinned[side].includes(id);
    const without = {
      left: state.pinned.left.filter((other) => other !== id),
      right: state.pinned.right.filter((other) => other !== id),
    };
    onChange({ ...state, pinned: isPinned ? without : { ...without, [side]: [...without[side], id] } });
  }

  return (
    <SidePanel
      place="under"
      title="Columns"
      anchor={anchor}
      width={400}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="text"
            onClick={() =>
              show(
                columns.map(({ id }) => id),
                false,
              )
            }
          >
            Hide all
          </Button>
          <Button
            variant="text"
            onClick={() =>
              show(
                columns.map(({ id }) => id),
                true,
              )
            }
          >
            Show all
          </Button>
          <Button onClick={onRestore}>Restore</Button>
        </>
      }
    >
      <TextInput
        hideLabel
        label="Find a column"
        placeholder="Find a column"
        value={sought}
        onChange={setSought}
      />
      <p className="rh-visually-hidden" role="status">
        {spoken}
      </p>
      <ul ref={list} className={styles.list} aria-label="Columns in their order">
        {found.map((column) => {
          const { id, header } = column;
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the checkbox moves it by keys
            <li
              key={id}
              data-column={id}
              className={dragged === id ? `${styles.column} ${styles.dragged}` : styles.column}
              draggable
              onDragStart={(event) => startDrag(event, id, setDragged)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                const { top, height } = event.currentTarget.getBoundingClientRect();
                place(dragged, id, event.clientY < top + height / 2 ? 'before' : 'after');
              }}
            >
              <span className={styles.grip} aria-hidden="true">
                <Icon name="drag" />
              </span>
              <label className={styles.name}>
                <Checkbox
                  size="small"
                  checked={!hidden.has(id)}
                  onChange={(event) => show([id], event.target.checked)}
                  onKeyDown={(event) => moveByKey(event, (step) => move(column, step))}
                  slotProps={{ input: { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' } }}
                />
                <span>{header}</span>
              </label>
              {(['left', 'right'] as const).map((side) => (
                <IconButton
                  key={side}
                  size="small"
                  className={styles.pin}
                  aria-pressed={state.pinned[side].includes(id)}
                  aria-label={`Pin ${header} ${side}`}
                  title={`Pin ${side}`}
                  onClick={() => pin(id, side)}
                >
                  <Icon name={side === 'left' ? 'pin-left' : 'pin-right'} size={16} />
                </IconButton>
              ))}
            </li>
          );
        })}
        {found.length === 0 && <li className={styles.none}>No column has this name.</li>}
      </ul>
      <p className={styles.hint}>Drag to change the order, or press Alt with ↑ or ↓.</p>
    </SidePanel>
  );
}

const sideOf = ({ pinned }: GridColumnState, id: string): Side | null =>
  pinned.left.includes(id) ? 'left' : pinned.right.includes(id) ? 'right' : null;

/** As they stand on the screen: what is pinned left, the middle, what is pinned right. */
function orderOnScreen(columns: readonly NamedColumn[], state: GridColumnState): NamedColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const middle = state.order.filter((id) => sideOf(state, id) === null);
  return [...state.pinned.left, ...middle, ...state.pinned.right].flatMap((id) => byId.get(id) ?? []);
}

function startDrag(event: DragEvent, id: string, setDragged: (id: string) => void) {
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', id);
  setDragged(id);
}

function moveByKey(event: KeyboardEvent, move: (step: -1 | 1) => void) {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  move(event.key === 'ArrowUp' ? -1 : 1);
}
