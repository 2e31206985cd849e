/** What the parts of the viewer show; it changes as a whole. */
export type PdfState = {
  readonly phase: 'opening' | 'ready' | 'password' | 'damaged' | 'failed';
  /** Whether a password was given that does not open it. */
  readonly isPasswordWrong: boolean;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** What the document calls the current page, where that is not its number. */
  readonly label: string | null;
  /** Of the page at 96 dots per inch, also when it is fitted. */
  readonly percent: number;
  readonly isFitted: boolean;
  /** Specification 9: after each change of the zoom its controls rest for a while. */
  readonly isZoomLocked: boolean;
  readonly hasText: boolean;
  readonly search: PdfSearch;
};

export type PdfSearch = {
  readonly query: string;
  /** 0 while nothing is found. */
  readonly current: number;
  readonly total: number;
  /** Whether pages remain in which was not looked yet. */
  readonly isCounting: boolean;
};

export const noSearch: PdfSearch = { query: '', current: 0, total: 0, isCounting: false };

export const firstState: PdfState = {
  phase: 'opening',
  isPasswordWrong: false,
  page: 1,
  pages: 0,
  label: null,
  percent: 100,
  isFitted: true,
  isZoomLocked: false,
  hasText: true,
  search: noSearch,
};

/** Specification 9, in hundredths. */
export const zoomPresets = [125, 150, 175] as const;
export const zoomLockMs = 1700;
