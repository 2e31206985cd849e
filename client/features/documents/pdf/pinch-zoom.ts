// Zooming with two fingers, and with Ctrl and the wheel, which is what trackpads make of two fingers. The place of the page
// that is between the fingers stays between them. Outside of the document both are the browser's own.
import type { PDFViewer } from './pdf-parts.ts';

/** As far as the buttons go. */
const [least, most] = [0.25, 5];
/** Meanwhile what is drawn already is stretched; then it is drawn anew. */
const drawingDelayMs = 300;
/** After so long without a turn of the wheel the next one is another gesture. */
const pauseMs = 250;
/** Of a wheel, in its own unit, for a page twice as large. */
const doubling = { pixels: 140, lines: 6 };

type Point = { readonly x: number; readonly y: number };

/** A place of a page, as parts of its width and height. */
type Anchor = { readonly page: HTMLElement; readonly across: number; readonly down: number };

/**
 * @param container of the pages, which scrolls
 * @param onZoom after each change of the scale
 * @param onEnd when the fingers, or the wheel, have come to rest
 */
export function listenForPinch(
  container: HTMLElement,
  viewer: PDFViewer,
  { signal, onZoom, onEnd }: { signal: AbortSignal; onZoom: () => void; onEnd: () => void },
): void {
  let pinch: { readonly distance: number; readonly scale: number; readonly anchor: Anchor | null } | null =
    null;
  let wheel: { scale: number; timer: ReturnType<typeof setTimeout> } | null = null;
  const mayZoom = () => viewer.pdfDocument != null && viewer.currentScale > 0;

  function zoomTo(scale: number, anchor: Anchor | null, at: Point): void {
    const wanted = Math.min(most, Math.max(least, scale));
    // Rounded by the viewer to whole percents: a factor that comes to nothing is not a change.
    viewer.updateScale({ drawingDelay: drawingDelayMs, scaleFactor: wanted / viewer.currentScale });
    if (anchor !== null) {
      const box = anchor.page.getBoundingClientRect();
      container.scrollLeft += box.left + anchor.across * box.width - at.x;
      container.scrollTop += box.top + anchor.down * box.height - at.y;
    }
    onZoom();
  }

  container.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [one, other] = touches;
      if (touches.length !== 2 || !one || !other || !mayZoom()) return;
      const distance = distanceOf(one, other);
      if (distance === 0) return;
      pinch = { distance, scale: viewer.currentScale, anchor: anchorAt(container, middleOf(one, other)) };
    },
    { signal, passive: true },
  );
  container.addEventListener(
    'touchmove',
    (event) => {
      const [one, other] = event.touches;
      if (pinch === null || event.touches.length !== 2 || !one || !other) return;
      event.preventDefault();
      const { scale, distance, anchor } = pinch;
      zoomTo((scale * distanceOf(one, other)) / distance, anchor, middleOf(one, other));
    },
    { signal, passive: false },
  );
  const endPinch = ({ touches }: TouchEvent) => {
    if (pinch === null || touches.length === 2) return;
    pinch = null;
    onEnd();
  };
  container.addEventListener('touchend', endPinch, { signal });
  container.addEventListener('touchcancel', endPinch, { signal });

  container.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey || !mayZoom()) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? doubling.pixels : doubling.lines;
      clearTimeout(wheel?.timer);
      const from = wheel?.scale ?? viewer.currentScale;
      const scale = Math.min(most, Math.max(least, from * 2 ** (-event.deltaY / unit)));
      const timer = setTimeout(() => {
        wheel = null;
        onEnd();
      }, pauseMs);
      wheel = { scale, timer };
      const at = { x: event.clientX, y: event.clientY };
      zoomTo(scale, anchorAt(container, at), at);
    },
    { signal, passive: false },
  );
  signal.addEventListener('abort', () => clearTimeout(wheel?.timer));
}

const distanceOf = (one: Touch, other: Touch): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

const middleOf = (one: Touch, other: Touch): Point => ({
  x: (one.clientX + other.clientX) / 2,
  y: (one.clientY + other.clientY) / 2,
});

/** Of the page that is there, or is nearest to it above or below. */
function anchorAt(container: HTMLElement, { x, y }: Point): Anchor | null {
  let nearest: { page: HTMLElement; box: DOMRect; away: number } | null = null;
  for (const page of container.querySelectorAll<HTMLElement>('.page')) {
    const box = page.getBoundingClientRect();
    const away = Math.max(box.top - y, y - box.bottom, 0);
    if (nearest === null || away < nearest.away) nearest = { page, box, away };
    if (away === 0) break;
  }
  if (nearest === null) return null;
  const { page, box } = nearest;
  return { page, across: (x - box.left) / box.width, down: (y - box.top) / box.height };
}
