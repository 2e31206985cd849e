// The one way to say something in passing. `snackbars.success('Changes Saved!')` works from anywhere; the host is
// mounted once, at the root. What is said before its stage has come is said when it comes (late-parts.tsx).
import { useSyncExternalStore, type ReactNode } from 'react';
import { SnackbarStage } from './late-parts.tsx';

/** Specification 9, in milliseconds. */
export const durations = { standard: 6000, alert: 3000, success: 1000, centred: 1500 };

export type Tone = 'info' | 'success' | 'warning' | 'error';

/** One thing that can be done about what was said. It stays to be reached as long as anything that is read. */
export type SnackbarAction = { readonly label: string; readonly run: () => void };

export type Said = {
  readonly message: string;
  readonly tone: Tone;
  /** How long it stays, in milliseconds. */
  readonly ms: number;
  readonly action?: SnackbarAction | undefined;
  readonly isCentred?: boolean;
};

export const snackbars = {
  info: (message: string) => say({ message, tone: 'info', ms: durations.standard }),
  success: (message: string, action?: SnackbarAction) =>
    say({ message, tone: 'success', ms: action ? durations.standard : durations.success, action }),
  /** @param title stands above the message */
  warning: (message: string, title?: string) =>
    say({
      message: title === undefined ? message : `${title}\n${message}`,
      tone: 'warning',
      ms: durations.alert,
    }),
  error: (message: string, action?: SnackbarAction) =>
    say({ message, tone: 'error', ms: action ? durations.standard : durations.alert, action }),
  /** In the middle of the lower edge, for a word that belongs to the whole page. */
  centred: (message: string) => say({ message, tone: 'info', ms: durations.centred, isCentred: true }),
};

let waiting: readonly Said[] = [];
let show: ((said: Said) => void) | null = null;
const listeners = new Set<() => void>();

function say(said: Said): void {
  if (show !== null) return show(said);
  waiting = [...waiting, said];
  for (const listen of listeners) listen();
}

/** The stage says what has waited for it, and from then on what is said. Answers how it leaves. */
export function takeSaid(take: (said: Said) => void): () => void {
  show = take;
  for (const said of waiting) take(said);
  waiting = [];
  return () => {
    show = null;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was said is seen over the page; nothing of it is loaded before the first word. */
export function SnackbarHost({ children }: { children?: ReactNode }) {
  const isNeeded = useSyncExternalStore(subscribe, () => waiting.length > 0 || show !== null);
  return (
    <>
      {children}
      {isNeeded && <SnackbarStage />}
    </>
  );
}
