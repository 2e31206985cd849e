// The records of a grid in columns, by their status or another short choice.
import { rowLabel } from '../record-row.ts';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ActionSheet } from '../../../ui/action-sheet.tsx';
import type { GridMenuItem } from '../../../ui/grid/grid-menu.tsx';
import { GridMenu } from '../../../ui/late-parts.tsx';
import { LiveRegion } from '../../../ui/grid/live-region.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { areLetterKeysOn } from '../../../ui/screen-keys/letter-keys.ts';
import { useSheetKeys } from '../../../ui/screen-keys/screen-keys.ts';
import type { GridScreen } from '../grid/grid-screen.ts';
import { LeftOut } from '../grid/left-out.tsx';
import { NotLoaded } from '../grid/nothing.tsx';
import { dragCard } from '../layouts/drag-card.ts';
import { LayoutBar } from '../layouts/layout-bar.tsx';
import layoutStyles from '../layouts/layouts.module.css';
import type { ShownLayout } from '../layouts/shown-layout.ts';
import { whyNotLifted } from '../layouts/use-layout.ts';
import { WhyNotMoved } from '../layouts/why-not-moved.tsx';
import { useCardMenu } from '../layouts/use-card-menu.ts';
import type { RecordRow } from '../record-row.ts';
import { BoardColumnView } from './board-column.tsx';
import { boardKeys } from './board-keys.ts';
import styles from './board.module.css';
import { focusCard, walk } from './board-walk.ts';
import { useBoard, type Board, type Lift } from './use-board.ts';
import '../../../ui/grid/grid.css';

type BoardProps = {
  screen: GridScreen;
  shown: ShownLayout;
  emptyState: ReactNode;
};

const loadKeys = async () => [boardKeys];

