import type { PointerEvent, SyntheticEvent } from 'react';

const longMs = 500;
/** A finger that moves further scrolls. */
const stillPixels = 10;

let timer: ReturnType<typeof setTimeout> | undefined;
let began: { x: number; y: number } | null = null;
let wasLong = false;

function stop() {
  clearTimeout(timer);
  began = null;
}

/** Handlers of what a finger may rest on. There is one finger at a time, so there is one timer. */
export function onLongPress(run: () => void) {
  return {
    onPointerDown: (event: PointerEvent) => {
      stop();
      wasLong = false;
      if (event.pointerType === 'mouse') return;
      began = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        wasLong = true;
        run();
      }, longMs);
    },
    onPointerMove: (event: PointerEvent) => {
      if (began && Math.hypot(event.clientX - began.x, event.clientY - began.y) > stillPixels) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The browser's own menu of a link would come at the same moment. */
    onContextMenu: (event: SyntheticEvent) => {
      if (began !== null || wasLong) event.preventDefault();
    },
    /** Whether the click that ends the press was none. Asked once. */
    isOver: () => {
      const was = wasLong;
      wasLong = false;
      return was;
    },
  };
}
