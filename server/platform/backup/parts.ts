/** What a data folder keeps: the embedded database, the files, what signs tokens and links. */
export const keptParts = ['database', 'files', 'secret'] as const;
export const backupNote = 'rowhouse-backup.json';

export const noteOf = (madeAtMs: number): string =>
  JSON.stringify({ format: 1, madeAt: new Date(madeAtMs).toISOString() });
