// Reads archives that were sent, then makes the company when somebody has said so: one after the other. What a killed process
// left half is taken away and begun anew.
import { importStopped } from '@rowhouse/domain/company-archives/import-rules.ts';
import type { CompanyImportPlan } from '@rowhouse/domain/contract.generated.ts';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { createBackgroundRunner } from '../../platform/background/background-runner.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { createSecondTries } from '../../platform/background/second-tries.ts';
import { checkArchive, readPeople } from '../../platform/company-archive/archive-reader.ts';
import type { CheckedArchive } from '../../platform/company-archive/archive-reader.ts';
import { importCompany } from '../../platform/company-archive/import-company.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { deleteTenant } from '../../platform/tenants/delete-tenant.ts';
import {
  findNewcomers,
  forgetImport,
  isLeftHalf,
  listOldImports,
  noteImport,
  takeImportTurn,
} from './import-sql.ts';
import type { StoredImport } from './import-sql.ts';
import { removeSent, sentArchive } from './sent-archive.ts';

const tellEveryMs = 1_000;
/** Well within the time after which another process takes it for given up. */
const sayAliveEveryMs = 20_000;
/** Of people who have no account here, so many are named. */
const mostNamed = 50;

export type ImportRunner = BackgroundRunner & {
  /** Takes away what was sent and never brought in. */
  sweep(): Promise<void>;
};

export function createCompanyImportRunner(parts: {
  database: Database;
  storage: ObjectStorage;
  log: Log;
}): ImportRunner {
  const { database, storage, log } = parts;
  const stopping = new AbortController();
  const mayTryAgain = createSecondTries();

  async function runPart(turn: StoredImport): Promise<void> {
    let done = 0;
    let toldAtMs = performance.now();
    let telling: Promise<void> = Promise.resolve();
    const note = async (before: Promise<void>): Promise<void> => {
      await before;
      try {
        await noteImport(database, turn, { done });
      } catch (error) {
        log.warn({ err: error }, 'how far an import of a company is could not be noted');
      }
    };
    const tell = (): void => {
      toldAtMs = performance.now();
      telling = note(telling);
    };
    const alive = setInterval(tell, sayAliveEveryMs);
    const onRead = (bytes: number): void => {
      done = bytes;
      if (performance.now() - toldAtMs >= tellEveryMs) tell();
    };
    try {
      if (turn.state === 'CHECKING') {
        const archive = await checkArchive(sentArchive(storage, turn), { onRead });
        const plan = await planOf(archive);
        await telling;
        await noteImport(database, turn, { state: 'CHECKED', plan });
        return;
      }
      if (turn.wanted === null) throw new Error('An import was begun without an address.');
      if (turn.madeTenantId !== null && (await isLeftHalf(database, tenantId(turn.madeTenantId))))
        await deleteTenant(parts, tenantId(turn.madeTenantId));
      const archive = await checkArchive(sentArchive(storage, turn));
      const told = await importCompany(parts, archive, turn.wanted, {
        by: userId(turn.userId),
        signal: stopping.signal,
        onRead,
        onBegun: (made) => noteImport(database, turn, { madeTenantId: made }),
      });
      await telling;
      const { name, url } = turn.wanted;
      const { rows: _, droppedEntries: __, ...counts } = told;
      await noteImport(database, turn, { state: 'FINISHED', made: { ...counts, name, url } });
      await removeSent(storage, turn);
    } finally {
      clearInterval(alive);
      await telling;
    }
  }

  async function planOf(archive: CheckedArchive): Promise<CompanyImportPlan> {
    const { head, manifest, rows, files } = archive;
    const newcomers = await findNewcomers(database, await readPeople(archive));
    return {
      name: head.company.name,
      url: head.company.url,
      exportedAt: head.exportedAt,
      recordTypes: rows.get('record_type') ?? 0,
      records: rows.get('record') ?? 0,
      files,
      missingFiles: manifest.missingFiles.length,
      people: rows.get('people') ?? 0,
      newcomerCount: newcomers.length,
      newcomers: newcomers.slice(0, mostNamed),
    };
  }

  const runner = createBackgroundRunner(
    {
      name: 'imports of companies',
      takeTurn: () => takeImportTurn(database),
      runPart,
      async onFailure(turn, error) {
        if (stopping.signal.aborted || mayTryAgain(turn.id, error)) {
          await noteImport(database, turn, { isGivenBack: true });
          return 'later';
        }
        const isRefused = error instanceof Refusal;
        if (!isRefused) log.error({ err: error }, 'an import of a company failed');
        // Another address may do; whatever else refuses it refuses it again.
        const isOfAddress = isRefused && error.context['field'] === 'url';
        await noteImport(database, turn, {
          state: isOfAddress ? 'CHECKED' : 'REFUSED',
          problem: isRefused ? error.message : importStopped,
        });
        if (!isOfAddress) await removeSent(storage, turn);
        return 'later';
      },
    },
    { log, database },
  );

  return {
    wake: runner.wake,
    idle: runner.idle,
    async sweep() {
      for (const old of await listOldImports(database)) {
        await removeSent(storage, old);
        await forgetImport(database, userId(old.userId));
      }
    },
    async stop() {
      stopping.abort(new Error('The server stops.'));
      await runner.stop();
    },
  };
}
