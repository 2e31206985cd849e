// A drag by pointer, followed over the whole window.

/** Pixels; less is a click. */
export const dragThreshold = 6;

/** Until the pointer is let go; Escape ends it without a drop. */
export function followPointer({
  onMove,
  onEnd,
}: {
  onMove: (event: PointerEvent) => void;
  onEnd: (isDropped: boolean) => void;
}) {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (isDropped: boolean) => {
    stop.abort();
    onEnd(isDropped);
  };
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', () => end(true), { signal });
  window.addEventListener('pointercancel', () => end(false), { signal });
  const endByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end(false);
  };
  window.addEventListener('keydown', endByEscape, { signal, capture: true });
}

/** The click that ends a drag is no click on what was dragged. */
export function swallowNextClick() {
  const stop = new AbortController();
  const swallow = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true, signal: stop.signal });
  setTimeout(() => stop.abort(), 0);
}
