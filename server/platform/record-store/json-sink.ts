/**
 * Where JSON is written, text by text, in UTF-8. Joined as one string, 3,000 rows are a rope of half a million pieces, and
 * laying it flat costs four times as much as writing it here row by row (docs/performance.md).
 */
export class JsonSink {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;

  write(text: string): void {
    // A UTF-16 unit is at most three bytes.
    if (this.#bytes.length - this.#length < text.length * 3) {
      const larger = Buffer.allocUnsafeSlow((this.#length + text.length * 3) * 2);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** What was written, as bytes of its own; the sink is empty again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    if (this.#bytes.length > mostKeptBytes) this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
    return taken;
  }
}

const firstBytes = 1 << 20;
const mostKeptBytes = 1 << 23;
