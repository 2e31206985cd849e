export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string };

const address = /https?:\/\/[^\s<>"']+/giu;
/** What a sentence puts after an address. */
const closing = /[.,;:!?)\]}]+$/u;

/** What stands in a comment: text, the names of those who are mentioned, and addresses, nothing else. */
export function splitText(text: string, mentions: readonly { readonly name: string }[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(address)) {
    const written = found[0].replace(found[0].includes('(') ? /[.,;:!?]+$/u : closing, '');
    const href = readAddress(written);
    if (href === null) continue;
    parts.push(...splitNames(text.slice(from, found.index), mentions), { kind: 'link', text: written, href });
    from = found.index + written.length;
  }
  parts.push(...splitNames(text.slice(from), mentions));
  return parts;
}

/** Null for what is no address of the web after all. */
function readAddress(written: string): string | null {
  try {
    const { protocol, href } = new URL(written);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

function splitNames(text: string, mentions: readonly { readonly name: string }[]): TextPart[] {
  if (text === '') return [];
  const names = mentions.map(({ name }) => `@${name}`).sort((one, other) => other.length - one.length);
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = names.find((one) => text.startsWith(one, at));
    if (name === undefined) continue;
    if (at > from) parts.push({ kind: 'text', text: text.slice(from, at) });
    parts.push({ kind: 'mention', text: name });
    from = at + name.length;
    at = from - 1;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
