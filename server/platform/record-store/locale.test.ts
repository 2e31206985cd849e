// Whoever makes the database chooses its locale; what case means in a filter must not depend on it.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { openMigratedDatabase } from '../../../testing/migrated-database.ts';
import { createOwnedDatabase, databaseUrl, runAsAdmin } from '../../../testing/postgres.ts';
import type { Database } from '../database/database.ts';
import { Values, predicate } from './predicate.ts';

const name = `plain_locale_${process.pid}`;
let database: Database;
beforeAll(async () => {
  const adminUrl = inject('postgresAdminUrl');
  await createOwnedDatabase(adminUrl, name, {
    template: 'template0',
    locale: `locale_provider builtin builtin_locale 'C' locale 'C'`,
  });
  database = await openMigratedDatabase(databaseUrl(adminUrl, name));
  await database.asOwnerOfAll((connection) =>
    connection.query(
      `insert into tenant (name, url, bucket) values ('One', 'one', 1);
       insert into record_type (tenant_id, name, bucket) values (1, 'Orders', 1);
       insert into record_1 (bucket, tenant_id, record_type_id, record_number, t1) values (1, 1, 1, 1, 'ÉCLUSE du nord');
       create index on record_1 using gin (t1 gin_trgm_ops);
       create index on record_1 (lower(t1), id)`,
    ),
  );
});
afterAll(async () => {
  await database.close();
  await runAsAdmin(inject('postgresAdminUrl'), `drop database ${name} with (force)`);
});

const column = { expression: 't1', family: 'text', sqlType: 'text', nullable: true, slot: 't1' } as const;

const finding: FilterCriteria[] = [
  { operator: 'equals', value: 'ÉCluse DU NORD' },
  { operator: 'notEqual', value: 'é' },
  { operator: 'contains', value: 'écluse' },
  { operator: 'contains', value: 'ÉCLU' },
  { operator: 'startsWith', value: 'ÉC' },
  { operator: 'endsWith', value: 'Écluse du NORD' },
  { operator: 'isAnyOf', values: ['Écluse du nord'] },
];
test.each(finding)(
  '%j finds ÉCLUSE du nord in a database of locale C, read row by row or along an index',
  async (criteria) => {
    const values = new Values();
    const condition = predicate(column, criteria, values);
    for (const setting of ['enable_seqscan', 'enable_indexscan']) {
      const found = await database.asOwnerOfAll(async (connection) => {
        await connection.query(`set ${setting} = off`);
        const { rows } = await connection.query(
          `select record_number::int as number from record_1 where ${condition}`,
          values.list,
        );
        await connection.query(`reset ${setting}`);
        return rows;
      });
      expect([setting, found]).toEqual([setting, [{ number: 1 }]]);
    }
  },
);
