// What is selected in a page, as text and as a place of the unturned page; and the selection moved by words.
import type { DocumentSelection, PageBox } from '../document-place.ts';
import { selectedWords, wordBefore, wordBehind, wordsOf, type PageWord } from './page-words.ts';
import type { PDFViewer } from './pdf-parts.ts';

export type PageView = {
  readonly id: number;
  readonly div: HTMLElement;
  readonly viewport: {
    readonly width: number;
    readonly height: number;
    convertToPdfPoint: (x: number, y: number) => number[];
    convertToViewportPoint: (x: number, y: number) => number[];
  };
};

export const pageViewOf = (viewer: PDFViewer, page: number): PageView | undefined =>
  viewer.getPageView(page - 1) as PageView | undefined;

const layerOf = (viewer: PDFViewer, page: number): Element | null =>
  pageViewOf(viewer, page)?.div.querySelector('.textLayer') ?? null;

/** Null where nothing is selected in the pages. Of a selection over several pages, what stands on the first. */
export function readSelection(viewer: PDFViewer): DocumentSelection | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const layer = elementOf(range.startContainer)?.closest('.textLayer');
  const page = Number(layer?.closest<HTMLElement>('.page')?.dataset['pageNumber']);
  const view = pageViewOf(viewer, page);
  if (!layer || !view || !viewer.container.contains(layer)) return null;
  const within = range.cloneRange();
  if (!layer.contains(within.endContainer)) within.setEnd(layer, layer.childNodes.length);
  const text = within.toString();
  const rectangles = [...within.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  if (text.trim() === '' || rectangles.length === 0) return null;
  const rectangle = {
    left: Math.min(...rectangles.map(({ left }) => left)),
    top: Math.min(...rectangles.map(({ top }) => top)),
    right: Math.max(...rectangles.map(({ right }) => right)),
    bottom: Math.max(...rectangles.map(({ bottom }) => bottom)),
  };
  return { page, text, rectangle, box: toBox(view, rectangle) };
}

type Rectangle = DocumentSelection['rectangle'];

function toBox(view: PageView, { left, top, right, bottom }: Rectangle): PageBox {
  const page = view.div.getBoundingClientRect();
  // As the page is drawn, its viewport may be a fraction of a pixel larger.
  const [x, y] = [view.viewport.width / page.width, view.viewport.height / page.height];
  const [x1 = 0, y1 = 0] = view.viewport.convertToPdfPoint((left - page.left) * x, (top - page.top) * y);
  const [x2 = 0, y2 = 0] = view.viewport.convertToPdfPoint((right - page.left) * x, (bottom - page.top) * y);
  const box: PageBox = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box.map((at) => Math.round(at * 100) / 100) as unknown as PageBox;
}

export type Step = 'next' | 'previous' | 'widen' | 'narrow';

/**
 * Moves the selection to the next or previous word, or takes one more or one less into it. Without a selection it begins
 * behind what was found last, or at the top of the page. @returns whether it moved
 */
export function stepSelection(viewer: PDFViewer, step: Step): boolean {
  const selection = document.getSelection();
  if (selection === null) return false;
  const current = readSelection(viewer);
  const found = viewer.container.querySelector('.textLayer .highlight.selected');
  const foundPage = Number(found?.closest<HTMLElement>('.page')?.dataset['pageNumber']);
  const page = current?.page ?? (foundPage || viewer.currentPageNumber);
  const layer = layerOf(viewer, page);
  if (layer === null) return false;
  const words = wordsOf(layer);
  const at = current === null ? null : selectedWords(words, selection.getRangeAt(0));
  const next = at === null ? firstWord(words, found, step) : moved(at, step);
  const [first, last] = [words[next[0]], words[next[1]]];
  if (first === undefined || last === undefined || next[1] < next[0]) return false;
  selection.setBaseAndExtent(...first.start, ...last.end);
  elementOf(last.end[0])?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

function moved([first, last]: readonly [number, number], step: Step): [number, number] {
  if (step === 'widen') return [first, last + 1];
  if (step === 'narrow') return [first, Math.max(first, last - 1)];
  return step === 'next' ? [last + 1, last + 1] : [first - 1, first - 1];
}

function firstWord(words: readonly PageWord[], found: Element | null, step: Step): [number, number] {
  if (found === null) return step === 'previous' ? [words.length - 1, words.length - 1] : [0, 0];
  const range = document.createRange();
  range.selectNodeContents(found);
  // What was found may be the beginning of a word: the rest of it is not the next.
  const at =
    step === 'previous'
      ? wordBefore(words, [range.startContainer, range.startOffset])
      : wordBehind(words, [range.endContainer, range.endOffset]);
  return [at, at];
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);
