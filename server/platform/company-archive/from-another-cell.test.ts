// A company whose ids are of another cell than those that this installation gives.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { aTenant } from '../../seed/builders.ts';
import { giveIdsOfCell, idsOfCell, lastCell } from '../database/ids-of-cell.ts';
import { openFolderStorage } from '../object-storage/object-storage.ts';
import type { ObjectStorage } from '../object-storage/object-storage.ts';
import { checkArchive } from './archive-reader.ts';
import { exportCompany } from './export-company.ts';
import { importCompany } from './import-company.ts';

let last: TestDatabase;
let here: TestDatabase;
let folder: string;
let storage: ObjectStorage;

beforeAll(async () => {
  [last, here] = [await openTestDatabase(), await openTestDatabase()];
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-cells-'));
  storage = openFolderStorage(folder);
});
afterAll(async () => {
  await last.close();
  await here.close();
  await rm(folder, { recursive: true, force: true });
});

const build = ({ database }: TestDatabase, name: string) =>
  database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket: 3 });
    const type = await tenant.withRecordType({
      name: 'Orders',
      fields: [{ name: 'Note', dataType: 'string' }],
    });
    const recordFile = await tenant.withRecordFile(storage, {
      fileName: 'a.pdf',
      content: Buffer.from('%PDF'),
    });
    const [record = 0] = await tenant.withRecords(type, [{ recordNumber: 1, recordFile }]);
    return { tenant, type, record };
  });
const cellOf = (id: number): number => Math.floor(id / idsOfCell);

test('it keeps its ids, and the ids that are given here stay those of here', async () => {
  await giveIdsOfCell(last.database, lastCell);
  const { tenant, record } = await build(last, 'Moving');
  const file = path.join(folder, 'moving.tar.gz');
  await exportCompany({ database: last.database, storage }, tenant.id, file);
  const parts = { database: here.database, storage };
  const imported = await importCompany(parts, await checkArchive(file), { name: 'Moving', url: 'moving' });
  expect(imported).toMatchObject({ records: 1, files: 1, missingFiles: 0 });
  const { id } = imported;

  const { rows } = await here.database.asOwnerOf(id, (connection) =>
    connection.query('select id::float8 as id from record where tenant_id = $1', [id]),
  );
  expect(rows).toEqual([{ id: record }]);
  expect(cellOf(record)).toBe(lastCell);
  const made = await build(here, 'Staying');
  expect([cellOf(made.type.id), cellOf(made.record)]).toEqual([0, 0]);
  await giveIdsOfCell(here.database, 0);
});
