// The lines of a record that is not there yet: written like the lines of a record, and sent with it.
import { useMemo, useRef, useSyncExternalStore, type MouseEvent } from 'react';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { GridMessage } from '../../ui/grid/grid-message.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useFilling } from '../../values/choices/use-filling.ts';
import { isEdited, type Line, type LineId } from './line.ts';
import { fieldColumn, isTouched, orderColumn, removeColumn } from './line-columns.tsx';
import { createLineEditing } from './line-editing.ts';
import styles from './line-items-panel.module.css';
import type { NewLines } from './new-lines.ts';
import { ToolButton } from './tool-button.tsx';
import type { LineCells } from './use-line-cells.ts';

export function NewLinesPanel({ lines, cells }: { lines: NewLines; cells: LineCells }) {
  const { type, store, session } = lines;
  const confirm = useConfirm();
  const panel = useRef<HTMLElement>(null);
  const created = useSyncExternalStore(session.subscribe, session.getCreated);
  const whyNot = useSyncExternalStore(session.subscribe, lines.whyNot);
  useFilling(session, type.fields, cells.allOptions, created.length > 0);
  /** As they were written down, the last one last. */
  const rows = useMemo(() => created.toReversed(), [created]);
  const places = useMemo(() => new Map(rows.map(({ id }, at) => [id, at + 1])), [rows]);
  const columns = useMemo(() => {
    const placeOf = ({ id }: Line) => places.get(id) ?? 0;
    const nameOf = (line: Line) => `line ${placeOf(line)}`;
    return [
      {
        ...orderColumn(placeOf, false),
        text: (line: Line) => String(placeOf(line)),
        whyReadOnly: 'Lines stand as they are written down.',
      },
      ...type.fields.map((field) => fieldColumn(field, cells, true)),
      removeColumn(nameOf),
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
    panel.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });

  function add() {
    const line = lines.add();
    const first = type.fields.find(isEdited);
    if (!first) return;
    store.setActive({ row: line.id, column: first.key });
    store.setOpen({ row: line.id, column: first.key, typed: '' });
    store.announce(`Line ${session.getCreated().length} is added.`);
  }

  function onClick(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLElement>('[data-line-action]');
    const line = rows.find(({ id }) => String(id) === button?.dataset['line']);
    if (!line) return;
    session.leave([line.id]);
    focusGrid();
  }

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
      <div className={styles.grid}>
        <Grid
          label={`${type.name} of the new record`}
          store={store}
          columns={columns}
          density={isTouched() ? 1.3 : 1}
          rows={rows}
          rowId={lineId}
          rowLabel={({ id }) => `line ${places.get(id)}`}
          totalRows={rows.length}
          firstRowIndex={0}
          status="ready"
          editing={editing}
          emptyState={
            <GridMessage title="No lines yet" action={{ label: 'Add Line Item', onSelect: add }}>
              Lines written here are saved with the record.
            </GridMessage>
          }
          failedState={null}
        />
      </div>
    </section>
  );
}

const lineId = (line: Line): LineId => line.id;
