import type { QuietRead } from './refetch-quietly.ts';

/** As `refetchQuietly`, whose code no first screen needs. */
export const quietly = (read: QuietRead): Promise<void> =>
  import('./refetch-quietly.ts').then((code) => code.refetchQuietly(read)).catch(() => undefined);
