// The document outside React: pdf.js draws the pages, this holds what is known of them, and the parts of the viewer
// watch it. One of it lives as long as one document is shown.
import { openRemoteFile, RemoteFileFailure } from '../../../platform/remote-file.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { createObserved, type Observed } from '../../../platform/observed.ts';
import { DocumentFinder } from './document-finder.ts';
import { stepSelection, type Step } from './page-selection.ts';
import { EventBus, FindState, openingTerms, PDFViewer, pdfjs } from './pdf-parts.ts';
import { listenForPinch } from './pinch-zoom.ts';
import { firstState, noSearch, zoomLockMs, type PdfState } from './pdf-state.ts';
import { RangeTransport } from './range-transport.ts';
import { SafeLinkService } from './safe-link-service.ts';

export type PdfScreen = {
  readonly state: Observed<PdfState>;
  readonly goTo: (page: number) => void;
  /** In hundredths of the page at 96 dots per inch; refused while the controls rest. */
  readonly zoomTo: (percent: number | 'fit') => void;
  readonly zoomBy: (steps: 1 | -1) => void;
  readonly rotate: () => void;
  readonly find: (query: string) => void;
  readonly findNext: (direction: 1 | -1) => void;
  readonly endFind: () => void;
  readonly givePassword: (password: string) => void;
  /** The page drawn small, into a canvas that is the caller's. */
  readonly drawSmall: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<void>;
  /** After what is being looked for has been found. @returns whether it moved */
  readonly stepSelection: (step: Step) => Promise<boolean>;
  readonly labelOf: (page: number) => string;
  readonly viewer: PDFViewer;
  readonly events: EventBus;
  readonly onSaid: (listener: (text: string) => void) => () => void;
  readonly close: () => void;
};

type PdfScreenParts = {
  /** Scrolls; positioned absolutely. Its only child holds the pages. */
  readonly container: HTMLDivElement;
  readonly getUrl: () => Promise<string>;
  readonly firstPage: number;
};

/** Pages that stay drawn, those in sight among them; one more is drawn ahead, and one canvas measures text. */
const drawnPages = 3;
const steps = [25, 33, 50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 500];
const margin = 32;
const longestWaitMs = 2000;

/** What is still being read when a document is closed, pdf.js reports as failures: it ends first, if it ends soon. */
const settled = (readings: readonly unknown[]): Promise<unknown> =>
  Promise.race([Promise.allSettled(readings), new Promise((resolve) => setTimeout(resolve, 5000))]);

