import './sticky-bar.css';

const room = '--rh-bar-room';
const air = 8;

/** A browser brings a text of several lines to its caret and passes over its margin. */
const isLong = (element: Element | null): boolean => element instanceof HTMLTextAreaElement;

/**
 * As the ref of a bar with data-sticky-bar, which stays at the foot of the page: the page keeps as much room as the bar takes,
 * however its words wrap, so that what the keyboard comes to stands above it. So does what has the focus when the bar comes or grows.
 */
export function stickyBar(bar: HTMLElement | null) {
  if (bar === null) return undefined;
  const place = bar.closest<HTMLElement>('main, [role=dialog]') ?? document.body;
  // Where it stands beside the page it covers nothing.
  const isAtFoot = () => getComputedStyle(bar).bottom !== 'auto';
  const clear = (block: ScrollLogicalPosition) => {
    const { activeElement } = document;
    if (activeElement === null || bar.contains(activeElement) || !isAtFoot()) return;
    const edge = bar.getBoundingClientRect().top;
    const { top, bottom, height } = activeElement.getBoundingClientRect();
    // What is higher than the screen has no place above the bar.
    if (place.contains(activeElement) && height < edge && bottom > edge && top < window.innerHeight)
      activeElement.scrollIntoView({ block });
  };
  const keepRoom = () => {
    // It stays above the padding of what scrolls.
    const below = Number.parseFloat(getComputedStyle(place).paddingBottom) || 0;
    place.style.setProperty(room, `${isAtFoot() ? bar.offsetHeight + below + air : 0}px`);
    clear('nearest');
  };
  const observer = new ResizeObserver(keepRoom);
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && isLong(document.activeElement)) clear('center');
  };
  keepRoom();
  observer.observe(bar);
  document.addEventListener('keyup', onKeyUp);
  return () => {
    observer.disconnect();
    document.removeEventListener('keyup', onKeyUp);
    place.style.removeProperty(room);
  };
}
