// The document in a window of its own, which follows what this tab is at. The window reads the record by itself, under its
// own session: what both tell each other are ids, pages and places. They speak over a channel of this origin whose name
// holds the person, the company and a random key.
import type { TakingField } from '@rowhouse/domain/documents/read-taken-value.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { getSession } from '../../platform/session.ts';
import { tabWindow } from '../../platform/storage/tab-window.ts';
import { createObserved, type Observed } from '../../platform/observed.ts';
import type { DocumentPlace, PlaceMark } from './document-place.ts';
import type { TakenPlace } from './taking.ts';

/** A field that can be aimed at, as it goes from window to window. */
export type SentTarget = TakingField & {
  readonly key: string;
  readonly whyNot: string | null;
};

/** What the tab is at. */
export type DocumentSight = {
  readonly recordTypeId: number;
  readonly recordId: number;
  /** Null: the record has no document. */
  readonly fileId: number | null;
  readonly page: number;
  readonly target: SentTarget | null;
  readonly marks: readonly PlaceMark[];
  /** A place that somebody asked to see; `count` tells one asking from the next. */
  readonly shown: (DocumentPlace & { readonly count: number }) | null;
};

type ToWindow =
  | { readonly kind: 'at'; readonly at: DocumentSight }
  | { readonly kind: 'are you there' }
  | { readonly kind: 'close' };

export type FromWindow =
  | { readonly kind: 'here' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'paged'; readonly recordId: number; readonly page: number; readonly pages: number }
  | { readonly kind: 'taken'; readonly recordId: number; readonly place: TakenPlace };

const channelOf = (link: string): BroadcastChannel => {
  const { personId, tenantId } = getSession();
  return new BroadcastChannel(`document-window:${tenantId ?? ''}:${personId ?? ''}:${link}`);
};

/** How long a window that was reloaded, or that this tab remembers, has to say that it is there. */
const patienceMs = 4000;
const watchMs = 250;

export type DocumentWindow = {
  readonly isOpen: Pick<Observed<boolean>, 'get' | 'subscribe'>;
  /** @returns false when the browser did not allow it */
  readonly open: (hrefOf: (link: string) => string) => boolean;
  readonly toFront: () => void;
  readonly bringBack: () => void;
  readonly tell: (at: DocumentSight) => void;
  readonly onSaid: (listener: (said: FromWindow) => void) => () => void;
};

function createDocumentWindow(): DocumentWindow {
  const isOpen = createObserved(false);
  const listeners = new Set<(said: FromWindow) => void>();
  const kept = tabWindow();
  let link: string | null = null;
  let channel: BroadcastChannel | null = null;
  let handle: Window | null = null;
  let at: DocumentSight | null = null;
  let watch: ReturnType<typeof setInterval> | undefined;
  /** Until when somebody has to answer; null while that is known. */
  let deadline: number | null = null;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const send = (message: ToWindow) => channel?.postMessage(message);

  function close() {
    clearInterval(watch);
    channel?.close();
    channel = null;
    handle = null;
    link = null;
    deadline = null;
    kept.write(null);
    isOpen.set(false);
  }

  /** Whoever closes a window may not have the time to say so. */
  function look() {
    if (handle?.closed === true || (deadline !== null && performance.now() > deadline)) close();
  }

  function listen(name: string) {
    link = name;
    channel = channelOf(name);
    channel.addEventListener('message', ({ data }: MessageEvent<FromWindow>) => {
      if (data.kind === 'gone') deadline = performance.now() + patienceMs;
      if (data.kind === 'here') {
        deadline = null;
        if (at !== null) send({ kind: 'at', at });
      }
      for (const listener of listeners) listener(data);
    });
    kept.write(name);
    watch = setInterval(look, watchMs);
    isOpen.set(true);
  }

  const remembered = kept.read();
  if (remembered !== null) {
    listen(remembered);
    deadline = performance.now() + patienceMs;
    send({ kind: 'are you there' });
  }

  return {
    isOpen,
    open(hrefOf) {
      const name = link ?? makeRandomKey();
      // Not without its opener: a window that is blocked, or closed, shows by it alone.
      const opened = window.open(hrefOf(name), `rowhouse-${name}`, 'popup,width=900,height=1000');
      if (opened === null || opened.closed) return false;
      if (link === null) listen(name);
      handle = opened;
      return true;
    },
    toFront: () => handle?.focus(),
    bringBack() {
      send({ kind: 'close' });
      // A message is delivered also when the channel is closed right after.
      close();
    },
    tell(next) {
      at = next;
      send({ kind: 'at', at });
    },
    onSaid(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const windows = new Map<string, DocumentWindow>();

/** That of this tab, for the person and the company in which it stands. */
export function documentWindow(): DocumentWindow {
  const { personId, tenantId } = getSession();
  const owner = `${tenantId ?? ''} ${personId ?? ''}`;
  const found = windows.get(owner) ?? createDocumentWindow();
  windows.set(owner, found);
  return found;
}

type FollowedTab = { readonly say: (message: FromWindow) => void; readonly leave: () => void };

/** In the window: what the tab that opened it is at, and that it wants the document back. */
export function followTab(
  link: string,
  {
    onAt,
    onClose,
    onAsked,
  }: {
    onAt: (at: DocumentSight) => void;
    onClose: () => void;
    /** The tab was loaded anew, and knows nothing. */
    onAsked: () => void;
  },
): FollowedTab {
  const channel = channelOf(link);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const say = (message: FromWindow) => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<ToWindow>) => {
    if (data.kind === 'at') onAt(data.at);
    if (data.kind === 'are you there') {
      say({ kind: 'here' });
      onAsked();
    }
    if (data.kind === 'close') onClose();
  });
  const sayGone = () => say({ kind: 'gone' });
  window.addEventListener('pagehide', sayGone);
  say({ kind: 'here' });
  return {
    say,
    leave() {
      window.removeEventListener('pagehide', sayGone);
      channel.close();
    },
  };
}
