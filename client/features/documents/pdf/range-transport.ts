import type { RemoteFile } from '../../../platform/remote-file.ts';
import { pdfjs } from './pdf-parts.ts';

/** Gives pdf.js what it asks for, range by range. */
export class RangeTransport extends pdfjs.PDFDataRangeTransport {
  readonly #file: RemoteFile;
  readonly #onFailure: (failure: unknown) => void;

  constructor(file: RemoteFile, onFailure: (failure: unknown) => void) {
    // pdf.js may hand the bytes over to its worker: a copy, for the file is opened again with a password.
    super(file.sizeBytes, file.first.slice());
    this.#file = file;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file.read(begin, end).then((bytes) => this.onDataRange(begin, bytes), this.#onFailure);
  }
}
