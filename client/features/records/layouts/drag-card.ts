// A card dragged by mouse or pen. While it lasts a copy of it follows the pointer, and nothing is rendered but the column
// under it. A finger scrolls: it moves cards by the menu.
import type { PointerEvent } from 'react';
import { dragThreshold, followPointer, swallowNextClick } from '../../../ui/follow-pointer.ts';
import styles from './layouts.module.css';

const scrollEdge = 48;
const scrollStep = 14;

type CardDrag = {
  /** What scrolls sideways, or not at all. */
  readonly frame: HTMLElement;
  /** What may be dropped on, by its data attribute. */
  readonly places: string;
  /** @returns false where the card cannot be lifted */
  readonly onLift: (recordId: number) => boolean;
  readonly onOver: (place: HTMLElement | null) => void;
  readonly onDrop: (place: HTMLElement | null) => void;
};

export function dragCard(event: PointerEvent, { frame, places, onLift, onOver, onDrop }: CardDrag): void {
  const target = event.target as Element;
  const card = target.closest<HTMLElement>('[data-card]');
  if (event.button !== 0 || event.pointerType === 'touch') return;
  if (card === null || target.closest('[data-actions]') !== null) return;
  const { clientX: startX, clientY: startY } = event;
  const rect = card.getBoundingClientRect();
  let copy: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  let isRefused = false;
  followPointer({
    onMove({ clientX, clientY }) {
      if (isRefused) return;
      if (copy === null) {
        if (Math.hypot(clientX - startX, clientY - startY) < dragThreshold) return;
        isRefused = !onLift(Number(card.dataset['record']));
        if (isRefused) return;
        copy = makeCopy(card, rect);
        frame.append(copy);
      }
      copy.style.transform = `translate(${clientX - startX}px, ${clientY - startY}px) rotate(2deg)`;
      scrollAtEdges(frame, clientX);
      const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(places) ?? null;
      const next = found !== null && frame.contains(found) ? found : null;
      if (next === over) return;
      over = next;
      onOver(over);
    },
    onEnd(isDropped) {
      if (copy === null) return;
      copy.remove();
      swallowNextClick();
      onDrop(isDropped ? over : null);
    },
  });
}

function makeCopy(card: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  for (const element of [copy, ...copy.querySelectorAll<HTMLElement>('*')])
    for (const name of ['data-stop', 'data-record', 'data-card', 'data-actions', 'tabindex'])
      element.removeAttribute(name);
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  copy.classList.add(styles.dragged!);
  Object.assign(copy.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return copy;
}

function scrollAtEdges(frame: HTMLElement, clientX: number): void {
  const { left, right } = frame.getBoundingClientRect();
  if (clientX < left + scrollEdge) frame.scrollLeft -= scrollStep;
  if (clientX > right - scrollEdge) frame.scrollLeft += scrollStep;
}
