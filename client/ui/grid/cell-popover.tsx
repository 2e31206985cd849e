import { useLayoutEffect, useRef, type HTMLAttributes, type ReactNode } from 'react';

type CellPopoverProps = HTMLAttributes<HTMLDivElement> & {
  children: ReactNode;
  /** 'over': it stands for the cell. Default 'below'; wherever it is, it gives way to the edge of the window. */
  side?: 'below' | 'above' | 'over';
};

const gap = 2;

/**
 * Something larger than a cell, at the cell that it is in. In the top layer nothing cuts it off; it moves with the
 * cell when the grid scrolls, and it is a part of it for focus and for assistive technology.
 */
export function CellPopover({ children, className = '', side = 'below', ...rest }: CellPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popover.current!;
    const cell = element.closest<HTMLElement>('[role=gridcell]');
    const place = () => {
      if (cell) placeAt(element, cell.getBoundingClientRect(), side);
    };
    if (hasTopLayer) element.showPopover();
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [side]);
  return (
    <div
      {...rest}
      ref={popover}
      popover={hasTopLayer ? 'manual' : undefined}
      className={`rh-cell-popover ${className}`}
    >
      {children}
    </div>
  );
}

const hasTopLayer = typeof HTMLElement !== 'undefined' && 'showPopover' in HTMLElement.prototype;

function placeAt(element: HTMLElement, cell: DOMRect, side: NonNullable<CellPopoverProps['side']>) {
  element.style.minWidth = `${Math.min(cell.width, window.innerWidth - 2 * gap)}px`;
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = cell.bottom + gap;
  const above = cell.top - gap - height;
  const fitsBelow = below + height <= window.innerHeight;
  const wished = {
    over: cell.top,
    below: fitsBelow || above < 0 ? below : above,
    above: above < 0 ? below : above,
  };
  const within = (at: number, size: number, room: number) => Math.max(gap, Math.min(at, room - size - gap));
  element.style.left = `${within(cell.left, width, window.innerWidth)}px`;
  element.style.top = `${within(wished[side], height, window.innerHeight)}px`;
}
