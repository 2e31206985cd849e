// Tells the window beside this tab, if there is one, what its page is at: which record and document, which page, which field
// is aimed at, and the place that somebody asked to see.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { createObserved, useObserved } from '../platform/observed.ts';
import { useAddressChange } from '../ui/use-address-change.ts';
import { snackbars } from '../ui/snackbars.tsx';
import { useSession } from '../features/identity/use-session.ts';
import { documentWindow, type DocumentSight } from '../features/documents/document-window.ts';
import type { DocumentPlace } from '../features/documents/document-place.ts';
import type { TakingTarget } from '../features/documents/taking.ts';
import type { RecordRow } from '../features/records/record-row.ts';
import type { TakingFromDocument } from './use-record-taking.tsx';

const noTarget = createObserved<TakingTarget | null>(null);
const nothingShown = createObserved<DocumentPlace | null>(null);

export const windowBlocked =
  'The browser did not open a second window. Allow pop-up windows for this site, and try again.';

let askings = 0;

export type DocumentBeside = {
  readonly isOpen: boolean;
  /** Of the document in the window; 0 while that is not known. */
  readonly pages: number;
  readonly open: () => void;
};

/** @returns how the document goes into the window, and whether it is there */
export function useDocumentWindow(
  recordTypeId: number,
  record: RecordRow | null,
  taken: TakingFromDocument | null,
): DocumentBeside {
  const beside = documentWindow();
  const isOpen = useObserved(beside.isOpen);
  const { tenantPath } = useSession();
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const recordId = record?.id ?? null;
  const fileId = record?.recordFile?.id ?? null;
  const [counted, setCounted] = useState<{ recordId: number; pages: number } | null>(null);
  const pages = counted?.recordId === recordId ? counted.pages : 0;
  const target = useObserved(taken?.taking.target ?? noTarget);
  const shown = useObserved(taken?.taking.shown ?? nothingShown);
  const marks = taken?.marks;

  const asked = useRef<{ place: DocumentPlace | null; shown: DocumentSight['shown'] }>({
    place: null,
    shown: null,
  });
  useEffect(() => {
    if (asked.current.place !== shown) {
      askings += 1;
      asked.current = { place: shown, shown: shown && { ...shown, count: askings } };
    }
    if (!isOpen || recordId === null) return;
    const sent = target && {
      key: target.key,
      name: target.name,
      dataType: target.dataType,
      choices: target.choices,
      whyNot: target.whyNot ?? null,
    };
    const at = { recordTypeId, recordId, fileId, page, target: sent, marks: marks ?? [] };
    beside.tell({ ...at, shown: asked.current.shown });
  }, [beside, isOpen, recordTypeId, recordId, fileId, page, target, marks, shown]);

  useEffect(
    () =>
      beside.onSaid((said) => {
        if (said.kind === 'paged' && said.recordId === recordId) {
          setCounted({ recordId, pages: said.pages });
          changeAddress((before) => {
            if (said.page === 1) before.delete('page');
            else before.set('page', String(said.page));
            return before;
          });
        }
        if (said.kind === 'taken' && said.recordId === recordId) taken?.taking.accept(said.place);
      }),
    [beside, recordId, taken, changeAddress],
  );

  const open = useCallback(() => {
    const at = new URLSearchParams({ recordId: String(recordId), recordType: String(recordTypeId) });
    if (page > 1) at.set('page', String(page));
    const isAllowed = beside.open((link) => {
      at.set('link', link);
      return `${tenantPath}/document-window?${at}`;
    });
    if (!isAllowed) snackbars.warning(windowBlocked);
  }, [beside, recordId, recordTypeId, page, tenantPath]);

  return useMemo(() => ({ isOpen, pages, open }), [isOpen, pages, open]);
}