export function RecordBoard({ screen, shown, emptyState }: BoardProps) {
  const board = useBoard(screen, shown);
  const { scene, columns, numbers, lift, refused, setRefused } = board;
  const { moving } = scene;
  const root = useRef<HTMLDivElement>(null);
  const { menu, openMenu, closeMenu } = useCardMenu();
  const isPhone = useMediaQuery('(width < 600px)');
  useSheetKeys('panel', loadKeys);

  const recordAt = (target: EventTarget): RecordRow | null => {
    const id = (target as Element).closest<HTMLElement>('[data-card]')?.dataset['record'];
    return id === undefined ? null : moving.find(Number(id));
  };

  /** Whether it is lifted; why not is said. */
  function begin(record: RecordRow, by: Lift['by']): boolean {
    const whyNot = whyNotLifted(scene, record);
    if (whyNot !== null) {
      snackbars.info(whyNot);
      return false;
    }
    const from = columns.findIndex((column) => column === board.columnOf(record));
    lift.set({ record, over: from, by });
    if (by === 'keys')
      screen.store.announce(
        `${rowLabel(record)} is lifted. Left and right choose a column, Enter moves it there, Escape puts it back.`,
      );
    return true;
  }

  async function drop(record: RecordRow, at: number | null): Promise<void> {
    const column = at === null ? undefined : columns[at];
    const isSame = column === undefined || column.id === board.columnOf(record)?.id;
    if (isSame) {
      lift.set(null);
      screen.store.announce(`${rowLabel(record)} is where it was.`);
      return;
    }
    const isByKeys = lift.get()?.by === 'keys';
    const moved = board.move(record, column);
    if (isByKeys) focusCard(root.current, record.id);
    await moved;
  }

  function onKeyDown(event: KeyboardEvent) {
    const stop = (event.target as Element).closest<HTMLElement>('[data-stop]');
    if (stop === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const lifted = lift.get();
    const isTaken =
      lifted?.by === 'keys' ? onLiftedKey(event.key, lifted) : onRestingKey(event, stop, recordAt(stop));
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onRestingKey(event: KeyboardEvent, stop: HTMLElement, record: RecordRow | null): boolean {
    const { key, shiftKey } = event;
    if (record !== null && key === ' ') return begin(record, 'keys') || true;
    const isMenu = key === 'ContextMenu' || (key === 'F10' && shiftKey);
    if (record !== null && (isMenu || (key.toLowerCase() === 'm' && areLetterKeysOn()))) {
      openMenu(record, stop);
      return true;
    }
    return walk(root.current, stop, key);
  }

  function onLiftedKey(key: string, lifted: Lift): boolean {
    const { record, over } = lifted;
    if (key === 'Escape' || key === 'Tab') {
      lift.set(null);
      screen.store.announce(`${rowLabel(record)} is where it was.`);
      return key === 'Escape';
    }
    if (key === 'Enter' || key === ' ') {
      void drop(record, over);
      return true;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const next = step === undefined ? undefined : (over ?? 0) + step;
    const column = next === undefined ? undefined : columns[next];
    if (next === undefined || column === undefined) return key.startsWith('Arrow');
    lift.set({ ...lifted, over: next });
    root.current
      ?.querySelector(`[data-board-column="${next}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const whyNot = board.whyNotTo(record, column);
    screen.store.announce(
      whyNot === null
        ? `${column.name}, ${column.count ?? 0} records. It may go here.`
        : `${column.name}: ${whyNot}`,
    );
    return true;
  }

  if (numbers.isError && numbers.data === undefined)
    return (
      <div className={layoutStyles.frame}>
        <NotLoaded failure={numbers.error} onRetry={() => void numbers.refetch()} />
      </div>
    );
  const isEmpty = numbers.data?.total[0] === '0';
  return (
    <div className={layoutStyles.frame}>
      <LayoutBar scene={scene} by="Columns" />
      {isEmpty && <div className={layoutStyles.empty}>{emptyState}</div>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the cards in it */}
      <div
        ref={root}
        role="group"
        aria-label={`Board of ${scene.label}`}
        aria-busy={numbers.isPending || undefined}
        className={styles.board}
        hidden={isEmpty}
        onKeyDown={onKeyDown}
        onPointerDown={(event) =>
          dragCard(event, {
            frame: root.current!,
            places: '[data-board-column]',
            onLift(id) {
              const record = moving.find(id);
              return record !== null && begin(record, 'pointer');
            },
            onOver(place) {
              const lifted = lift.get();
              if (lifted) lift.set({ ...lifted, over: placeOf(place) });
            },
            onDrop(place) {
              const lifted = lift.get();
              if (lifted) void drop(lifted.record, placeOf(place));
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
        {columns.map((column, index) => (
          <BoardColumnView key={column.id} board={board} column={column} index={index} />
        ))}
      </div>
      {menu !== null && !isPhone && (
        <GridMenu
          label={`Actions for ${rowLabel(menu.record)}`}
          items={[...movesOf(board, menu.record), ...scene.rowMenu(menu.record)]}
          anchor={menu.anchor}
          onClose={closeMenu}
        />
      )}
      {menu !== null && isPhone && (
        <ActionSheet
          title={`Actions for ${rowLabel(menu.record)}`}
          groups={[movesOf(board, menu.record), scene.rowMenu(menu.record)]}
          onClose={closeMenu}
        />
      )}
      {refused !== null && (
        <WhyNotMoved
          anchor={() =>
            headOf(
              root.current,
              columns.findIndex(({ id }) => id === refused.column.id),
            )
          }
          title={`${board.columnOf(refused.record)?.name ?? ''} → ${refused.column.name} is not allowed`}
          sentence={refused.sentence}
          instead={columns
            .filter(
              (column) => board.whyNotTo(refused.record, column) === null && column.id !== refused.column.id,
            )
            .map((column) => ({ name: column.name, move: () => void board.move(refused.record, column) }))}
          onClose={() => setRefused(null)}
        />
      )}
      <LeftOut screen={screen} />
      <LiveRegion store={screen.store} />
    </div>
  );
}

const placeOf = (place: HTMLElement | null): number | null =>
  place === null ? null : Number(place.dataset['boardColumn']);

const headOf = (root: HTMLElement | null, index: number): HTMLElement =>
  root?.querySelector<HTMLElement>(`[data-board-column="${Math.max(0, index)}"] header`) ??
  root ??
  document.body;

const moveIcon = <Icon name="switch" />;

/** The way of a finger, and of who would rather choose by name. */
function movesOf(board: Board, record: RecordRow): GridMenuItem[] {
  const { columns, scene } = board;
  const whyNot = whyNotLifted(scene, record);
  if (whyNot !== null)
    return [
      { id: 'move', label: 'Move to…', icon: moveIcon, disabledReason: whyNot, onSelect: () => undefined },
    ];
  const from = board.columnOf(record);
  return columns.flatMap((column) => {
    if (column.id === from?.id || column.whyClosed !== null) return [];
    const reason = board.whyNotTo(record, column);
    return [
      {
        id: `move-${column.id}`,
        label: `Move to ${column.name}`,
        icon: moveIcon,
        ...(reason !== null && { disabledReason: reason }),
        onSelect: () => void board.move(record, column),
      },
    ];
  });
}
