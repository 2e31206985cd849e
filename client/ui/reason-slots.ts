import { createContext, type ReactNode } from 'react';

/** Where a page asks its author why: in its header, and at the end of each form of it. Null where nothing is asked. */
export const ReasonSlots = createContext<{ readonly header: ReactNode; readonly form: ReactNode } | null>(
  null,
);
