// When the person last did anything in this page. A session that nobody uses ends (docs/decisions/152), and pages ask by
// themselves when others change things: calls say for how long nobody has touched the page.
import { idleHeader, stillHereEveryMs } from '@rowhouse/domain/identity/limits.ts';

const acts = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

// A page is opened by somebody.
let lastActAt = Date.now();
/** When the server last heard that somebody is here. */
let lastToldAt = Date.now();

/** What goes out with every call; nothing while somebody is here. */
export function idleHeaders(): Record<string, string> {
  const now = Date.now();
  const idleMs = now - lastActAt;
  if (idleMs >= stillHereEveryMs) return { [idleHeader]: String(Math.floor(idleMs / 1000)) };
  lastToldAt = now;
  return {};
}

/** Calls back when somebody does something and the server has not heard of them for a while. Answers how to stop. */
export function watchPerson(tell: () => void): () => void {
  const act = (): void => {
    lastActAt = Date.now();
    if (lastActAt - lastToldAt < stillHereEveryMs) return;
    lastToldAt = lastActAt;
    tell();
  };
  const options = { capture: true, passive: true };
  for (const name of acts) window.addEventListener(name, act, options);
  return () => {
    for (const name of acts) window.removeEventListener(name, act, options);
  };
}
