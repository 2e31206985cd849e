// Which cell's object stands beside the grid. Outside React, as cells open it and the panel decides whether it may go.
import type { RecordRow } from '../record-row.ts';

export type OpenedObject = {
  /** As it was when it was opened, or as it was saved since. */
  readonly record: RecordRow;
  readonly key: string;
  /** Rises with each time that it is opened. */
  readonly asked: number;
};

export type OpenObjectStore = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => OpenedObject | null;
  /** Asks first where something would be lost. */
  readonly open: (record: RecordRow, key: string) => Promise<void>;
  readonly close: () => void;
  /** Shows the record as it is now, if it is this one. */
  readonly take: (records: readonly RecordRow[]) => void;
  readonly setMayLeave: (ask: (() => Promise<boolean>) | null) => void;
};

export function createOpenObject(): OpenObjectStore {
  const listeners = new Set<() => void>();
  let opened: OpenedObject | null = null;
  let mayLeave: (() => Promise<boolean>) | null = null;
  const set = (next: OpenedObject | null) => {
    opened = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => opened,
    async open(record, key) {
      const isSame = opened?.record.id === record.id && opened.key === key;
      if (!isSame && mayLeave !== null && !(await mayLeave())) return;
      set({ record, key, asked: (opened?.asked ?? 0) + 1 });
    },
    close: () => set(null),
    take(records) {
      const own = records.find(({ id }) => id === opened?.record.id);
      if (opened && own) set({ ...opened, record: own });
    },
    setMayLeave(ask) {
      mayLeave = ask;
    },
  };
}
