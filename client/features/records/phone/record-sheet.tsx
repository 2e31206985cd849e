// One record as a sheet, its fields below each other: what the row is on a wide screen. It reads the same columns,
// and edits through the same row edit: drafts, conflicts, refusals and undo are those of the grid.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import Button from '@mui/material/Button';
import { recordDeleted } from '@rowhouse/domain/access/why-not-editable.ts';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { CellEditorFrame } from '../../../ui/grid/cell-editor-frame.tsx';
import type { GridEditing } from '../../../ui/grid/grid-column.ts';
import { findFollowing } from '../../../ui/grid/following.ts';
import type { GridStore, RowSnapshot } from '../../../ui/grid/grid-store.ts';
import { UnsavedText } from '../../../ui/unsaved-text.tsx';
import { BottomSheet } from '../../../ui/bottom-sheet.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { prepareInputs } from '../../../values/late-inputs.ts';
import { RowField } from '../../../values/row-field.tsx';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordColumn } from '../columns/record-columns.tsx';
import {
  editRows,
  redoEdit,
  saveRows,
  undoEdit,
  type SelectionAction,
  type SelectionContext,
} from '../grid/grid-actions.ts';
import type { RecordDetail } from '../record-detail.ts';
import type { RecordField } from '../record-field.ts';
import { rowId, rowLabel, type RecordRow } from '../record-row.ts';
import { SheetIconButton } from '../../../ui/sheet-icon-button.tsx';
import styles from './record-sheet.module.css';

type RecordSheetProps = {
  record: RecordRow;
  /** In the order of the view, without the hidden ones. */
  columns: readonly RecordColumn[];
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  store: GridStore;
  editing: GridEditing | undefined;
  detail: RecordDetail | undefined;
  context: SelectionContext;
  /** Of the rows in row edit, where there are several. */
  steps: { readonly place: number; readonly total: number; readonly go: (by: 1 | -1) => void } | null;
  onEdit: () => void;
  onActions: () => void;
  onClose: () => void;
};

export function RecordSheet(props: RecordSheetProps) {
  const { record, columns, store, context, steps, detail, onClose } = props;
  const snapshot = useSyncExternalStore(store.subscribe, () => store.getRow(rowId(record)));
  const { edit } = snapshot;
  const [showsDetail, setShowsDetail] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const isEditing = edit !== null;
  const isDeleted = record.enabled === false;
  const title = rowLabel(record);

  useEffect(() => void prepareInputs(), []);
  useLayoutEffect(() => {
    body.current?.parentElement?.scrollTo(0, 0);
  }, [isEditing]);

  // What cannot be saved is brought into view, as the grid brings its cell.
  useEffect(
    () =>
      store.onReveal(() => {
        const active = store.getActive();
        if (active?.row !== rowId(record)) return;
        const field = body.current?.querySelector<HTMLElement>(`[data-field="${active.column}"]`);
        field?.scrollIntoView({ block: 'center' });
        field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true });
      }),
    [store, record],
  );

  const close = async () => {
    if (isEditing) context.closeEdit();
    else if (!showsDetail || (await detail?.mayLeave()) !== false) onClose();
  };
  return (
    <BottomSheet
      title={capital(title)}
      height="whole"
      aside={steps !== null && <Steps {...steps} />}
      onClose={() => void close()}
      foot={
        isEditing ? (
          <>
            <SheetButton action={undoEdit} context={context} look="icon" />
            <SheetButton action={redoEdit} context={context} look="icon" />
            <span className={styles.room} />
            <Button size="large" onClick={context.closeEdit}>
              Discard
            </Button>
            <SheetButton action={saveRows} context={context} look="primary" />
          </>
        ) : (
          <>
            <Button size="large" onClick={props.onActions} endIcon={<Icon name="chevron-up" size={16} />}>
              Actions
            </Button>
            <span className={styles.room} />
            {!isDeleted && (
              <SheetButton action={editRows} context={context} look="primary" run={props.onEdit} />
            )}
          </>
        )
      }
    >
      <div ref={body} className={styles.body}>
        {isDeleted && <p className={styles.deleted}>{recordDeleted}</p>}
        {edit?.fault != null && (
          <p role="alert" className={styles.fault}>
            {edit.fault}
          </p>
        )}
        {isEditing ? (
          <div className={styles.fields}>
            {columns.map((column) => (
              <EditedField key={column.id} {...props} column={column} />
            ))}
          </div>
        ) : (
          <dl className={styles.fields}>
            {columns.map((column) => (
              <div key={column.id} data-field={column.id}>
                <dt className={styles.name}>{column.header}</dt>
                <dd className={styles.value}>{show(column, record, snapshot)}</dd>
              </div>
            ))}
          </dl>
        )}
        {!isEditing && detail && (
          <section className={styles.detail} aria-label={`Details of ${title}`}>
            <Button
              size="large"
              fullWidth
              aria-expanded={showsDetail}
              endIcon={<Icon name={showsDetail ? 'chevron-up' : 'chevron-down'} size={16} />}
              onClick={() => void toggleDetail()}
            >
              Details
            </Button>
            {showsDetail && (
              <div className={styles.panel} ref={bringIntoView}>
                {detail.render(record)}
              </div>
            )}
          </section>
        )}
      </div>
    </BottomSheet>
  );

  async function toggleDetail() {
    if (!showsDetail || (await detail?.mayLeave()) !== false) setShowsDetail(!showsDetail);
  }
}

