// Records on paper: one PDF of the server, which is shown beside the page to be printed, or saved.
import { whyNotPrint } from '@rowhouse/domain/record-print/rules.ts';
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { snackbars } from '../../ui/snackbars.tsx';
import type { PrintDeed } from './print-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PrintDialog = lazyPart(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }));

export type RecordPrint = {
  /** Asks what of the records is wanted, and makes the document. It is always the same function. */
  readonly ask: (ids: readonly number[], deed: PrintDeed) => void;
  /** Where it asks; it stands somewhere on the page. */
  readonly dialog: ReactNode;
};

export function useRecordPrint(): RecordPrint {
  const [asked, setAsked] = useState<{ ids: readonly number[]; deed: PrintDeed } | null>(null);
  const ask = useCallback((ids: readonly number[], deed: PrintDeed) => {
    const whyNot = whyNotPrint(ids.length);
    if (whyNot === null) setAsked({ ids, deed });
    else snackbars.warning(whyNot);
  }, []);
  return {
    ask,
    dialog: asked !== null && (
      <Suspense fallback={null}>
        <PrintDialog {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  };
}

/** In the menu of a record. */
export type PrintItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: 'print' | 'download';
  readonly run: () => void;
};

export const printItems = (id: number, ask: RecordPrint['ask']): readonly PrintItem[] => [
  { id: 'print', label: 'Print…', icon: 'print', run: () => ask([id], 'print') },
  { id: 'download-pdf', label: 'Download PDF…', icon: 'download', run: () => ask([id], 'download') },
];
