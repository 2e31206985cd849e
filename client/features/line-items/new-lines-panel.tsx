// The lines of a record that is not there yet: written like the lines of a record, and sent with it.
import { Suspense, useMemo, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { GridMessage } from '../../ui/grid/grid-message.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useFilling } from '../../values/choices/use-filling.ts';
import { isEdited, type Line, type LineId } from './line.ts';
import { fieldColumn, isTouched, orderColumn, removeColumn } from './line-columns.tsx';
import { createLineEditing } from './line-editing.ts';
import styles from './line-items-panel.module.css';
import type { NewLines } from './new-lines.ts';
import { ToolButton } from './tool-button.tsx';
import type { LineCells } from './use-line-cells.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const LineCards = lazyPart(async () => ({ default: (await import('./line-cards.tsx')).LineCards }));

export function NewLinesPanel({ lines, cells }: { lines: NewLines; cells: LineCells }) {
  const { type, store, session } = lines;
  const confirm = useConfirm();
  const panel = useRef<HTMLElement>(null);
  const isPhone = useMediaQuery('(width < 600px)');
  /** On a phone: the line whose sheet is open. */
  const [opened, setOpened] = useState<LineId | null>(null);
  const summary = useSyncExternalStore(session.subscribe, session.getSummary);
  const created = useSyncExternalStore(session.subscribe, session.getCreated);
  const whyNot = useSyncExternalStore(session.subscribe, lines.whyNot);
  useFilling(session, type.fields, cells.allOptions, created.length > 0);
  /** As they were written down, the last one last. */
  const rows = useMemo(() => created.toReversed(), [created]);
  const places = useMemo(() => new Map(rows.map(({ id }, at) => [id, at + 1])), [rows]);
  const columns = useMemo(() => {
    const placeOf = ({ id }: Line) => places.get(id) ?? 0;
    return [
      {
        ...orderColumn(placeOf, false),
        text: (line: Line) => String(placeOf(line)),
        whyReadOnly: 'Lines stand as they are written down.',
      },
      ...type.fields.map((field) => fieldColumn(field, cells, true)),
      removeColumn((line) => `line ${placeOf(line)}`),
    ];
  }, [places, type, cells]);
  const editing = useMemo(
    () =>
      createLineEditing({
        session,
        confirm,
        getLines: () => session.getCreated(),
        getFields: () => type.fields,
        getCells: () => cells,
      }),
    [session, confirm, type, cells],
  );
  const focusGrid = () =>
    panel.current?.querySelector<HTMLElement>('[role=grid], [data-lines]')?.focus({ preventScroll: true });

  function add() {
    const line = lines.add();
    if (isPhone) setOpened(line.id);
    const first = type.fields.find(isEdited);
    if (!first || isPhone) return;
    store.setActive({ row: line.id, column: first.key });
    store.setOpen({ row: line.id, column: first.key, typed: '' });
    store.announce(`Line ${session.getCreated().length} is added.`);
  }

  function onClick(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLElement>('[data-line-action]');
    const line = rows.find(({ id }) => String(id) === button?.dataset['line']);
    if (!line) return;
    remove(line);
  }

  function remove(line: Line) {
    session.leave([line.id]);
    focusGrid();
  }

  function openSheet(line: Line | null) {
    const before = opened === null ? undefined : session.getRows().get(opened);
    if (before && before.id !== line?.id && before.values.size === 0) session.leave([before.id]);
    setOpened(line?.id ?? null);
  }

  const nameOf = ({ id }: Line) => `line ${places.get(id)}`;
  /** What the grid and the cards show alike. */
  const shown = {
    label: `${type.name} of the new record`,
    store,
    rows,
    status: 'ready',
    emptyState: (
      <GridMessage title="No lines yet" action={{ label: 'Add Line Item', onSelect: add }}>
        Lines written here are saved with the record.
      </GridMessage>
    ),
    failedState: null,
  } as const;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keys and pointer meet the grid in it, this only hears them first
    <section
      ref={panel}
      className={styles.panel}
      aria-label={`${type.name} of the new record`}
      onClick={onClick}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <Icon name="list" />
          <h2 className={styles.title}>{type.name}</h2>
          <span className={styles.count}>{rows.length.toLocaleString('en-US')}</span>
        </div>
        <p className={styles.status} role="status">
          {whyNot === null ? (
            rows.length > 0 && 'Saved with the record'
          ) : (
            <span className={styles.fault}>{whyNot}</span>
          )}
        </p>
        <div className={styles.tools}>
          <ToolButton label="Add Line Item" icon="plus" look="outlined" onClick={add} />
        </div>
      </div>
      {isPhone ? (
        <Suspense fallback={null}>
          <LineCards
            {...shown}
            fields={type.fields}
            columns={columns.filter(({ id }) => id !== 'order' && id !== 'actions')}
            written={[...session.getRows().values()].map(({ values, look }) => ({
              values: new Map([...values, ...(look.computed ?? [])]),
            }))}
            nameOf={nameOf}
            placeOf={({ id }) => String(places.get(id) ?? 0)}
            opened={opened}
            onOpen={openSheet}
            sheet={{
              session,
              editing,
              cells,
              canUndo: summary.canUndo,
              canRedo: summary.canRedo,
              whyBusy: null,
              remove,
              removeLabel: (line) => `Remove ${nameOf(line)}`,
              add,
            }}
          />
        </Suspense>
      ) : (
        <div className={styles.grid}>
          <Grid
            {...shown}
            columns={columns}
            density={isTouched() ? 1.3 : 1}
            rowId={lineId}
            rowLabel={nameOf}
            totalRows={rows.length}
            firstRowIndex={0}
            editing={editing}
          />
        </div>
      )}
    </section>
  );
}

const lineId = (line: Line): LineId => line.id;