/** What was opened at the lower edge of the screen would not be seen. */
const bringIntoView = (panel: HTMLElement | null): void =>
  panel?.parentElement?.scrollIntoView({ block: 'start' });

/** The number names the sheet, and is no link in it. What is computed follows what is written here and in the lines. */
function show(column: RecordColumn, record: RecordRow, snapshot: RowSnapshot): ReactNode {
  const following = findFollowing(column, record, snapshot);
  if (following !== null) return <UnsavedText isUnsaved={following.isUnsaved}>{following.text}</UnsavedText>;
  return column.render && column.id !== 'recordNumber' ? column.render(record) : column.text(record);
}

function EditedField(props: RecordSheetProps & { column: RecordColumn }) {
  const { record, column, fields, options, store, editing } = props;
  const snapshot = store.getRow(rowId(record));
  const { edit } = snapshot;
  const field = fields.get(column.id);
  const [isOpen, setOpen] = useState(false);
  const fault = edit?.faults.get(column.id) ?? null;
  const whyLocked = edit?.locked?.get(column.id);
  if (edit?.absent?.has(column.id) === true) return null;
  if (field === undefined || column.edit === undefined || whyLocked !== undefined) {
    // An object opens by a tap, and says there what can be done with it.
    const why = whyLocked ?? (field?.dataType === 'object' ? undefined : column.whyReadOnly);
    return (
      <div data-field={column.id}>
        <p className={styles.name}>{column.header}</p>
        <p className={styles.value}>{show(column, record, snapshot)}</p>
        {why !== undefined && <p className={styles.why}>{why}</p>}
        {fault !== null && <p className={styles.wrong}>{fault}</p>}
      </div>
    );
  }
  const draft = edit?.values.get(column.id);
  const current = draft ?? column.edit.value(record);
  const write = (value: string) =>
    void editing?.write([{ row: rowId(record), column: column.id, text: '', value }], 'type');
  if (field.dataType === 'attachment') {
    const close = (chosen: string | undefined) => {
      setOpen(false);
      if (chosen !== undefined) write(chosen);
    };
    return (
      <div data-field={column.id} data-changed={draft !== undefined || undefined} className={styles.edited}>
        <p className={styles.name}>{column.header}</p>
        {isOpen ? (
          <div className={styles.file}>
            {/* A file takes no table. */}
            <CellEditorFrame
              column={column}
              row={record}
              value={current}
              typed=""
              onClose={close}
              onKeep={write}
              onTable={() => undefined}
            />
          </div>
        ) : (
          <Button
            size="large"
            fullWidth
            startIcon={<Icon name="file" />}
            aria-label={`${column.header}: ${column.edit.text(current) || 'choose a file'}`}
            onClick={() => setOpen(true)}
          >
            {column.edit.text(current) || 'Choose a file'}
          </Button>
        )}
        {fault !== null && <p className={styles.wrong}>{fault}</p>}
      </div>
    );
  }
  return (
    <RowField
      field={field}
      options={options.get(field.key)}
      saved={column.edit.value(record)}
      edit={edit}
      required={field.required || edit?.asked?.has(column.id) === true}
      onWrite={write}
    />
  );
}

function Steps({ place, total, go }: NonNullable<RecordSheetProps['steps']>) {
  return (
    <div className={styles.steps}>
      <SheetIconButton
        label="Previous record"
        icon="chevron-left"
        whyNot={place > 1 ? null : 'This is the first one.'}
        onClick={() => go(-1)}
      />
      <span className="rh-figures">{`${place} of ${total}`}</span>
      <SheetIconButton
        label="Next record"
        icon="chevron-right"
        whyNot={place < total ? null : 'This is the last one.'}
        onClick={() => go(1)}
      />
    </div>
  );
}

type SheetButtonProps = {
  action: SelectionAction;
  context: SelectionContext;
  look: 'icon' | 'primary';
  run?: () => void;
};

/** A disabled action can still be reached, and says why. */
function SheetButton({ action, context, look, run }: SheetButtonProps) {
  if (action.isOffered?.(context) === false) return null;
  const label = action.label(context);
  const reason = action.whyNot?.(context) ?? null;
  const onClick = () => {
    if (reason === null) (run ?? (() => action.run(context)))();
  };
  if (look === 'icon')
    return <SheetIconButton label={label} icon={action.icon} whyNot={reason} onClick={onClick} />;
  return (
    <Button
      size="large"
      variant="contained"
      title={reason ?? ''}
      aria-disabled={reason === null ? undefined : true}
      sx={reason === null ? undefined : { bgcolor: 'var(--rh-disabled)', color: 'var(--rh-text-faint)' }}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
