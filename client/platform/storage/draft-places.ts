// Where several windows may be at work on drafts of one name, each has a place of its own, which it holds by a lock while it is
// there: none writes over what another has typed. What a window left behind is gone on with in the next one that opens.
import { hasDraft, keyOf } from './drafts.ts';

export type DraftPlace = {
  /** The name of the draft here. */
  readonly name: string;
  /** Another window that is open has something under this name, which is not shown here. */
  readonly isBeside: boolean;
  readonly leave: () => void;
};

const most = 20;

/** The window takes one place at a time, after those that it has left are free: else it met itself as another window. */
let underWay: Promise<unknown> = Promise.resolve();
const leaving = new Set<Promise<unknown>>();

export function takeDraftPlace(name: string): Promise<DraftPlace> {
  const taken = underWay.then(async () => {
    await Promise.all(leaving);
    return takePlace(name);
  });
  underWay = taken.catch(() => undefined);
  return taken;
}

async function takePlace(name: string): Promise<DraftPlace> {
  // Only where the page was loaded safely; elsewhere there is one place.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  const names = Array.from({ length: most }, (_, index) => (index === 0 ? name : `${name}:${index + 1}`));
  if (locks === undefined) return { name, isBeside: false, leave: () => undefined };
  const own = readOwn(name);
  const isFull = (place: string) => hasDraft(place, 'browser');
  const isOwn = (place: string) => place === own;
  // What this window had before it was loaded anew, then what others left, then an empty one.
  const inTurn = [
    ...names.filter((place) => isFull(place) && isOwn(place)),
    ...names.filter((place) => isFull(place) && !isOwn(place)),
    ...names.filter((place) => !isFull(place)),
  ];
  let isBeside = false;
  for (const place of inTurn) {
    const leave = await hold(locks, keyOf(place));
    if (leave !== null) {
      writeOwn(name, place);
      return { name: place, isBeside, leave };
    }
    isBeside ||= isFull(place);
  }
  return { name, isBeside, leave: () => undefined };
}

/** Answers how to let go; null where another window holds it. */
const hold = (locks: LockManager, key: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    const held = locks
      .request(key, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((letGo) =>
          resolve(() => {
            const isFree = held.finally(() => leaving.delete(isFree));
            leaving.add(isFree);
            letGo();
          }),
        );
      })
      .catch(() => resolve(null));
  });

const ownKey = (name: string): string => `draft-place:${keyOf(name)}`;

function readOwn(name: string): string | null {
  try {
    return window.sessionStorage.getItem(ownKey(name));
  } catch {
    return null;
  }
}

function writeOwn(name: string, place: string): void {
  try {
    window.sessionStorage.setItem(ownKey(name), place);
  } catch {
    // Then the first place that is free is taken.
  }
}
