// The tags and texts of an XML file, as it comes. Of XML only what workbooks consist of: a document type is refused, so
// there are no entities but the five and the numbers, and nothing can grow while it is read.
import { damaged } from './workbook-fault.ts';

export type XmlTag = {
  /** Without the prefix of its namespace. */
  readonly name: string;
  /** Of an attribute without its prefix. */
  attribute(name: string): string | undefined;
};

export type XmlListener = {
  open(tag: XmlTag): void;
  close(name: string): void;
  text?(text: string): void;
};

const longestTag = 1_000_000;
const longestEntity = 12;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeText = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
        (whole, ten, sixteen, name) => {
          if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
          const code = sixteen === undefined ? Number(ten) : Number.parseInt(String(sixteen), 16);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
        },
      )
    : text;

/** @param parts the file in UTF-8 */
export async function readXml(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  listener: XmlListener,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of parts) rest = readTags(rest + decoder.decode(part, { stream: true }), listener);
  rest = readTags(rest + decoder.decode(), listener);
  if (rest.trim() !== '') throw damaged();
}

/** Answers what cannot be read before more has come. */
function readTags(text: string, { open, close, text: tell }: XmlListener): string {
  let at = 0;
  for (;;) {
    const from = text.indexOf('<', at);
    if (from < 0) {
      // Told at once but for what may be half an entity: a text can be as long as the file.
      const entity = text.indexOf('&', Math.max(at, text.length - longestEntity));
      const end = entity < 0 ? text.length : entity;
      if (end > at) tell?.(unescapeText(text.slice(at, end)));
      return text.slice(end);
    }
    if (from > at) tell?.(unescapeText(text.slice(at, from)));
    const second = text.charCodeAt(from + 1);
    let to: number;
    if (second === exclamation || second === question) {
      const markup = readMarkup(text, from);
      if (markup === null) return keep(text, from);
      if (markup.data !== null) tell?.(markup.data);
      to = markup.to;
    } else {
      to = findTagEnd(text, from);
      if (to < 0) return keep(text, from);
      if (second === slash) close(withoutPrefix(text.slice(from + 2, to).trimEnd()));
      else {
        const isClosed = text.charCodeAt(to - 1) === slash;
        const inner = text.slice(from + 1, isClosed ? to - 1 : to);
        const name = withoutPrefix(/^[^\s/]+/.exec(inner)?.[0] ?? '');
        open({ name, attribute: (wanted) => findAttribute(inner, wanted) });
        if (isClosed) close(name);
      }
    }
    at = to + 1;
  }
}

const [slash, exclamation, question] = [0x2f, 0x21, 0x3f];

function keep(text: string, from: number): string {
  if (text.length - from > longestTag) throw damaged();
  return text.slice(from);
}

/** A comment, an instruction or literal text: where it ends, null when more has to come. */
function readMarkup(text: string, from: number): { data: string | null; to: number } | null {
  const until = (end: string, start: number): { data: string | null; to: number } | null => {
    const found = text.indexOf(end, start);
    return found < 0 ? null : { data: null, to: found + end.length - 1 };
  };
  const begin = text.slice(from, from + 9);
  if (begin.startsWith('<?')) return until('?>', from + 2);
  if (begin.startsWith('<!--')) return until('-->', from + 4);
  if (begin === '<![CDATA[') {
    const end = until(']]>', from + 9);
    return end && { data: text.slice(from + 9, end.to - 2), to: end.to };
  }
  if ('<!--'.startsWith(begin) || '<![CDATA['.startsWith(begin)) return null;
  throw damaged();
}

/** A tag may have a '>' within the quotes of an attribute. */
function findTagEnd(text: string, from: number): number {
  let end = text.indexOf('>', from);
  let at = from;
  let quote = 0;
  while (end >= 0) {
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (quote !== 0) quote = code === quote ? 0 : quote;
      else if (code === 0x22 || code === 0x27) quote = code;
    }
    if (quote === 0) return end;
    end = text.indexOf('>', end + 1);
  }
  return -1;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

function findAttribute(inner: string, wanted: string): string | undefined {
  // As nearly every writer puts it; there are millions of them in a sheet.
  const near = inner.includes("'") ? -1 : inner.indexOf(` ${wanted}="`);
  if (near >= 0) {
    const from = near + wanted.length + 3;
    return unescapeText(inner.slice(from, inner.indexOf('"', from)));
  }
  let found: string | undefined;
  for (const [, name = '', double, single] of inner.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name.startsWith('xmlns')) continue;
    if (name === wanted) return unescapeText(double ?? single ?? '');
    if (withoutPrefix(name) === wanted) found ??= unescapeText(double ?? single ?? '');
  }
  return found;
}
