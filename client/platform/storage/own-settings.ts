// What a person has set in this browser, for each company: it outlives the session, and holds no value of a record.
import { findOwnKey } from './own-key.ts';

/** Lasts as long as the page where the browser refuses storage. */
const substitute = new Map<string, string>();

export function readOwnSetting<Value>(
  name: string,
  accepts: (value: unknown) => value is Value,
): Value | null {
  const key = findOwnKey('own:', name);
  if (key === null) return null;
  try {
    const text = window.localStorage.getItem(key) ?? substitute.get(key);
    const value: unknown = JSON.parse(text ?? 'null');
    return accepts(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null takes it away. */
export function writeOwnSetting(name: string, value: object | null): void {
  const key = findOwnKey('own:', name);
  if (key === null) return;
  substitute.delete(key);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    if (value !== null) substitute.set(key, JSON.stringify(value));
  }
}
