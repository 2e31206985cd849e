import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useObserved } from '../../../platform/observed.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ImportDialog = lazyPart(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Opens by itself, when a file is to be imported. */
export function OpenImport({ screen }: { screen: GridScreen }) {
  const isOpen = useObserved(screen.isImporting);
  const recordType = useShown(screen, (shown) => shown.recordType);
  const queryClient = useQueryClient();
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ImportDialog
        recordType={recordType}
        // What runs and what ended is told where bulk changes are.
        onStarted={() => void queryClient.invalidateQueries({ queryKey: ['bulk-changes', recordType.id] })}
        onClose={() => screen.isImporting.set(false)}
      />
    </Suspense>
  );
}
