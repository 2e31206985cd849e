// The last thing that was done, and how it is taken back: for a minute, once, by the button of its message or by Ctrl+Z.
import { asUndo } from '../platform/change-source.ts';
import { toSentence } from '../platform/request-failure.ts';
import { snackbars } from '../ui/snackbars.tsx';

const undoMs = 60_000;

type TakeBack = () => void | Promise<void>;
type Deed = { readonly takeBack: TakeBack; readonly until: number; isTaken: boolean };

export type LastDeed = ReturnType<typeof createLastDeed>;

export function createLastDeed() {
  let last: Deed | null = null;

  async function undoDeed(deed: Deed): Promise<void> {
    if (deed.isTaken || Date.now() > deed.until) return;
    deed.isTaken = true;
    if (last === deed) last = null;
    try {
      await asUndo(deed.takeBack);
    } catch (failure) {
      // Nothing says that it was done: it can be tried again.
      deed.isTaken = false;
      last ??= deed;
      snackbars.error(`Not undone: ${toSentence(failure)}`);
    }
  }

  function remember(takeBack: TakeBack): Deed {
    last = { takeBack, until: Date.now() + undoMs, isTaken: false };
    return last;
  }

  return {
    remember: (takeBack: TakeBack): void => void remember(takeBack),
    /** Says what was done, with the way back. */
    tell(words: string, takeBack: TakeBack): void {
      const deed = remember(takeBack);
      snackbars.success(words, { label: 'Undo', run: () => void undoDeed(deed) });
    },
    undo: async (): Promise<void> => {
      if (last !== null) await undoDeed(last);
    },
  };
}
