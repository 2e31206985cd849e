// From where this tab changes records, which the server keeps with each change.
import type { ClientSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { useEffect } from 'react';

let screen: ClientSource | null = null;
let undosUnderWay = 0;

/** What goes out with a call. */
export const getChangeSource = (): ClientSource | null => (undosUnderWay > 0 ? 'UNDO' : screen);

/** While the component stands, changes come from this screen. */
export function useScreenSource(source: ClientSource): void {
  useEffect(() => {
    const before = screen;
    screen = source;
    return () => {
      screen = before;
    };
  }, [source]);
}

/** What is sent until the work settles takes something back. The screen lets nothing else be saved meanwhile. */
export async function asUndo<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  undosUnderWay += 1;
  try {
    return await work();
  } finally {
    undosUnderWay -= 1;
  }
}