export function openPdf({ container, getUrl, firstPage }: PdfScreenParts): PdfScreen {
  const state = createObserved<PdfState>({ ...firstState, page: firstPage });
  const change = (next: Partial<PdfState>) => state.set({ ...state.get(), ...next });
  const closing = new AbortController();
  const listeners = new Set<(text: string) => void>();
  const say = (text: string) => {
    for (const listener of listeners) listener(text);
  };

  const events = new EventBus();
  const links = new SafeLinkService(events);
  const finder = new DocumentFinder(links, events);
  const viewer = new PDFViewer({
    container,
    eventBus: events,
    linkService: links,
    findController: finder,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    enableDetailCanvas: false,
    enableSelectionRendering: false,
    removePageBorders: true,
    supportsPinchToZoom: false,
    abortSignal: closing.signal,
  } as ConstructorParameters<typeof PDFViewer>[0]);
  links.setViewer(viewer);

  let task: ReturnType<typeof pdfjs.getDocument> | null = null;
  let labels: readonly string[] | null = null;
  let sendPassword: ((password: string) => void) | null = null;
  let stepped: Promise<unknown> = Promise.resolve();
  let lockTimer: ReturnType<typeof setTimeout> | undefined;
  let countTimer: ReturnType<typeof setInterval> | undefined;

  const fail = (failure: unknown) => {
    if (closing.signal.aborted) return;
    const isUnread = failure instanceof RemoteFileFailure || failure instanceof RequestFailure;
    change({ phase: isUnread ? 'failed' : 'damaged' });
  };

  async function open(): Promise<void> {
    const file = await openRemoteFile(getUrl, closing.signal);
    if (closing.signal.aborted) return;
    if (file.sizeBytes === 0) throw new pdfjs.InvalidPDFException('There is nothing in it.');
    task = pdfjs.getDocument({
      ...openingTerms,
      length: file.sizeBytes,
      range: new RangeTransport(file, fail),
    } as Parameters<typeof pdfjs.getDocument>[0]);
    task.onPassword = (answer: (password: string) => void, reason: number) => {
      sendPassword = answer;
      change({ phase: 'password', isPasswordWrong: reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD });
    };
    const pdf = await task.promise;
    if (closing.signal.aborted) return;
    const page = Math.min(Math.max(1, firstPage), pdf.numPages);
    change({ phase: 'ready', pages: pdf.numPages, page });
    links.setDocument(pdf, null);
    viewer.setDocument(pdf);
    // What has no first page is refused here alone: the other promise then waits for ever.
    await Promise.race([viewer.firstPagePromise, viewer.pagesPromise]);
    if (closing.signal.aborted) return;
    fit();
    if (page !== 1) viewer.currentPageNumber = page;
    void readLabels();
    void lookForText();
  }

  async function readLabels(): Promise<void> {
    const found = await viewer.pdfDocument?.getPageLabels().catch(() => null);
    if (!found || closing.signal.aborted || found.every((label, index) => label === String(index + 1)))
      return;
    labels = found;
    viewer.setPageLabels([...found]);
    change({ label: labelOfPage(state.get().page) });
  }

  /** A scan has none on its first pages. That there is none anywhere is known when it was looked for everywhere. */
  async function lookForText(): Promise<void> {
    await viewer.onePageRendered;
    const pdf = viewer.pdfDocument;
    if (!pdf) return;
    for (let page = 1; page <= Math.min(pdf.numPages, 3); page += 1) {
      const content = await (await pdf.getPage(page)).getTextContent().catch(() => null);
      if (closing.signal.aborted) return;
      if (content === null || content.items.some((item) => 'str' in item && item.str.trim() !== '')) return;
    }
    if (pdf.numPages <= 3) change({ hasText: false });
  }

  const labelOfPage = (page: number): string | null => {
    const label = labels?.[page - 1];
    return label === undefined || label === String(page) ? null : label;
  };

  function fit(): void {
    const view = viewer.getPageView(viewer.currentPageNumber - 1) as
      | { width: number; scale: number }
      | undefined;
    const room = container.clientWidth - (container.clientWidth < 480 ? margin / 2 : margin);
    if (view === undefined || room <= 0) return;
    viewer.currentScale = Math.max(0.1, (room / view.width) * view.scale);
  }

  function lock(): boolean {
    if (state.get().phase !== 'ready' || state.get().isZoomLocked) return false;
    change({ isZoomLocked: true });
    lockTimer = setTimeout(() => change({ isZoomLocked: false }), zoomLockMs);
    return true;
  }

  function zoomTo(percent: number | 'fit'): void {
    if (!lock()) return;
    change({ isFitted: percent === 'fit' });
    if (percent === 'fit') fit();
    else viewer.currentScale = percent / 100;
    say(`Zoom ${state.get().percent}%`);
  }

  // Neither waits for the controls nor makes them rest: a hand that moves is drawn when it has come to rest.
  listenForPinch(container, viewer, {
    signal: closing.signal,
    onZoom: () => change({ isFitted: false }),
    onEnd: () => say(`Zoom ${state.get().percent}%`),
  });

  const resizes = new ResizeObserver(() => {
    if (state.get().isFitted && viewer.pdfDocument) fit();
  });
  resizes.observe(container);

  events.on('scalechanging', ({ scale }: { scale: number }) => change({ percent: Math.round(scale * 100) }));
  events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
    change({ page: pageNumber, label: labelOfPage(pageNumber) }),
  );
  events.on('rotationchanging', () => {
    if (state.get().isFitted) fit();
  });
  events.on('pagerendered', () => letGo(viewer));
  const countMatches = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    change({ search: { ...state.get().search, ...matchesCount } });
  events.on('updatefindmatchescount', countMatches);
  events.on('updatefindcontrolstate', (told: Parameters<typeof countMatches>[0] & { state: number }) => {
    // While it has not begun to look, it tells what the last word came to.
    if (told.state !== FindState.PENDING) countMatches(told);
  });

  /** The finder does not say when it has looked everywhere: the pages that it has an answer for are counted. */
  function watchCounting(): void {
    clearInterval(countTimer);
    countTimer = setInterval(() => {
      const { search, pages } = state.get();
      if (finder.pagesRead < pages) return;
      clearInterval(countTimer);
      const { hasText } = finder;
      change({ search: { ...search, isCounting: false }, hasText });
      if (!hasText) return;
      say(search.total === 0 ? `“${search.query}” was not found` : `${search.current} of ${search.total}`);
    }, 60);
  }

  /** Whoever types a word and goes on from it at once means the word that they typed. */
  async function whenFound(): Promise<void> {
    const until = performance.now() + longestWaitMs;
    const isFound = () => {
      const { isCounting, current, total } = state.get().search;
      if (isCounting && current === 0) return false;
      return total === 0 || container.querySelector('.textLayer .highlight.selected') !== null;
    };
    while (!isFound() && performance.now() < until && !closing.signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  const look = (query: string, direction: 1 | -1, type: '' | 'again') =>
    events.dispatch('find', {
      source: container,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: direction === -1,
      matchDiacritics: false,
    });

  open().catch(fail);

  return {
    state,
    viewer,
    events,
    zoomTo,
    zoomBy(direction) {
      const { percent } = state.get();
      const next =
        direction === 1 ? steps.find((step) => step > percent) : steps.findLast((step) => step < percent);
      if (next !== undefined) zoomTo(next);
    },
    goTo(page) {
      if (state.get().phase === 'ready' && page >= 1 && page <= state.get().pages)
        viewer.currentPageNumber = page;
    },
    rotate() {
      if (state.get().phase !== 'ready') return;
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
      say(`Rotated to ${viewer.pagesRotation} degrees`);
    },
    find(query) {
      if (state.get().phase !== 'ready') return;
      const isSought = query.trim() !== '';
      finder.pagesRead = 0;
      change({ search: { query, current: 0, total: 0, isCounting: isSought } });
      look(query, 1, '');
      if (isSought) watchCounting();
      else clearInterval(countTimer);
    },
    findNext(direction) {
      const { search } = state.get();
      if (search.query.trim() !== '') look(search.query, direction, 'again');
    },
    endFind() {
      clearInterval(countTimer);
      events.dispatch('findbarclose', { source: container });
      change({ search: noSearch });
    },
    givePassword(password) {
      change({ phase: 'opening' });
      sendPassword?.(password);
      sendPassword = null;
    },
    async drawSmall(number, canvas, width) {
      const page = await viewer.pdfDocument?.getPage(number);
      if (!page) return;
      const rotation = (page.rotate + viewer.pagesRotation) % 360;
      const whole = page.getViewport({ scale: 1, rotation });
      const viewport = page.getViewport({ scale: width / whole.width, rotation });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport }).promise;
    },
    stepSelection(step) {
      // One after the other, in the order of the keys.
      const moving = stepped.then(whenFound).then(() => stepSelection(viewer, step));
      stepped = moving;
      return moving;
    },
    labelOf: (page) => labelOfPage(page) ?? String(page),
    onSaid(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      closing.abort();
      clearTimeout(lockTimer);
      clearInterval(countTimer);
      resizes.disconnect();
      const { pdfDocument, firstPagePromise } = viewer;
      viewer.setDocument(null);
      links.setDocument(null, null);
      void settled([task?.promise, firstPagePromise, pdfDocument?.getMetadata()]).then(() => task?.destroy());
    },
  };
}

/** A drawn page holds megabytes. The viewer parts keep ten of them; those far away are let go earlier. */
function letGo(viewer: PDFViewer): void {
  type View = { id: number; canvas?: unknown; destroy: () => void };
  // oxlint-disable-next-line no-underscore-dangle -- pdf.js has no other name for the pages in sight
  const inSight = (viewer._getVisiblePages() as { ids: Set<number> }).ids;
  const seen = [...inSight];
  const distance = ({ id }: View): number => Math.min(...seen.map((one) => Math.abs(one - id)));
  // The youngest first: one that was just drawn ahead is the next to be seen, and would be drawn again at once.
  const far = [...(viewer.getCachedPageViews() as Set<View>)]
    .filter((view) => !inSight.has(view.id))
    .toReversed()
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(Math.max(1, drawnPages - inSight.size));
  for (const view of far) view.destroy();
}
