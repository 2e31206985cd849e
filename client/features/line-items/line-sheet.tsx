// One line as a sheet, its fields below each other: read, or edited through the session of the lines.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import type { GridEditing } from '../../ui/grid/grid-column.ts';
import type { GridStore } from '../../ui/grid/grid-store.ts';
import { useRowSnapshot } from '../../ui/grid/use-grid-store.ts';
import { Icon } from '../../ui/icons.tsx';
import { SheetIconButton } from '../../ui/sheet-icon-button.tsx';
import { prepareInputs } from '../../values/late-inputs.ts';
import { RowField } from '../../values/row-field.tsx';
import styles from './line-sheet.module.css';
import type { LineSession } from './line-kind.ts';
import { showNow, type LineColumn } from './line-now.tsx';
import type { Line, LineField, LineId } from './line.ts';
import type { LineCells } from './use-line-cells.ts';

export type LineSheetSetting = {
  readonly session: LineSession;
  readonly editing: GridEditing;
  readonly cells: LineCells;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Why nothing is saved now, or null. */
  readonly whyBusy: string | null;
  /** Absent where lines are saved with something else. */
  readonly save?: (line: Line) => void;
  readonly remove: (line: Line) => void;
  readonly removeLabel: (line: Line) => string;
  /** Another new line, from a new one. */
  readonly add: () => void;
};

type LineSheetProps = {
  line: Line;
  name: string;
  columns: readonly LineColumn[];
  fields: readonly LineField[];
  store: GridStore;
  setting: LineSheetSetting | undefined;
  steps: { readonly place: number; readonly total: number; readonly go: (by: 1 | -1) => void };
  /** To the line in which something was undone. */
  onGo: (id: LineId) => void;
  onClose: () => void;
};

export function LineSheet(props: LineSheetProps) {
  const { line, name, columns, fields, store, setting, steps, onClose } = props;
  const snapshot = useRowSnapshot(store, line.id);
  const { edit } = snapshot;
  const body = useRef<HTMLDivElement>(null);
  /** Whether Save was pressed on a line that cannot be saved: then each field says what it lacks. */
  const [isTold, setTold] = useState(false);
  useEffect(() => void prepareInputs(), []);
  useClosedWhenSaved(edit !== null, setting !== undefined, onClose);
  const whyNot = setting?.session.whyNotSent(line.id) ?? null;

  function save() {
    if (setting?.save === undefined || setting.whyBusy !== null) return;
    if (whyNot === null) return setting.save(line);
    setTold(true);
    requestAnimationFrame(() => {
      const input = body.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      input?.scrollIntoView({ block: 'center' });
      input?.focus({ preventScroll: true });
    });
  }

  const title = capital(name);
  const steppers = steps.total > 1 && (
    <div className={styles.steps}>
      <SheetIconButton
        label="Previous line"
        icon="chevron-left"
        whyNot={steps.place > 1 ? null : 'This is the first line.'}
        onClick={() => steps.go(-1)}
      />
      <SheetIconButton
        label="Next line"
        icon="chevron-right"
        whyNot={steps.place < steps.total ? null : 'This is the last line.'}
        onClick={() => steps.go(1)}
      />
    </div>
  );
  if (setting === undefined || edit === null)
    return (
      <BottomSheet title={title} height="whole" aside={steppers} onClose={onClose}>
        <dl className={styles.fields}>
          {columns.map((column) => (
            <div key={column.id}>
              <dt className={styles.name}>{nameOf(column)}</dt>
              <dd className={styles.value}>{showNow(column, line, snapshot) || '–'}</dd>
            </div>
          ))}
        </dl>
      </BottomSheet>
    );

  const { session, canUndo, canRedo } = setting;
  const follow = (step: ReturnType<LineSession['undo']>) => {
    const [changed] = step ?? [];
    if (changed && changed.row !== line.id) props.onGo(changed.row);
  };
  const leave = () => {
    session.leave([line.id]);
    onClose();
  };
  return (
    <BottomSheet
      title={title}
      height="whole"
      aside={steppers}
      onClose={onClose}
      foot={
        <>
          <SheetIconButton
            label="Undo"
            icon="undo"
            whyNot={canUndo ? null : 'There is nothing to undo.'}
            onClick={() => follow(session.undo())}
          />
          <SheetIconButton
            label="Redo"
            icon="redo"
            whyNot={canRedo ? null : 'There is nothing to redo.'}
            onClick={() => follow(session.redo())}
          />
          <span className={styles.room} />
          {setting.save ? (
            <>
              <Button size="large" onClick={leave}>
                Discard
              </Button>
              <Button
                size="large"
                variant="contained"
                aria-disabled={setting.whyBusy === null ? undefined : true}
                title={setting.whyBusy ?? ''}
                onClick={save}
              >
                Save
              </Button>
            </>
          ) : (
            <Button size="large" variant="contained" onClick={onClose}>
              Done
            </Button>
          )}
        </>
      }
    >
      <div ref={body} className={styles.fields}>
        {(edit.fault ?? (isTold ? whyNot : null)) !== null && (
          <p role="alert" className={styles.fault}>
            {edit.fault ?? whyNot}
          </p>
        )}
        {columns.map((column) => {
          const field = fields.find(({ key }) => key === column.id)!;
          if (edit.absent?.has(column.id) === true) return null;
          const why = edit.locked?.get(column.id) ?? (column.edit ? undefined : (column.whyReadOnly ?? ''));
          if (why !== undefined || column.edit === undefined)
            return (
              <div key={column.id} data-field={column.id}>
                <p className={styles.name}>{nameOf(column)}</p>
                <p className={styles.value}>{showNow(column, line, snapshot) || '–'}</p>
                {why !== undefined && why !== '' && <p className={styles.why}>{why}</p>}
              </div>
            );
          const required = field.required || edit.asked?.has(column.id) === true;
          const isMissing = required && session.getValue(line.id, column.id) === '';
          return (
            <RowField
              key={column.id}
              field={field}
              options={setting.cells.allOptions.get(field.key)}
              saved={column.edit.value(line)}
              edit={edit}
              required={required}
              told={isTold && isMissing ? `${field.name} is required` : null}
              onWrite={(value) =>
                void setting.editing.write([{ row: line.id, column: column.id, text: '', value }], 'type')
              }
            />
          );
        })}
        {line.isNew && (
          <Button size="large" fullWidth startIcon={<Icon name="plus" />} onClick={setting.add}>
            Add another line
          </Button>
        )}
        {(!line.isNew || setting.save === undefined) && (
          <Button
            size="large"
            fullWidth
            color="error"
            startIcon={<Icon name="trash" />}
            onClick={() => setting.remove(line)}
          >
            {setting.removeLabel(line)}
          </Button>
        )}
      </div>
    </BottomSheet>
  );
}

const nameOf = ({ header, unit }: LineColumn): string =>
  unit === undefined ? header : `${header} (${unit})`;

/** Closes the sheet of a line that is no more in edit: it was saved. */
export function useClosedWhenSaved(isInEdit: boolean, isEditable: boolean, onClose: () => void) {
  const wasInEdit = useRef(isInEdit);
  useEffect(() => {
    if (wasInEdit.current && !isInEdit && isEditable) onClose();
    wasInEdit.current = isInEdit;
  });
}
