import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useObserved } from '../../../platform/observed.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { findAdditionalValue, rowLabel } from '../record-row.ts';

/** Stands beside the grid, and opens on the object of a cell. */
export function OpenObjectPanel({ screen }: { screen: GridScreen }): ReactNode {
  const { store, object } = screen;
  const opened = useObserved(object);
  const rows = useShown(screen, (shown) => shown.rows);
  const fields = useShown(screen, (shown) => shown.fields);
  const objects = useShown(screen, (shown) => shown.objects);
  const isSuper = useShown(screen, (shown) => shown.recordType.isSuper);
  const whyNotEditable = useShown(screen, (shown) => shown.whyNotEditable);

  // The panel takes its place from the grid: the cell that it belongs to stays in sight.
  const asked = opened?.asked;
  useEffect(() => {
    if (asked !== undefined) store.reveal('stays');
  }, [store, asked]);
  // A sheet holds the focus until it is gone.
  const isOpen = opened !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => store.reveal();
  }, [store, isOpen]);

  const isInRowEdit = useSyncExternalStore(
    store.subscribe,
    () => opened !== null && store.getEdits().has(opened.record.id),
  );
  const field = opened === null ? undefined : fields.get(opened.key);
  if (opened === null || field === undefined) return null;
  const inGrid = rows.find(({ id }) => id === opened.record.id);
  // Another page may be shown by now, and a row in row edit is as it was when that began.
  const record = inGrid && inGrid.version >= opened.record.version ? inGrid : opened.record;
  const whyReadOnly = field.access === 'Editable' ? null : `${field.name} is read-only for your role.`;
  const whyNotNow =
    record.enabled === false
      ? deletedIsNotEdited
      : isInRowEdit
        ? 'Save or close the edit of its row first.'
        : null;
  return objects.renderPanel({
    field,
    recordId: record.id,
    recordLabel: rowLabel(record),
    version: record.version,
    stored: findAdditionalValue(record, field.id),
    whyNotEditable: (isSuper ? whyNotEditable : null) ?? whyReadOnly ?? whyNotNow,
    asked: opened.asked,
    save: (change) => object.save(record, field, change),
    onUnsaved: object.setMayLeave,
    onClose: () => {
      store.setActive({ row: record.id, column: field.key });
      object.close();
    },
  });
}

/** Whether it is open, for what makes room for it. */
export function useIsObjectOpen(screen: GridScreen): boolean {
  const fields = useShown(screen, (shown) => shown.fields);
  const opened = useObserved(screen.object);
  return opened !== null && fields.has(opened.key);
}
