import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { DocumentSelection } from '../document-place.ts';
import styles from './pdf-view.module.css';

const gap = 8;

/** Stands under what is selected, or above it where there is no room, and never outside the scene. */
export function SelectionCard({
  selection,
  children,
}: {
  selection: DocumentSelection;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const { left, right, top, bottom } = selection.rectangle;
  useLayoutEffect(() => {
    const element = card.current!;
    const scene = element.parentElement!.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const middle = (left + right) / 2 - scene.left - width / 2;
    const below = bottom - scene.top + gap;
    const above = top - scene.top - gap - height;
    const most = scene.height - height - gap;
    element.style.left = `${Math.max(gap, Math.min(middle, scene.width - width - gap))}px`;
    element.style.top = `${below <= most || above < gap ? Math.max(gap, Math.min(below, most)) : above}px`;
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons have the keys; it keeps a press from ending the selection
    <div
      ref={card}
      className={styles.selectionCard}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}
