// Writes every generated file, or those whose paths hold a given word; with --check it only says which are stale.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openMigratedDatabase } from '../testing/migrated-database.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../testing/postgres.ts';
import { findClientDocuments, mergeContract, writeContractTypes, writeDocumentTypes } from './contract.ts';
import { drawDatabase } from './database-picture.ts';

export const generatedFiles: Record<string, (root: string) => Promise<string>> = {
  'schema.graphql': async (root) => (await mergeContract(root)).text,
  'domain/contract.generated.ts': async (root) => writeContractTypes(await mergeContract(root)),
  'client/platform/graphql/documents.generated.ts': async (root) =>
    writeDocumentTypes(await mergeContract(root), await findClientDocuments(root)),
  'server/schema.sql': drawMigratedDatabase,
};

/** The paths whose text on disk differs from what it should be; written anew unless only checking. */
export async function bringUpToDate(
  root: string,
  { write, only = [] }: { write: boolean; only?: string[] },
): Promise<string[]> {
  const wantedFiles = Object.entries(generatedFiles).filter(
    ([file]) => only.length === 0 || only.some((word) => file.includes(word)),
  );
  const stale = await Promise.all(
    wantedFiles.map(async ([file, generate]) => {
      const target = path.join(root, file);
      const current = await readFile(target, 'utf8').catch(() => undefined);
      const wanted = await generate(root);
      if (current === wanted) return [];
      if (write) await writeFile(target, wanted);
      return [file];
    }),
  );
  return stale.flat();
}

async function drawMigratedDatabase(): Promise<string> {
  const postgres = await startTestPostgres({ inMemory: true });
  try {
    const database = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    await (await openMigratedDatabase(database.url)).close();
    return await drawDatabase(database.url);
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const write = !words.includes('--check');
  const only = words.filter((word) => word !== '--check');
  const stale = await bringUpToDate(path.resolve(import.meta.dirname, '..'), { write, only });
  if (write)
    console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Everything is as it should be.');
  else if (stale.length > 0) {
    console.error(`Out of date: ${stale.join(', ')}. Run npm run codegen.`);
    process.exitCode = 1;
  }
}
