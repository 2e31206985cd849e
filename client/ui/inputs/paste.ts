import type { Option } from './option.ts';

/** Values out of a pasted text: one to a line or a cell of a table; within one line, to a comma or semicolon. */
export function splitPasted(text: string, commas = true): string[] {
  const breaks = /[\r\n\t]/.test(text) ? /[\r\n\t]+/ : commas ? /[;,]+/ : /(?!)/;
  return [...new Set(text.split(breaks).map((value) => value.trim()))].filter((value) => value !== '');
}

export function matchPasted(pasted: readonly string[], options: readonly Option[]) {
  const byWord = new Map<string, string>();
  for (const { id, name, detail } of options.toReversed()) {
    byWord.set(id, id);
    if (detail !== undefined) byWord.set(detail.toLowerCase(), id);
    byWord.set(name.toLowerCase(), id);
  }
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const word of pasted) {
    const id = byWord.get(word.toLowerCase());
    if (id === undefined) unknown.push(word);
    else ids.push(id);
  }
  return { ids, unknown };
}
