import type { AboutOpportunity } from './order-files-worker.ts';
import { useEffect, useState } from 'react';
import type { OrderFilesState } from './use-order-files.ts';

const unknown = { opportunity: null, offered: [], isGone: false } as const;

/** What the files say of the chosen opportunity. */
export function useOpportunity(files: OrderFilesState, chosen: string) {
  const [known, setKnown] = useState<{ readonly of: string; readonly about: AboutOpportunity } | null>(null);
  const opened = files.state === 'ready' ? files.files : null;
  useEffect(() => {
    if (opened === null || chosen === '') return undefined;
    let isOver = false;
    const ask = async () => {
      const about = await opened.about(chosen);
      if (!isOver) setKnown({ of: chosen, about });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [opened, chosen]);
  if (known === null || known.of !== chosen || chosen === '') return unknown;
  const { opportunity, options } = known.about;
  return { opportunity, offered: options, isGone: opportunity === null };
}
