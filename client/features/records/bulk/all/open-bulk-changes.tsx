import { Suspense } from 'react';
import { whenFirstScreen } from '../../../../platform/first-screen.ts';
import { useShown, type GridScreen } from '../../grid/grid-screen.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';

const BulkChanges = lazyPart(
  async () => {
    await whenFirstScreen();
    return { default: (await import('./bulk-changes.tsx')).BulkChanges };
  },
  // Said, and nothing else: it stands beside the rows.
  () => undefined,
);

/** The changes of all results and the imports that run, or the last that has ended, for whoever may begin one. */
export function OpenBulkChanges({ screen }: { screen: GridScreen }) {
  const grants = useShown(screen, (shown) => shown.grants);
  const recordTypeId = useShown(screen, (shown) => shown.recordType.id);
  const tenantPath = useShown(screen, (shown) => shown.tenantPath);
  const refresh = useShown(screen, (shown) => shown.refresh);
  const mayBegin = grants.has('bulk update') || grants.has('soft delete') || grants.has('create records');
  if (!mayBegin) return null;
  return (
    <Suspense fallback={null}>
      <BulkChanges recordTypeId={recordTypeId} tenantPath={tenantPath} onEnded={refresh} />
    </Suspense>
  );
}
