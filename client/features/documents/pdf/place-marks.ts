// Places outlined on their pages. A page that is drawn anew has lost its outlines: they are laid on it again.
import type { PageBox, PlaceMark } from '../document-place.ts';
import { pageViewOf, type PageView } from './page-selection.ts';
import type { PdfScreen } from './pdf-screen.ts';

const layerName = 'rh-place-marks';

export function layMarks({ viewer }: PdfScreen, page: number, marks: readonly PlaceMark[]): void {
  const view = pageViewOf(viewer, page);
  if (view === undefined) return;
  view.div.querySelector(`:scope > .${layerName}`)?.remove();
  const here = marks.filter((mark) => mark.page === page);
  if (here.length === 0) return;
  const layer = document.createElement('div');
  layer.className = layerName;
  const { width, height } = view.viewport;
  for (const { key, name, box, isCurrent } of here) {
    const [x1, y1, x2, y2] = cornersOf(view, box);
    const outline = document.createElement('span');
    outline.title = name;
    outline.dataset['key'] = key;
    outline.dataset['current'] = String(isCurrent === true);
    const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
    outline.style.left = share(Math.min(x1, x2), width);
    outline.style.top = share(Math.min(y1, y2), height);
    outline.style.width = share(Math.abs(x2 - x1), width);
    outline.style.height = share(Math.abs(y2 - y1), height);
    layer.append(outline);
  }
  view.div.append(layer);
}

/** As the page is drawn now, at its zoom and however it is turned. */
function cornersOf({ viewport }: PageView, box: PageBox): [number, number, number, number] {
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(box[0], box[1]);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(box[2], box[3]);
  return [x1, y1, x2, y2];
}

/** Scrolls so that the place can be seen, at any zoom and however the page is turned. */
export function showPlace(screen: PdfScreen, mark: Pick<PlaceMark, 'page' | 'box'>): void {
  const view = pageViewOf(screen.viewer, mark.page);
  if (view === undefined) return;
  const { container } = screen.viewer;
  const [x1, y1, x2, y2] = cornersOf(view, mark.box);
  const top = view.div.offsetTop + Math.min(y1, y2);
  const left = view.div.offsetLeft + Math.min(x1, x2);
  screen.goTo(mark.page);
  const isSeen =
    top >= container.scrollTop &&
    top + Math.abs(y2 - y1) <= container.scrollTop + container.clientHeight &&
    left >= container.scrollLeft &&
    left <= container.scrollLeft + container.clientWidth;
  if (!isSeen)
    container.scrollTo({
      top: top - container.clientHeight / 3,
      left: Math.max(0, left - container.clientWidth / 3),
    });
}
