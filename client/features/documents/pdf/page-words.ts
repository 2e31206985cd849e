// The words of a page as its text layer has them, in the order in which the document writes them.

export type PageWord = {
  readonly text: string;
  readonly start: readonly [Node, number];
  readonly end: readonly [Node, number];
};

/** A lone stroke or colon between two words is none. */
const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** A space that does not break holds the thousands of a number together. */
const wordForm = /\S+(?:(?<=\d)[\u00a0\u2007\u202f](?=\d{3})\S+)*/g;

export function wordsOf(layer: Element): PageWord[] {
  const words: PageWord[] = [];
  for (const span of layer.querySelectorAll(':scope > span, .markedContent > span:not(.markedContent)')) {
    // A word may be parted where a part of it was found.
    const nodes = textNodesOf(span);
    const text = nodes.map(({ data }) => data).join('');
    for (const match of text.matchAll(wordForm)) {
      if (!isWord(match[0])) continue;
      const start = placeOf(nodes, match.index, false);
      const end = placeOf(nodes, match.index + match[0].length, true);
      if (start && end) words.push({ text: match[0], start, end });
    }
  }
  return words;
}

function textNodesOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

function placeOf(nodes: readonly Text[], at: number, isEnd: boolean): [Node, number] | null {
  let before = 0;
  for (const node of nodes) {
    const offset = at - before;
    if (isEnd ? offset <= node.length : offset < node.length) return [node, offset];
    before += node.length;
  }
  return null;
}

/** Whether the first place stands before the second in the document. */
function isBefore(one: readonly [Node, number], other: readonly [Node, number]): boolean {
  const range = document.createRange();
  range.setStart(...other);
  range.collapse(true);
  return range.comparePoint(...one) === -1;
}

/** The words of which a part is selected, as places in the list: first and last, or null. */
export function selectedWords(words: readonly PageWord[], range: Range): [number, number] | null {
  const from = [range.startContainer, range.startOffset] as const;
  const to = [range.endContainer, range.endOffset] as const;
  const first = words.findIndex(({ end }) => isBefore(from, end));
  const last = words.findLastIndex(({ start }) => isBefore(start, to));
  return first === -1 || last === -1 || last < first ? null : [first, last];
}

/** The first word that begins where this place is, or behind it. */
export const wordBehind = (words: readonly PageWord[], place: readonly [Node, number]): number =>
  words.findIndex(({ start }) => !isBefore(start, place));

/** The last word that ends where this place is, or before it. */
export const wordBefore = (words: readonly PageWord[], place: readonly [Node, number]): number =>
  words.findLastIndex(({ end }) => !isBefore(place, end));
