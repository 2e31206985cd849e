/**
 * Where JSON is written in UTF-8, byte by byte. What most of an answer consists of, the names of its members and short values of
 * plain letters, becomes no string on the way: joined as one, 3,000 rows are a rope of half a million pieces, and to lay flat
 * and to collect these cost more than all else of a page (docs/performance.md).
 */
export class JsonSink {
  #bytes: Buffer;
  #length = 0;

  constructor(firstBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
  }

  write(text: string): void {
    // A UTF-16 unit is at most three bytes; of much text it is worth to know.
    this.#makeRoom(text.length > 1 << 12 ? Buffer.byteLength(text) : text.length * 3);
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

  /** All that the other has written. */
  writeAllOf(other: JsonSink): void {
    this.#makeRoom(other.#length);
    this.#length += other.#bytes.copy(this.#bytes, this.#length, 0, other.#length);
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

  /** What was written: a view that holds until something else is. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The same as text; the sink is empty again. */
  takeText(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.empty();
    return text;
  }

  /** Its room stays. */
  empty(): void {
    this.#length = 0;
  }

  /** How many bytes it holds without growing. */
  get room(): number {
    return this.#bytes.length;
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes.length - this.#length >= bytes) return;
    const larger = Buffer.allocUnsafeSlow(Math.ceil((this.#length + bytes) * 1.5));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Empty, with the room that they needed before. */
const idle: JsonSink[] = [];
let idleBytes = 0;
const [mostIdle, mostIdleBytes] = [32, 24 * 2 ** 20];
const usualFirstBytes = 1 << 16;

/**
 * A sink for an answer, to be given back when it has been sent; one that is lost is only made anew. V8 counts buffers as part of
 * the heap: with new ones for each large page it collected the whole heap once a page (docs/performance.md).
 */
export function borrowSink(): JsonSink {
  const sink = idle.pop();
  if (sink === undefined) return new JsonSink(usualFirstBytes);
  idleBytes -= sink.room;
  return sink;
}

export function giveBackSink(sink: JsonSink): void {
  sink.empty();
  if (idle.length >= mostIdle || idleBytes + sink.room > mostIdleBytes) return;
  idle.push(sink);
  idleBytes += sink.room;
}

/** Longer text is written faster as a whole. */
const mostByLetters = 200;
const [space, quote, backslash, lastPlain] = [0x20, 0x22, 0x5c, 0x7f];

export const constantJson = (json: string): Uint8Array => Buffer.from(json);

// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const needsEscape = /[\u0000-\u001f"\\\ud800-\udfff]/;

/** Most text needs no escaping, and to look is cheaper than to stringify. */
const jsonText = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`);
