// What it costs that a hidden change raises no version (decision 092), against the same server without it: reading with
// `seen_version` and `seen_updated_at` that answer what is stored, writing with the audit's trigger as it was before. And the order
// by Updated At of a role with a hidden field (decision 145), against that of a role that sees all. Over HTTP, interleaved.
import { readFileSync } from 'node:fs';
import type { RoleId } from '@rowhouse/domain/kernel/ids.ts';
import pg from 'pg';
import { spawnServer } from '../fault.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, withTotal } from './records-bench.ts';
import { median, shownMs } from './statistics.ts';

const functions = {
  stored: `create or replace function seen_version(version int, unseen jsonb) returns int language sql stable parallel safe
             as 'select version';
           create or replace function seen_updated_at(updated_at timestamptz, version int, unseen jsonb) returns timestamptz
             language sql stable parallel safe as 'select updated_at'`,
};
/** The trigger that audits, as it was. */
const auditBefore = /create or replace function after_record_update[^]*?\nend \$\$;/.exec(
  readFileSync(
    new URL('../../server/migrations/20261122100000_audit_many_changes.sql', import.meta.url),
    'utf8',
  ),
)![0];
type Way = 'with' | 'without';
const ways: readonly Way[] = ['without', 'with'];

export async function hiddenChangeBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const runs = Number(values['runs'] ?? 41);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = await openMigratedDatabase(url);
  const identity = benchIdentity(database);
  const tenant = await createLargeTenant(database, identity, records, say);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const one = async (text: string, given: unknown[] = []) =>
    Number(Object.values((await pool.query<Record<string, unknown>>(text, given)).rows[0] ?? {})[0]);
  const all = (await one('select role_id from membership where tenant_id = $1', [tenant.tenantId])) as RoleId;
  // As a company has them: ten roles of lines, of which one is not shown the first amount.
  const roles: number[] = [];
  for (let made = 0; made < 10; made += 1) {
    const role = await one(
      `insert into role (tenant_id, name, default_field_access) values ($1, $2, 'Editable') returning id`,
      [tenant.tenantId, `Role ${made}`],
    );
    roles.push(role);
    await pool.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access)
       select tenant_id, $1, record_type_id, id, case when slot = 'n1' and $2 then 'NotAllowed' else 'ViewOnly' end
       from field where record_type_id = $3`,
      [role, made === 0, tenant.typeId],
    );
    await pool.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select tenant_id, $1, menu_item_id, action_id, name from role_menu_item_action where role_id = $2`,
      [role, all],
    );
  }
  const confined = 'confined@example.com';
  const { userId } = await identity.createAccount(confined, largePassword, {
    firstName: 'Bench',
    lastName: 'Confined',
  });
  await pool.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    tenant.tenantId,
    userId,
    roles[0],
  ]);
  const definitionOf = async (names: readonly string[]) =>
    (
      await pool.query<{ definition: string }>(
        `select string_agg(pg_get_functiondef(oid), ';') as definition from pg_proc where proname = any($1)`,
        [names],
      )
    ).rows[0]!.definition;
  const own = await definitionOf(['seen_version', 'seen_updated_at']);
  const ownAudit = await definitionOf(['after_record_update']);
  const readAs = (way: Way) => pool.query(way === 'with' ? own : functions.stored);
  const writeAs = (way: Way) => pool.query(way === 'with' ? ownAudit : auditBefore);
  const bucket = await one('select bucket from record_type where id = $1', [tenant.typeId]);
  await database.close();

  const server = await spawnServer({
    env: {
      DATABASE_URL: url,
      SECRET: benchSecret,
      DEMO: 'off',
      NODE_ENV: 'production',
      DATABASE_POOL_SIZE: '4',
    },
  });
  try {
    await server.waitReady();
    const firstId = await one(`select min(id) from record_${bucket} where record_type_id = $1`, [
      tenant.typeId,
    ]);
    let headers = await signIn(server.url, largeEmail, largePassword);
    const enterAs = async (role: number) => {
      await pool.query(
        'update membership set role_id = $1 where tenant_id = $2 and user_id in (select id from app_user where email = $3)',
        [role, tenant.tenantId, largeEmail],
      );
      headers = await signIn(server.url, largeEmail, largePassword);
    };
    const timed = async (
      set: (way: Way) => Promise<unknown>,
      work: (run: number, way: Way) => Promise<number>,
    ) => {
      const times: Record<Way, number[]> = { with: [], without: [] };
      for (let run = 0; run < runs + 3; run += 1)
        for (const way of run % 2 === 0 ? ways : ways.toReversed()) {
          await set(way);
          // Plans are made anew after a change of a function: that is not what is measured.
          await work(run, way);
          const ms = await work(run, way);
          if (run >= 3) times[way].push(ms);
        }
      return times;
    };
    const rowOf = (
      what: string,
      times: Record<Way, number[]>,
      names: Record<Way, string> = { without: 'without, ms', with: 'with, ms' },
    ) => {
      const [plain, kept] = [median(times.without), median(times.with)];
      const row = {
        what,
        [names.without]: shownMs(plain),
        [names.with]: shownMs(kept),
        ratio: (kept / plain).toFixed(2),
      };
      say(`${JSON.stringify(row)}\n`);
      return row;
    };
    const page = (limit: number, data: object) => async () =>
      (
        await graphql(
          server.url,
          withTotal,
          { data: { recordTypeId: tenant.typeId, ...data }, pagination: { offset: 0, limit } },
          headers,
        )
      ).ms;
    const reading = async (whose: string) => {
      for (const limit of [25, 3000])
        rows.push(rowOf(`page of ${limit}, ${whose}`, await timed(readAs, page(limit, {}))));
    };
    const rows: Record<string, string>[] = [];
    const orders: Record<string, string>[] = [];
    const headersOf: Record<Way, Record<string, string>> = {
      without: headers,
      with: await signIn(server.url, confined, largePassword),
    };
    const ofPage = (way: Way, sort: string, offset: number) =>
      graphql(
        server.url,
        withTotal,
        {
          data: {
            recordTypeId: tenant.typeId,
            sort: [{ fieldId: 0, field: 'updatedAt', sort }],
          },
          pagination: { offset, limit: 25 },
        },
        headersOf[way],
      );
    const nothing = () => Promise.resolve();
    const usualSlices: readonly (readonly [sort: string, offset: number])[] = [
      ['DESC', 0],
      ['ASC', 0],
      ['DESC', 500],
    ];
    const ordering = async (when: string, before: () => Promise<unknown>, slices = usualSlices) => {
      for (const [sort, offset] of slices)
        orders.push(
          rowOf(
            `page of 25 by Updated At, ${sort}, from ${offset}, ${when}`,
            await timed(nothing, async (_, way) => {
              await before();
              return (await ofPage(way, sort, offset)).ms;
            }),
            { without: 'a role that sees all, ms', with: 'a role with a hidden field, ms' },
          ),
        );
    };
    /** By the server's own job, for what was asked for. */
    const madeByUse = async () => {
      for (let second = 0; second < 240; second += 1) {
        for (const way of ways) await ofPage(way, 'DESC', 0);
        const made = await one(
          `select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid
           where c.relname ~ '^ix_.*updated_at' and i.indisvalid`,
        );
        if (made === 2) return;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
      throw new Error('No index was made.');
    };
    // One page only: the server makes the indexes a minute after.
    await ordering('without an index', nothing, usualSlices.slice(0, 1));
    await madeByUse();
    await pool.query(`vacuum (analyze) record_${bucket}`);
    await ordering('nothing changed', nothing);
    let written = 0;
    const hiddenWrite = async () => {
      written += 1;
      await graphql(
        server.url,
        'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
        {
          data: {
            id: firstId + ((written * 7919) % records),
            additionalFields: [
              { recordAdditionalFieldByTypeId: tenant.fields['n1'], value: String(written) },
            ],
          },
        },
        headersOf.without,
      );
    };
    await ordering('after a hidden change by somebody else', hiddenWrite);
    await reading('a role that sees all');
    await enterAs(roles[0]!);
    await reading('a role with a hidden field, nothing changed');
    // Each record had changes that the role saw nothing of.
    await pool.query(
      `update record_${bucket} set version = version + 1, updated_at = now(), n1 = coalesce(n1, 0) + 1 where record_type_id = $1`,
      [tenant.typeId],
    );
    await pool.query(`vacuum (analyze) record_${bucket}`);
    await reading('a role with a hidden field, all changed hidden');
    await enterAs(all);
    headersOf.without = headers;
    await ordering('each record changed hidden', nothing);
    await ordering('each changed hidden, after another hidden change', hiddenWrite);

    const ids = (
      await pool.query<{ id: string }>(
        `select id from record_${bucket} where record_type_id = $1 order by id limit 1000`,
        [tenant.typeId],
      )
    ).rows.map(({ id }) => Number(id));
    let value = 1000;
    const save = (slot: string) => async (run: number) =>
      (
        await graphql(
          server.url,
          'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }',
          {
            data: {
              id: ids[run % ids.length],
              additionalFields: [
                { recordAdditionalFieldByTypeId: tenant.fields[slot], value: String((value += 1)) },
              ],
            },
          },
          headers,
        )
      ).ms;
    rows.push(rowOf('a save that all roles see', await timed(writeAs, save('n2'))));
    rows.push(rowOf('a save of what is hidden from one role of ten', await timed(writeAs, save('n1'))));
    // The statement alone, with its audit: 1,000 records in one, rolled back.
    const many = (slot: string) => async () => {
      await pool.query('begin');
      await pool.query(`select set_config('app.user_id', '1', true), set_config('app.tenant_id', $1, true)`, [
        String(tenant.tenantId),
      ]);
      const began = performance.now();
      await pool.query(
        `update record_${bucket} set version = version + 1, updated_at = now(), ${slot} = coalesce(${slot}, 0) + 1 where id = any($1::bigint[])`,
        [ids],
      );
      const ms = performance.now() - began;
      await pool.query('rollback');
      return ms;
    };
    rows.push(rowOf('1,000 records in one statement, all roles see it', await timed(writeAs, many('n2'))));
    rows.push(
      rowOf('1,000 records in one statement, hidden from one role of ten', await timed(writeAs, many('n1'))),
    );
    return [
      {
        title: `${records.toLocaleString('en')} records of 50 columns, 11 roles; medians of ${runs}, interleaved`,
        rows,
      },
      { title: 'The order by Updated At, against a role that sees all', rows: orders },
    ];
  } finally {
    await server.stop();
    await pool.end();
    await postgres.stop();
  }
}
