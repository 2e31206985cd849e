/**
 * Where JSON is written in UTF-8, byte by byte. What most of an answer consists of, the names of its members and short values of
 * plain letters, becomes no string on the way: joined as one, 3,000 rows are a rope of half a million pieces, and to lay flat
 * and to collect these cost more than all else of a page (docs/performance.md).
 */
export class JsonSink {
  #bytes: Buffer;
  #length = 0;

  constructor(firstBytes = usualFirstBytes) {
    this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
  }

  write(text: string): void {
    // A UTF-16 unit is at most three bytes.
    this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** What was made beforehand, by `constantJson`. */
  writeConstant(constant: Uint8Array): void {
    this.#makeRoom(constant.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < constant.length; index += 1) bytes[at++] = constant[index]!;
    this.#length = at;
  }

  /** As a JSON string. */
  writeString(text: string): void {
    if (text.length > mostByLetters) {
      this.write(jsonText(text));
      return;
    }
    this.#makeRoom(text.length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = quote;
    for (let index = 0; index < text.length; index += 1) {
      const letter = text.charCodeAt(index);
      if (letter < space || letter >= lastPlain || letter === quote || letter === backslash) {
        this.write(jsonText(text));
        return;
      }
      bytes[at++] = letter;
    }
    bytes[at++] = quote;
    this.#length = at;
  }

  /** As it is; for short text that is nearly always of ASCII letters. */
  writePlain(text: string): void {
    if (text.length > mostByLetters) {
      this.write(text);
      return;
    }
    this.#makeRoom(text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index += 1) {
      const letter = text.charCodeAt(index);
      if (letter >= lastPlain) {
        this.write(text);
        return;
      }
      bytes[at++] = letter;
    }
    this.#length = at;
  }

  /** What was written, as bytes of its own; the sink is empty again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#empty();
    return taken;
  }

  /** The same as text. */
  takeText(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#empty();
    return text;
  }

  #empty(): void {
    this.#length = 0;
    if (this.#bytes.length > mostKeptBytes) this.#bytes = Buffer.allocUnsafeSlow(usualFirstBytes);
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes.length - this.#length >= bytes) return;
    const larger = Buffer.allocUnsafeSlow((this.#length + bytes) * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const usualFirstBytes = 1 << 20;
const mostKeptBytes = 1 << 23;
/** Longer text is written faster as a whole. */
const mostByLetters = 200;
const [space, quote, backslash, lastPlain] = [0x20, 0x22, 0x5c, 0x7f];

export const constantJson = (json: string): Uint8Array => Buffer.from(json);

// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const needsEscape = /[\u0000-\u001f"\\\ud800-\udfff]/;

/** Most text needs no escaping, and to look is cheaper than to stringify. */
const jsonText = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`);
