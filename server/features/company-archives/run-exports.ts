// Takes companies out as archives, one after the other. The file goes into the storage as it is written; what a killed process
// left is begun anew by the next one, and at a stop nobody waits for the end of it.
import { createBackgroundRunner } from '../../platform/background/background-runner.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { createSecondTries } from '../../platform/background/second-tries.ts';
import { exportCompany } from '../../platform/company-archive/export-company.ts';
import type { ExportProgress } from '../../platform/company-archive/export-company.ts';
import { intoStorage } from '../../platform/company-archive/archive-writer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { removeInTime } from '../../platform/object-storage/write-object.ts';
import {
  giveTurnBack,
  noteExportFailed,
  noteFinished,
  noteProgress,
  sweepExports,
  takeExportTurn,
} from './sql.ts';
import type { ExportTurn } from './sql.ts';

const tellEveryMs = 1_000;
/** Well within the time after which another process takes it for given up. */
const sayAliveEveryMs = 20_000;
const storageSilenceMs = 30_000;

export type ExportRunner = BackgroundRunner & {
  /** Takes away the files whose time is over. */
  sweep(): Promise<void>;
};

export function createExportRunner(parts: {
  database: Database;
  storage: ObjectStorage;
  log: Log;
}): ExportRunner {
  const { database, storage, log } = parts;
  const stopping = new AbortController();
  const mayTryAgain = createSecondTries();
  const sweep = () => sweepExports(database, (key) => removeInTime(storage, key, storageSilenceMs));

  async function runPart(turn: ExportTurn): Promise<void> {
    const gone = new AbortController();
    const signal = AbortSignal.any([stopping.signal, gone.signal]);
    const telling = tellProgress(turn, () => gone.abort(new Error('The company is gone.')));
    let sizeBytes = 0;
    try {
      const told = await exportCompany(
        { database, storage },
        turn.tenantId,
        intoStorage(storage, turn.objectKey, storageSilenceMs, (bytes) => (sizeBytes = bytes)),
        { by: turn.userId, signal, onProgress: telling.put },
      );
      await telling.stop();
      // A company that went meanwhile took its files with it: this one came later.
      if (!(await noteFinished(database, turn, { ...told, sizeBytes }))) await storage.remove(turn.objectKey);
      await sweep();
    } finally {
      await telling.stop();
    }
  }

  /** Once in a while, and never while the one connection of the embedded database is held: nobody could read it anyway. */
  function tellProgress(turn: ExportTurn, onGone: () => void) {
    let last: ExportProgress = { step: 'RECORDS', done: 0, total: 0 };
    let toldAtMs = performance.now();
    let telling: Promise<void> = Promise.resolve();
    const mayTell = (): boolean => database.kind === 'server' || last.step === 'FILES';
    const note = async (before: Promise<void>): Promise<void> => {
      await before;
      try {
        if (!(await noteProgress(database, turn, last))) onGone();
      } catch (error) {
        log.warn({ err: error }, 'how far an export is could not be noted');
      }
    };
    const tell = (): void => {
      if (!mayTell()) return;
      toldAtMs = performance.now();
      telling = note(telling);
    };
    const alive = setInterval(tell, sayAliveEveryMs);
    return {
      put: (progress: ExportProgress): void => {
        last = progress;
        if (performance.now() - toldAtMs >= tellEveryMs) tell();
      },
      stop: async (): Promise<void> => {
        clearInterval(alive);
        await telling;
      },
    };
  }

  const runner = createBackgroundRunner(
    {
      name: 'exports of companies',
      takeTurn: () => takeExportTurn(database),
      runPart,
      async onFailure(turn, error) {
        if (stopping.signal.aborted || mayTryAgain(turn.id, error)) {
          await giveTurnBack(database, turn);
          return 'later';
        }
        log.error({ err: error, tenantId: turn.tenantId }, 'an export of a company failed');
        await noteExportFailed(database, turn);
        return 'later';
      },
    },
    { log, database },
  );

  return {
    wake: runner.wake,
    idle: runner.idle,
    sweep,
    async stop() {
      stopping.abort(new Error('The server stops.'));
      await runner.stop();
    },
  };
}
