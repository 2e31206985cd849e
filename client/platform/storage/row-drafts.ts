// What was changed in rows of a grid and not saved: kept over reload, expiry and a crash, until it is saved, discarded
// or thirty days old. It belongs to one person in one tenant, and goes when that person signs out.
// A tab that is alive holds a lock under its name: what it edits now is not offered to another tab.
import { makeRandomKey } from '../random-key.ts';
import { getSession, subscribeToSession } from '../session.ts';

export type RowDraft = {
  /** The version of the record that the changes were made from. */
  readonly version: number;
  /** What the record held then, and what of it was changed, by field. */
  readonly original: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly tab: string;
};

const prefix = 'row-draft:';
const oldestMs = 30 * 24 * 60 * 60 * 1000;
/** Of all drafts together, in characters: browsers give about five million to a whole site. */
const mostCharacters = 2_000_000;

const tab = makeRandomKey();
const lockName = (name: string) => `rowhouse-tab:${name}`;
// Only where the page was loaded safely; elsewhere every draft is offered.
void globalThis.navigator?.locks
  ?.request(lockName(tab), () => new Promise<never>(() => undefined))
  .catch(() => undefined);

const personPrefix = (email: string | null): string => `${prefix}${encodeURIComponent(email ?? '')}:`;
const typePrefix = (recordTypeId: number): string => {
  const { tenantId, email } = getSession();
  return `${personPrefix(email)}${encodeURIComponent(tenantId ?? '')}:${recordTypeId}:`;
};

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

function isRowDraft(value: unknown): value is RowDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { version, original, values, keptAt, tab: owner } = value as Record<string, unknown>;
  return (
    typeof version === 'number' &&
    typeof keptAt === 'number' &&
    typeof owner === 'string' &&
    isTexts(original) &&
    isTexts(values)
  );
}

function read(key: string): RowDraft | null {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isRowDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function keysWith(start: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}

/** By record id: those of the type that no living tab is at work on, but for this one where it left its own. */
export async function listRowDrafts(
  recordTypeId: number,
  withOwn = false,
): Promise<ReadonlyMap<number, RowDraft>> {
  const start = typePrefix(recordTypeId);
  const living = await listLivingTabs();
  const drafts = new Map<number, RowDraft>();
  for (const key of keysWith(start)) {
    const draft = read(key);
    if (draft === null || Date.now() - draft.keptAt > oldestMs) remove(key);
    else if (!living.has(draft.tab) || (withOwn && draft.tab === tab))
      drafts.set(Number(key.slice(start.length)), draft);
  }
  return drafts;
}

async function listLivingTabs(): Promise<ReadonlySet<string>> {
  const state = await globalThis.navigator?.locks?.query().catch(() => undefined);
  const names = (state?.held ?? []).map(({ name }) => name ?? '');
  return new Set(
    names.filter((name) => name.startsWith(lockName(''))).map((name) => name.slice(lockName('').length)),
  );
}

/** Null forgets a record's draft. False when the browser could not keep all of them. */
export function keepRowDrafts(
  recordTypeId: number,
  drafts: ReadonlyMap<number, Pick<RowDraft, 'version' | 'original' | 'values'> | null>,
): boolean {
  const start = typePrefix(recordTypeId);
  let isKept = true;
  for (const [id, draft] of drafts) {
    const key = `${start}${id}`;
    if (draft === null) remove(key);
    else isKept = store(key, JSON.stringify({ ...draft, keptAt: Date.now(), tab })) && isKept;
  }
  makeRoom(mostCharacters);
  return isKept;
}

function store(key: string, text: string): boolean {
  for (const room of [null, mostCharacters / 2, 0]) {
    if (room !== null) makeRoom(room, key);
    try {
      window.localStorage.setItem(key, text);
      return true;
    } catch {
      // Full: the oldest drafts give way, and it is tried again.
    }
  }
  return false;
}

/** The oldest go first; of those that this tab works on none goes. */
function makeRoom(most: number, spared = ''): void {
  const kept = keysWith(prefix).map((key) => ({ key, draft: read(key), size: sizeOf(key) }));
  let total = kept.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return;
  const oldestFirst = kept.toSorted((one, other) => (one.draft?.keptAt ?? 0) - (other.draft?.keptAt ?? 0));
  for (const { key, draft, size } of oldestFirst) {
    if (total <= most) return;
    if (key === spared || draft?.tab === tab) continue;
    remove(key);
    total -= size;
  }
}

function sizeOf(key: string): number {
  try {
    return key.length + (window.localStorage.getItem(key)?.length ?? 0);
  } catch {
    return 0;
  }
}

let person = getSession().email;
subscribeToSession(() => {
  const { email, leftOnPurpose } = getSession();
  if (leftOnPurpose && person !== null) for (const key of keysWith(personPrefix(person))) remove(key);
  person = email;
});
