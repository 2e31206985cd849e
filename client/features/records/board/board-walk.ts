// Walking the cards of a board by arrows. The cards say where they stand; only those near the view are there.

const stopsOf = (root: HTMLElement, column: number): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(`[data-stop][data-column="${column}"]`),
];
const columnOf = ({ dataset }: HTMLElement): number => Number(dataset['column']);
const indexOf = ({ dataset }: HTMLElement): number => Number(dataset['index']);

/** True when the key means a step, also one that leads nowhere. */
export function walk(root: HTMLElement | null, from: HTMLElement, key: string): boolean {
  if (root === null) return false;
  const isCard = indexOf(from) >= 0;
  switch (key) {
    case 'ArrowDown':
      return go(nearest(root, from, 1));
    case 'ArrowUp':
      return go(nearest(root, from, -1));
    case 'ArrowLeft':
      return go(beside(root, from, -1));
    case 'ArrowRight':
      return go(beside(root, from, 1));
    case 'Home':
      return isCard && go(stopsOf(root, columnOf(from)).find((stop) => indexOf(stop) >= 0));
    case 'End':
      return isCard && go(stopsOf(root, columnOf(from)).at(-1));
    default:
      return false;
  }
}

function go(to: HTMLElement | undefined): true {
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

/** The next one of the same column; a card that is on its way elsewhere is passed over. */
function nearest(root: HTMLElement, from: HTMLElement, way: 1 | -1): HTMLElement | undefined {
  const further = stopsOf(root, columnOf(from)).filter((stop) => (indexOf(stop) - indexOf(from)) * way > 0);
  return further.toSorted((one, other) => (indexOf(one) - indexOf(other)) * way)[0];
}

/** In the neighbouring column the card at the same height, or its number where it has none. */
function beside(root: HTMLElement, from: HTMLElement, way: 1 | -1): HTMLElement | undefined {
  const [head, ...cards] = stopsOf(root, columnOf(from) + way);
  if (indexOf(from) < 0) return head;
  const middleOf = (stop: HTMLElement) => {
    const { top, height } = stop.getBoundingClientRect();
    return top + height / 2;
  };
  const height = middleOf(from);
  const seen = cards.filter((card) => isInSight(card));
  return (
    seen.toSorted((one, other) => Math.abs(middleOf(one) - height) - Math.abs(middleOf(other) - height))[0] ??
    head
  );
}

function isInSight(card: HTMLElement): boolean {
  const scroller = card.closest('[role=list]')?.parentElement?.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  return scroller !== undefined && bottom > scroller.top && top < scroller.bottom;
}

/** Once it stands in its new column. */
export function focusCard(root: HTMLElement | null, recordId: number): void {
  requestAnimationFrame(() => {
    go(root?.querySelector<HTMLElement>(`[data-stop][data-record="${recordId}"]`) ?? undefined);
  });
}
