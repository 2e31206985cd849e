// The keys of screens, panels and dialogs. A key is declared once, with its words: the declaration is what `useScreenKeys`
// and `usePanelKeys` listen by, and what the key sheet shows.
//
//   const recordKeys = {
//     title: 'On the record page',
//     keys: {
//       turn: { keys: ['Alt+PageUp', 'Alt+PageDown'], does: 'previous, next record', whileTyping: true },
//       edit: { keys: ['E'], does: 'edits the record' },
//       sheet: { keys: ['?'], does: 'this sheet' },
//     },
//   } satisfies NamedKeys;
//   useScreenKeys(recordKeys, { turn: (key) => go(key === 'Alt+PageUp' ? -1 : 1), edit: begin, sheet: openKeySheet });
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { createObserved, type Observed } from '../../platform/observed.ts';
import { areLetterKeysOn } from './letter-keys.ts';

export type KeyWords = {
  /**
   * Modifiers and then the key, as `KeyboardEvent.key` names it: `Ctrl+S` (on a Mac Command as well), `Alt+PageUp`,
   * `Shift+F6`, `?`, `J`. Words that are not listened to may say anything that a person understands: `typing`.
   */
  readonly keys: readonly string[];
  /** What the sheet says after the last of the keys: `outside of edit`. */
  readonly where?: string;
  /** Without it the key is not on the sheet. */
  readonly does?: string;
  /** The key also works in inputs. A letter alone never does. */
  readonly whileTyping?: boolean;
};

/** Keys that are listened to, each by its name, under one title of the sheet. */
export type NamedKeys = { readonly title: string; readonly keys: Readonly<Record<string, KeyWords>> };

/** What the sheet shows under one title; groups with the same title are shown as one. */
export type KeyGroup = NamedKeys | { readonly title: string; readonly keys: readonly KeyWords[] };

/**
 * @param key the one of `keys` that was pressed
 * @returns `'pass'` if the key means nothing here and now: then the next scope outwards, or the browser, has it
 */
export type OnKey = (key: string, event: KeyboardEvent) => unknown;

export type KeyActions<Group extends NamedKeys> = { readonly [Name in keyof Group['keys']]?: OnKey };

type Load = () => Promise<readonly KeyGroup[]>;
type Scope = { readonly level: 'screen' | 'panel' | 'everywhere'; readonly load: Load };

/** What is there now and has keys; the sheet shows them. */
export const keyScopes: Observed<readonly Scope[]> = createObserved<readonly Scope[]>([]);

/** Whether the key sheet is open; `OpenKeySheet` in the layout shows it. */
export const keySheet = createObserved(false);
export const openKeySheet = (): void => keySheet.set(true);

/**
 * Listens on the whole page while the component is there. The keys of the screen are silent in dialogs and menus, and
 * wherever a panel has taken the key before.
 *
 * @param more groups of keys that the sheet shows after `group`, loaded when it opens
 */
export function useScreenKeys<Group extends NamedKeys>(
  group: Group,
  actions: KeyActions<Group>,
  more?: Load,
): void {
  const current = useCurrent({ group, actions });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isInModal(event.target)) return;
      act(event, current.current.group, current.current.actions);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [current]);
  useSheetKeys('screen', async () => [group, ...((await more?.()) ?? [])]);
}

/**
 * The keys of a panel or a dialog: they work while the focus is in its element, and before those of the screen.
 *
 * @param heldBack keys that nothing outside the panel may act on while the focus is in it, besides those it acts on
 * @returns what the element takes as `onKeyDown`, or as `onKeyDownCapture` if the panel is asked before what is in it
 */
export function usePanelKeys<Group extends NamedKeys>(
  group: Group,
  actions: KeyActions<Group>,
  heldBack: readonly string[] = none,
): (event: ReactKeyboardEvent) => void {
  useSheetKeys('panel', async () => [group]);
  return (event) => {
    // React also brings the keys of dialogs that the panel has opened.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const { nativeEvent } = event;
    if (act(nativeEvent, group, actions)) event.stopPropagation();
    else if (heldBack.some((key) => isPressed(key, nativeEvent))) taken.add(nativeEvent);
  };
}

const none: readonly string[] = [];
/** Events that a panel holds back from the screen, and leaves to the browser. */
const taken = new WeakSet<KeyboardEvent>();

/** Puts words of keys on the sheet while the component is there, for what listens by itself. */
export function useSheetKeys(level: Scope['level'], load: Load): void {
  const current = useCurrent(load);
  useEffect(() => {
    const scope: Scope = { level, load: () => current.current() };
    keyScopes.set([...keyScopes.get(), scope]);
    return () => keyScopes.set(keyScopes.get().filter((one) => one !== scope));
  }, [level, current]);
}

function useCurrent<Value>(value: Value) {
  const current = useRef(value);
  useLayoutEffect(() => {
    current.current = value;
  });
  return current;
}

/** True if an action took the key. */
function act(event: KeyboardEvent, group: NamedKeys, actions: KeyActions<NamedKeys>): boolean {
  if (event.defaultPrevented || event.isComposing || taken.has(event)) return false;
  for (const [name, { keys, whileTyping }] of Object.entries(group.keys)) {
    const action = actions[name];
    const key = action && keys.find((one) => isPressed(one, event));
    if (action === undefined || key === undefined) continue;
    if (isTypedInto(event.target) && (whileTyping !== true || isLetter(key))) continue;
    if (isLetter(key) && !areLetterKeysOn()) continue;
    if (action(key, event) === 'pass') continue;
    event.preventDefault();
    return true;
  }
  return false;
}

/** One letter without a modifier: people who speak to their computer can switch these off (WCAG 2.1.4). */
export const isLetter = (key: string): boolean => /^[a-z]$/i.test(key);

function isPressed(combination: string, event: KeyboardEvent): boolean {
  const parts = combination.split('+');
  const key = parts.pop()!;
  const has = (modifier: string) => parts.includes(modifier);
  // What a key prints says already whether Shift was held: `?`.
  const isPrinted = key.length === 1 && !/[a-z]/i.test(key);
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === has('Ctrl') &&
    event.altKey === has('Alt') &&
    (isPrinted || event.shiftKey === has('Shift'))
  );
}

const isInModal = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null;

function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
