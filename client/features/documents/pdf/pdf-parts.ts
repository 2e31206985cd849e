// pdf.js and its viewer parts, which come from here alone: the second finds the first by a global name.
import * as pdfjs from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- its address, which Vite gives
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

export { pdfjs };
export {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';

/** Laid there by client/vite.config.ts; asked for by the worker when a document needs them, never before. */
const base = `/assets/pdfjs-${pdfjs.version}/`;

/**
 * A document of a stranger: no code in it is run, no form of it is drawn as one, nothing is fetched but from the own
 * origin and nothing ahead of need.
 */
export const openingTerms = {
  enableXfa: false,
  disableAutoFetch: true,
  disableStream: true,
  rangeChunkSize: 131_072,
  cMapUrl: `${base}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${base}standard_fonts/`,
  wasmUrl: `${base}wasm/`,
  iccUrl: `${base}iccs/`,
  useSystemFonts: false,
  useWorkerFetch: true,
  // Beyond this a picture within a page is left out: 100 megapixels are 400 MB.
  maxImageSize: 100_000_000,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
} as const;
