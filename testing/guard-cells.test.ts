import { expect, test } from 'vitest';
import { whyNotAskedSo } from './guard-cells.ts';
import { openTestDatabase } from './test-database.ts';

test.each([
  ['asHome', 'select id from record where id = $1', 'asHome reads record, which is of cell alone'],
  ['asHome', 'select id from record_17 r', 'asHome reads record, which is of cell alone'],
  ['asHome', 'select 1 from app_user u, field f', 'asHome reads field, which is of cell alone'],
  [
    'asHome',
    'insert into membership (tenant_id) values (1)',
    'asHome writes membership, which is of cell and not of home',
  ],
  ['asHome', 'update tenant set enabled = false', 'asHome writes tenant, which is of cell and not of home'],
  [
    'asOwnerOf',
    'delete from auth_session where id = $1',
    'asOwnerOf writes auth_session, which is of home and not of cell',
  ],
  ['inEveryCell', 'select from registration', 'inEveryCell reads registration, which is of home alone'],
] as const)('%s: %s', (way, text, sentence) => {
  expect(whyNotAskedSo(way, text)).toBe(sentence);
});

test.each([
  ['asHome', 'select u.id from app_user u join membership m on m.user_id = u.id for update'],
  ['asHome', 'select name, url from tenant'],
  ['asHome', 'select id from auth_user, auth_account'],
  ['asOwnerOf', 'update record_17 set n1 = 1 from app_user where id = $1'],
  ['inEveryCell', 'delete from bulk_change using record_import'],
  ['asOwnerOfAll', 'insert into app_user select from record'],
] as const)('%s may ask: %s', (way, text) => {
  expect(whyNotAskedSo(way, text)).toBeNull();
});

test('the databases of the tests hold to it', async () => {
  const { database, close } = await openTestDatabase();
  const asking = database.asHome((connection) => connection.query('select from record'));
  await expect(asking).rejects.toThrow('asHome reads record, which is of cell alone (decision 155)');
  await close();
});
