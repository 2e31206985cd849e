import { Suspense } from 'react';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const BulkEditDialog = lazyPart(async () => ({
  default: (await import('./selected/bulk-edit-dialog.tsx')).BulkEditDialog,
}));
const BulkAllDialog = lazyPart(async () => ({
  default: (await import('./all/bulk-all-dialog.tsx')).BulkAllDialog,
}));
const BulkFailuresDialog = lazyPart(async () => ({
  default: (await import('./selected/bulk-failures.tsx')).BulkFailuresDialog,
}));

/** What a bulk change asks and tells. Each opens by itself. */
export function BulkDialogs({ screen }: { screen: GridScreen }) {
  const dialogs = useShown(screen, (shown) => shown.bulkDialogs);
  const { edited, ofAll, report } = dialogs;
  const { recordTypeId, fields, options } = dialogs.setting;
  const shared = { fields, options };
  return (
    <Suspense fallback={null}>
      {edited && (
        <BulkEditDialog
          {...shared}
          recordTypeId={recordTypeId}
          ids={edited}
          onApply={dialogs.applyEdit}
          onClose={dialogs.closeEdit}
        />
      )}
      {ofAll && (
        <BulkAllDialog {...shared} {...ofAll} onStarted={dialogs.onStarted} onClose={dialogs.closeAll} />
      )}
      {report && <BulkFailuresDialog {...report} onClose={dialogs.closeReport} />}
    </Suspense>
  );
}
