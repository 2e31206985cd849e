const ofObject = 24;
const ofEntry = 8;
/** A place in the table of a Map or Set: key, value, the next of its chain, and room to grow. */
const ofPlace = 40;
const ofString = 16;

/** About how much memory a value holds, what it holds twice counted once. Of plain objects, arrays, Maps, Sets and text. */
export function estimateBytes(value: unknown): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += ofString + next.length;
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    bytes += ofObject;
    if (next instanceof Map) {
      bytes += next.size * ofPlace;
      for (const [key, item] of next) waiting.push(key, item);
    } else if (next instanceof Set) {
      bytes += next.size * ofPlace;
      for (const item of next) waiting.push(item);
    } else {
      const items: unknown[] = Array.isArray(next) ? next : Object.values(next);
      bytes += items.length * ofEntry;
      for (const item of items) waiting.push(item);
    }
  }
  return bytes;
}
