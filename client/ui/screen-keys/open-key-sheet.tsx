import { Suspense } from 'react';
import { useObserved } from '../../platform/observed.ts';
import { keySheet } from './screen-keys.ts';
import { lazyPart } from '../lazy-part.tsx';

const KeySheet = lazyPart(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }));

/** Stands once in the layout, and opens by itself when a screen or a button asks for the sheet. */
export function OpenKeySheet() {
  if (!useObserved(keySheet)) return null;
  return (
    <Suspense fallback={null}>
      <KeySheet onClose={() => keySheet.set(false)} />
    </Suspense>
  );
}
