import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { whyNotValue } from '@rowhouse/domain/values/why-not-value.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { whyNotListValue } from '@rowhouse/domain/records/choices.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../../testing/embedded-folder.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { createAccounts } from '../platform/identity/embedded/accounts.ts';
import { verifyPassword } from '../platform/identity/embedded/password-hashes.ts';
import { openFolderStorage } from '../platform/object-storage/object-storage.ts';
import { placeOfType, slotOf } from '../platform/record-store/places.ts';
import { storedForm } from '../platform/record-store/stored-forms.ts';
import { loadTenantConfig } from '../platform/tenant-config/load-tenant-config.ts';
import { seedDemoOnce } from './demo.ts';
import { generateRecords } from './generate-records.ts';

function partsOf(database: Database, folder: string) {
  const identity = createAccounts({ database });
  return { database, identity, storage: openFolderStorage(folder) };
}

async function configOf(database: Database, url: string): Promise<TenantConfig> {
  const rows = await database.asHome(
    async (connection) => (await connection.query('select id from tenant where url = $1', [url])).rows,
  );
  const config = await loadTenantConfig(database, tenantId(Number(rows[0]?.['id'])));
  if (config === null) throw new Error(`There is no tenant ${url}.`);
  return config;
}

const openings: [string, (folder: string) => Promise<{ database: Database; close(): Promise<void> }>][] = [
  ['a PostgreSQL server', () => openTestDatabase()],
  [
    'the embedded database',
    async (folder) => {
      await copyEmbeddedDatabase(folder);
      return openEmbeddedDatabase(folder);
    },
  ],
];

describe.each(openings)('the demo on %s', (_, open) => {
  let folder: string;
  let opened: Awaited<ReturnType<typeof open>>;
  let config: TenantConfig;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-demo-'));
    opened = await open(folder);
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is made once, and its accounts open', async () => {
    const parts = partsOf(opened.database, folder);
    const accounts = await seedDemoOnce(parts);
    expect(accounts.length).toBeGreaterThan(5);
    for (const { email, password } of accounts.slice(0, 2)) {
      const { rows } = await opened.database.asHome((connection) =>
        connection.query(
          `select a.password from auth_account a join auth_user u on u.id = a."userId" where u.email = $1`,
          [email],
        ),
      );
      expect((await verifyPassword(password, String(rows[0]?.['password']))).isRight).toBe(true);
    }
    expect(await seedDemoOnce(parts)).toEqual([]);
    config = await configOf(opened.database, 'adventure-works');
  });

  test('shows every data type, and values of each family', () => {
    const shown = new Set([...config.fields.values()].map(({ dataType }) => dataType));
    for (const type of [
      'textarea',
      'url',
      'email',
      'phone',
      'object',
      'multiselect',
      'time',
      'float',
    ] as const)
      expect(shown).toContain(type);
    expect([...shown].every((type) => dataTypes.includes(type))).toBe(true);
  });

  test('holds only values that the forms would take, and disabled ones where they were before', async () => {
    for (const type of config.recordTypes.values()) {
      const fields = type.fields.filter((field) => slotOf(field) !== null);
      // Orders of dealers are made by whoever enters them.
      if (fields.length === 0 || type.name === 'Dealer orders') continue;
      const scope = { tenantId: config.tenantId, userId: null };
      const [answer] = await opened.database.read(scope, [
        {
          text: `select ${fields.map(slotOf).join(', ')} from record_${placeOfType(type).bucket} where record_type_id = $1`,
          values: [type.id],
        },
      ]);
      expect(answer?.rows.length).toBeGreaterThan(100);
      for (const row of answer?.rows ?? []) {
        fields.forEach((field, index) => {
          const stored = row[index];
          const value = stored == null ? null : storedForm(field.dataType).read(stored);
          const isChosen = field.listId !== null && value !== null && !valueOf(field.dataType).isEmpty(value);
          const whyNot =
            whyNotValue(field, value) ??
            (isChosen ? whyNotListValue(config, field, value, [Number(value)]) : null);
          expect([field.name, value, whyNot]).toEqual([field.name, value, null]);
        });
      }
    }
  });

  test('was received on the day of the record, wherever one looks from', async () => {
    const type = [...config.recordTypes.values()].find(({ name }) => name === 'Purchase orders')!;
    const [answer] = await opened.database.read({ tenantId: config.tenantId, userId: null }, [
      {
        text: `select record_date::text, received_at from record_${placeOfType(type).bucket} where record_type_id = $1`,
        values: [type.id],
      },
    ]);
    for (const [day, moment] of answer?.rows ?? [])
      for (const timeZone of ['America/Los_Angeles', 'Asia/Tokyo'])
        expect(new Date(moment as string).toLocaleDateString('sv-SE', { timeZone })).toBe(day);
    expect(answer?.rows.length).toBeGreaterThan(100);
  });

  test('counts what it made, and keeps its files', async () => {
    const rows = await opened.database.asOwnerOfAll(
      async (connection) =>
        (
          await connection.query(`
            select (select count(*)::int from record) as records, (select count(*)::int from record where not enabled) as deleted,
              (select sum(all_count)::int from record_type_counter) as counted,
              (select count(*)::int from audit_log where entity = 'record') as audited,
              (select min(object_key) from record_file) as key, (select count(*)::int from record where created_at > now()) as ahead`)
        ).rows,
    );
    const [found] = rows as [Record<string, number | string>];
    expect(found).toMatchObject({ counted: found['records'], audited: found['records'], ahead: 0 });
    expect(found['deleted']).toBeGreaterThan(5);
    const file = await openFolderStorage(folder).open(String(found['key']));
    const chunks: Buffer[] = [];
    for await (const chunk of (file?.content ?? []) as AsyncIterable<Buffer>) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    expect(content.subarray(0, 8).toString()).toBe('%PDF-1.4');
    expect(content.byteLength).toBe(file?.sizeBytes);
  });

  test('grows by records of any type, numbered on', async () => {
    const recordType = [...config.recordTypes.values()].find(({ name }) => name === 'Purchase orders');
    if (recordType === undefined) throw new Error('There are no purchase orders.');
    await generateRecords({
      database: opened.database,
      config,
      recordType,
      count: 2500,
      today: '2026-11-20',
    });
    const [row] = await opened.database.asOwnerOf(
      config.tenantId,
      async (connection) =>
        (
          await connection.query(
            'select count(*)::int as all, count(distinct record_number)::int as different from record where record_type_id = $1',
            [recordType.id],
          )
        ).rows,
    );
    expect(row).toEqual({ all: 2920, different: 2920 });
  });
});
