import type { ReactNode } from 'react';
import type { DocumentSelection, PlaceMark } from './document-place.ts';
import type { Taking } from './taking.ts';

export type DocumentViewerProps = {
  readonly file: { readonly id: number | string; readonly name: string };
  /** A link of our own origin that opens the file now. Asked again whenever the last one is over. */
  readonly getUrl: () => Promise<string>;
  /** From 1: where it opens, and where it goes when this changes. */
  readonly page?: number;
  /** Told of how many there are, too. */
  readonly onPage?: (page: number, pages: number) => void;
  /** At the right end of the toolbar. */
  readonly tools?: ReactNode;
  /** What is selected within a page; null when nothing is. */
  readonly onSelection?: (selection: DocumentSelection | null) => void;
  /** Places that are outlined on their pages. */
  readonly marks?: readonly PlaceMark[];
  /** Where values are taken into a form: then a card stands under what is selected. */
  readonly taking?: Taking;
};
