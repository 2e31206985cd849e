import { useEffect, useRef, type KeyboardEvent } from 'react';

const places = '[data-stop]';

const arrows = { vertical: ['ArrowDown', 'ArrowUp'], horizontal: ['ArrowRight', 'ArrowLeft'] } as const;

/**
 * A list of links or buttons as one stop of the Tab key: the arrows, Home and End move within it. Put what it answers on
 * the list, and data-stop on what is walked.
 */
export function useOneTabStop<Element extends HTMLElement>(
  direction: 'vertical' | 'horizontal' = 'vertical',
) {
  const [forward, back] = arrows[direction];
  const list = useRef<Element>(null);
  useEffect(() => {
    const stops = stopsOf(list.current);
    const current = stops.find((stop) => stop.tabIndex === 0) ?? stops[0];
    for (const stop of stops) stop.tabIndex = stop === current ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const stops = stopsOf(list.current);
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (at === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { [forward]: at + 1, [back]: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    const next = to === undefined ? undefined : stops[to];
    if (to === undefined) return;
    event.preventDefault();
    if (next === undefined) return;
    for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1;
    next.focus();
  };
  return { ref: list, onKeyDown };
}

const stopsOf = (list: HTMLElement | null): HTMLElement[] =>
  [...(list?.querySelectorAll<HTMLElement>(places) ?? [])].filter((stop) => stop.checkVisibility?.() ?? true);
