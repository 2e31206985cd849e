// One menu for all rows and for the header: it is placed at what asked for it and rendered once.
// A disabled item can be reached and says why.
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface GridMenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Set: the item is shown disabled, with this reason under it. */
  disabledReason?: string;
  onSelect: () => void;
}

export interface MenuAnchor {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface GridMenuProps {
  label: string;
  items: readonly GridMenuItem[];
  anchor: MenuAnchor;
  onClose: () => void;
}

const gap = 4;
const hasTopLayer = 'showPopover' in HTMLElement.prototype;

export function GridMenu({ label, items, anchor, onClose }: GridMenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current!;
    // In the top layer: nothing around the grid cuts it off, and it stays within the page's landmarks.
    if (hasTopLayer) element.showPopover();
    placeBeside(element, anchor);
    focusItem(element, 0);
  }, [anchor]);

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    const options = { capture: true };
    document.addEventListener('pointerdown', closeOutside, options);
    // What was scrolled by the key before is told at the beginning of the next frame, and is no reason to close.
    const frame = requestAnimationFrame(() => document.addEventListener('scroll', closeOutside, options));
    window.addEventListener('resize', onClose);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('pointerdown', closeOutside, options);
      document.removeEventListener('scroll', closeOutside, options);
      window.removeEventListener('resize', onClose);
    };
  }, [onClose]);

  function choose(item: GridMenuItem) {
    if (item.disabledReason !== undefined) return;
    onClose();
    item.onSelect();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const element = menu.current!;
    const at = itemsOf(element).indexOf(document.activeElement as HTMLElement);
    const target = nextItem(event.key, at, items);
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (target !== undefined) focusItem(element, target);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      popover={hasTopLayer ? 'manual' : undefined}
      aria-label={label}
      className="rh-menu"
      onKeyDown={onKeyDown}
    >
      {items.map((item) => {
        const reasonId = item.disabledReason === undefined ? undefined : `rh-menu-reason-${item.id}`;
        return (
          <button
            key={item.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="rh-menu-item"
            aria-disabled={item.disabledReason === undefined ? undefined : true}
            aria-describedby={reasonId}
            onClick={() => choose(item)}
          >
            {item.icon && (
              <span aria-hidden="true" className="rh-menu-icon">
                {item.icon}
              </span>
            )}
            <span>
              {item.label}
              {item.disabledReason !== undefined && (
                <span id={reasonId} className="rh-menu-reason">
                  {item.disabledReason}
                </span>
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function nextItem(key: string, at: number, items: readonly GridMenuItem[]): number | undefined {
  const { length } = items;
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const typed = key.toLowerCase();
  const found = items.findIndex((_, step) =>
    items[(at + 1 + step) % length]!.label.toLowerCase().startsWith(typed),
  );
  return found < 0 ? undefined : (at + 1 + found) % length;
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

function focusItem(menu: HTMLElement, index: number) {
  itemsOf(menu)[index]?.focus();
}

/** Under the anchor and in line with its left edge, or on the other side where there is no room. */
function placeBeside(menu: HTMLElement, anchor: MenuAnchor) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const fitsRight = anchor.left + width + gap <= window.innerWidth;
  const left = fitsRight ? anchor.left : anchor.right - width;
  const fitsBelow = anchor.bottom + gap + height <= window.innerHeight;
  const top = fitsBelow ? anchor.bottom + gap : anchor.top - gap - height;
  menu.style.left = `${Math.max(gap, left)}px`;
  menu.style.top = `${Math.max(gap, top)}px`;
}
