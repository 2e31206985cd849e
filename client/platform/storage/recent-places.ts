// Where a person was last in a company, for the start page and the palette. It belongs to one person in one tenant, and
// goes when that person signs out.
import { getSession, subscribeToSession } from '../session.ts';
import { findOwnKey } from './own-key.ts';

export type RecentPlace = { readonly path: string; readonly name: string; readonly atMs: number };

const prefix = 'recent-places:';
const most = 8;

const isPlace = (value: unknown): value is RecentPlace => {
  if (typeof value !== 'object' || value === null) return false;
  const { path, name, atMs } = value as Record<string, unknown>;
  return typeof path === 'string' && typeof name === 'string' && typeof atMs === 'number';
};

/** The last first. */
export function listRecentPlaces(): readonly RecentPlace[] {
  const key = findOwnKey(prefix);
  if (key === null) return [];
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    return [];
  }
}

export function rememberPlace(path: string, name: string): void {
  const key = findOwnKey(prefix);
  if (key === null) return;
  try {
    const others = listRecentPlaces().filter((place) => place.path !== path);
    const kept = [{ path, name, atMs: Date.now() }, ...others].slice(0, most);
    window.localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage nothing is offered.
  }
}

subscribeToSession(() => {
  if (!getSession().leftOnPurpose) return;
  try {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(prefix)) window.localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
});
