// What files are called inside a zip: as the people named them, as far as every system can unpack that. Windows and
// macOS do not tell upper from lower case, and Windows has names that are devices; a name is never a path.
import { withoutUnsafe } from './zip-name.ts';

export const longestArchiveName = 150;

const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$| )/i;

/** Gives each file a name that no other has, whatever it was called. */
export function createArchiveNames(taken: readonly string[] = []): (wanted: string) => string {
  const used = new Set(taken.map(foldCase));
  return (wanted) => {
    const [stem, extension] = split(safeName(wanted));
    let name = fit(stem, extension);
    for (let number = 2; used.has(foldCase(name)); number += 1) name = fit(stem, ` (${number})${extension}`);
    used.add(foldCase(name));
    return name;
  };
}

const foldCase = (name: string): string => name.toUpperCase().toLowerCase();

function safeName(wanted: string): string {
  // Windows drops dots and blanks at the end; one at the beginning hides the file elsewhere.
  const plain = withoutUnsafe(wanted)
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .trim();
  if (plain === '') return 'file';
  return device.test(plain) ? `_${plain}` : plain;
}

/** The extension with its dot, where there is one that looks like one. */
function split(name: string): [stem: string, extension: string] {
  const extension = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? '';
  return extension.length < name.length
    ? [name.slice(0, name.length - extension.length), extension]
    : [name, ''];
}

/** The end is kept; of the stem as much as fits, by bytes and by whole characters. */
function fit(stem: string, end: string): string {
  const room = longestArchiveName - sizeOf(end);
  let kept = '';
  let size = 0;
  for (const character of stem) {
    size += sizeOf(character);
    if (size > room) return kept.trimEnd() + end;
    kept += character;
  }
  return kept + end;
}

/** In bytes of UTF-8. */
const sizeOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + sizeOfPoint(character.codePointAt(0) ?? 0), 0);

function sizeOfPoint(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
