// A line dragged to another place. While it lasts nothing is rendered: the line between the rows is moved by hand, and
// the order changes once, at the end.
import { headerHeight } from '../../ui/grid/use-windows.ts';

const scrollEdge = 36;
const fastestScroll = 14;

type LineDrag = {
  grid: HTMLElement;
  dropLine: HTMLElement;
  /** Faded while it is on its way. */
  row: HTMLElement | null;
  rowHeight: number;
  count: number;
  from: number;
  /** Where the pointer is now, within the window. */
  clientY: number;
  onDrop: (to: number) => void;
};

export function dragLine({ grid, dropLine, row, rowHeight, count, from, onDrop, ...start }: LineDrag) {
  const stop = new AbortController();
  const { signal } = stop;
  let { clientY } = start;
  let gap = from;
  let frame = requestAnimationFrame(step);
  // The grid marks no cells meanwhile, and the pointer is a hand that holds.
  grid.classList.add('rh-moving');
  row?.setAttribute('data-dragged', '');

  function step() {
    const { top, bottom } = grid.getBoundingClientRect();
    const above = top + headerHeight + scrollEdge - clientY;
    const below = clientY - (bottom - scrollEdge);
    const speed = Math.min(fastestScroll, Math.max(above, below, 0) / 2);
    if (speed > 0) grid.scrollTop += above > below ? -speed : speed;
    const y = clientY - top - headerHeight + grid.scrollTop;
    gap = Math.min(count, Math.max(0, Math.round(y / rowHeight)));
    dropLine.hidden = false;
    dropLine.style.transform = `translateY(${headerHeight + gap * rowHeight - grid.scrollTop - 1}px)`;
    frame = requestAnimationFrame(step);
  }

  function end(isDropped: boolean) {
    stop.abort();
    cancelAnimationFrame(frame);
    dropLine.hidden = true;
    grid.classList.remove('rh-moving');
    row?.removeAttribute('data-dragged');
    const to = gap > from ? gap - 1 : gap;
    if (isDropped && to !== from) onDrop(to);
  }

  window.addEventListener('pointermove', (event) => ({ clientY } = event), { signal });
  window.addEventListener('pointerup', () => end(true), { signal });
  window.addEventListener('pointercancel', () => end(false), { signal });
  const endByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end(false);
  };
  window.addEventListener('keydown', endByEscape, { signal, capture: true });
}
