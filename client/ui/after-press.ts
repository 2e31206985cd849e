// What a press began by leaving an input is said after it: a sentence below that input moves what stands under the finger,
// and the press would hit nothing.

let isPressed = false;
let waiting: (() => void)[] = [];

function end() {
  isPressed = false;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}

if (typeof window !== 'undefined') {
  const options = { capture: true, passive: true };
  window.addEventListener('mousedown', ({ button }) => (isPressed = button === 0), options);
  // The click comes with it, and is over then.
  for (const name of ['mouseup', 'dragend'] as const)
    window.addEventListener(name, () => setTimeout(end, 0), options);
  // A press whose end was not told, as above a menu of the browser.
  window.addEventListener('keydown', end, options);
}

/** At once, unless a button of the mouse or a finger is down. */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
