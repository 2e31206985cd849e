// The fonts of documents: Inter in the parts in which it is published, one for each range of characters. A text is cut
// into runs, each in the part that holds its characters; what no part holds is written as a question mark.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Weight = 400 | 600;
export type Run = { readonly font: string; readonly text: string };

const parts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type Part = (typeof parts)[number];

const { resolve } = createRequire(import.meta.url);

type Range = { readonly from: number; readonly to: number; readonly part: Part };

const readRanges = (): readonly Range[] => {
  const written = JSON.parse(readFileSync(resolve('@fontsource/inter/unicode.json'), 'utf8')) as Record<
    Part,
    string
  >;
  return parts.flatMap((part) =>
    written[part].split(',').map((range) => {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-');
      return { from: parseInt(from, 16), to: parseInt(to, 16), part };
    }),
  );
};
let ranges: readonly Range[] | null = null;

/** What carries no ink and no width, or would move what stands around it. */
const unprinted = /[\p{Cc}\p{Cf}]/gu;

/** The text in runs of one font each. Fonts are named by the file that holds them. */
export function toRuns(text: string, weight: Weight): readonly Run[] {
  ranges ??= readRanges();
  const runs: { font: string; text: string }[] = [];
  for (const character of text.normalize('NFC').replace(unprinted, '')) {
    const code = character.codePointAt(0) ?? 0;
    const part = ranges.find(({ from, to }) => code >= from && code <= to)?.part;
    const font = fileOf(part ?? 'latin', weight);
    const shown = part === undefined ? '?' : character;
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

const files = new Map<string, string>();
function fileOf(part: Part, weight: Weight): string {
  const name = `inter-${part}-${weight}-normal.woff`;
  const known = files.get(name) ?? resolve(`@fontsource/inter/files/${name}`);
  files.set(name, known);
  return known;
}
