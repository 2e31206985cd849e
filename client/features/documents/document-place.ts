/** Left, bottom, right, top in points of the unturned page, from its lower left corner, as a PDF counts. */
export type PageBox = readonly [left: number, bottom: number, right: number, top: number];

export type DocumentPlace = { readonly page: number; readonly box: PageBox };

/** Text selected within one page. */
export type DocumentSelection = DocumentPlace & {
  readonly text: string;
  /** Where it is in the window, for what stands beside it. */
  readonly rectangle: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
};

/** A place that is outlined. */
export type PlaceMark = DocumentPlace & {
  readonly key: string;
  /** Shown when the pointer rests on it. */
  readonly name: string;
  readonly isCurrent?: boolean;
};
