// The records of the large type by the front door: a file that the command line brings in, as somebody does who moves here.
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { runRowhouse } from '../run-rowhouse.ts';
import { type LargeTenant, hash, largeEmail, makePlainTable, slots } from './large-tenant.ts';

function cellOf(slot: string): string {
  const seed = slot.charCodeAt(0) * 100 + Number(slot.slice(1));
  const value = `'Value ' || (1 + ${hash(seed)} % 100)`;
  switch (slot[0]) {
    case 'n':
      return `to_char((${hash(seed)} % 10000000)::numeric / 100, 'FM999999990.00')`;
    case 'd':
      return `(date '2015-01-01' + (${hash(seed)} % 4000)::int)::text`;
    case 'r':
      return value;
    case 'b':
      return `case when ${hash(seed)} % 3 = 0 then 'Yes' else 'No' end`;
    case 'm':
      return `${value} || ';Value ' || (1 + (${hash(seed)} + 37) % 100)`;
    default:
      return slot === 't1' ? `'Order ' || md5(i::text)` : `'Text ' || (${hash(seed)} % 5000)`;
  }
}

const moment = (seconds: number) =>
  `to_char(timestamp '2020-01-01' + make_interval(secs => i * 60 + ${seconds}), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const day = (first: string) => `(date '${first}' + (i / 1440)::int)::text`;

const baseCells: Readonly<Record<string, string>> = {
  'Record Number': 'i',
  'PO Number': `1 + (${hash(1)} % 900000)`,
  Status: `'Status ' || (1 + ${hash(2)} % 14)`,
  'Problem Code': `'Code ' || (1 + ${hash(3)} % 6)`,
  'Received By': `'${largeEmail}'`,
  'Approved By': `'${largeEmail}'`,
  'Assigned To': `'${largeEmail}'`,
  'Created At': moment(0),
  'Received At': moment(0),
  'Record Date': day('2020-01-01'),
  'Due Date': day('2020-02-01'),
  'Record Create Date': day('2020-01-01'),
  Description: `'Order number ' || i`,
  'Issued By Company Name': `'Company ' || (${hash(4)} % 2000)`,
  'Issued To Company Name': `'Buyer ' || (${hash(5)} % 500)`,
};

/**
 * @param databaseUrl of a superuser, whose server writes the file
 * @returns how long the import took, in seconds
 */
export async function importLarge(
  database: Database,
  databaseUrl: string,
  secret: string,
  tenant: LargeTenant,
  records: number,
): Promise<number> {
  const folder = await mkdtemp(path.join('/var/tmp', 'rowhouse-import-'));
  try {
    await chmod(folder, 0o777);
    const file = path.join(folder, 'large.csv');
    const cells = {
      ...baseCells,
      ...Object.fromEntries(slots.map((slot) => [`Field ${slot}`, cellOf(slot)])),
    };
    const columns = Object.entries(cells).map(([name, cell]) => `${cell} as "${name}"`);
    const url = await database.asOwnerOfAll(async (connection) => {
      await connection.query('set statement_timeout = 0');
      await connection.query(
        `copy (select ${columns.join(', ')} from generate_series(1::bigint, ${records}) i) to '${file}' with (format csv, header)`,
      );
      await connection.query('reset statement_timeout');
      const { rows } = await connection.query('select url from tenant where id = $1', [tenant.tenantId]);
      return String(rows[0]?.['url']);
    });
    const began = performance.now();
    const words = ['import', file, '--tenant', url, '--record-type', 'Large', '--as', largeEmail, '--yes'];
    const { code, text } = await runRowhouse(words, {
      DATABASE_URL: databaseUrl,
      SECRET: secret,
      DEMO: 'off',
      NODE_ENV: 'production',
    });
    const seconds = (performance.now() - began) / 1000;
    if (code !== 0) throw new Error(`The import ended with ${code}:\n${text.slice(-2000)}`);
    await database.asOwnerOfAll(async (connection) => {
      await connection.query('set statement_timeout = 0');
      await connection.query(`vacuum (analyze) record_${tenant.bucket}`);
      await makePlainTable(connection, tenant.bucket, tenant.typeId);
      await connection.query('reset statement_timeout');
    });
    return seconds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
