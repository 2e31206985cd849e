import type { StoredExport } from './sql.ts';

/** As it is saved: of which company, and of which day. */
export const exportFileName = (url: string, { askedAt }: Pick<StoredExport, 'askedAt'>): string =>
  `${url}-${askedAt.slice(0, 10)}.tar.gz`;
