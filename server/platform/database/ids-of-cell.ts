// New ids of a cell begin at its number times 2^40: two cells give none alike, so that a company can move from one to the other
// with its ids (decision 155).
import { ConfigError } from '../config.ts';
import type { Database, OwnerConnection } from './database.ts';
import { alone } from './migrate.ts';

export const idsOfCell = 2 ** 40;
/** The ids of this one end at 2^53: up to there a number of JavaScript is exact. */
export const lastCell = 2 ** 53 / idsOfCell - 1;

/**
 * Lets every id that is given from now on be one of the cell's. Refuses a database that gives those of another cell: they
 * would be given a second time by the cell whose they are.
 */
export async function giveIdsOfCell(database: Database, cell: number): Promise<void> {
  const first = cell * idsOfCell;
  const before = await database.asHome(listNextIds);
  const wrong = before.find(({ next }) => next >= first + idsOfCell);
  if (wrong !== undefined) {
    const given = Math.floor(wrong.next / idsOfCell);
    throw new ConfigError(
      `CELL is ${cell}, but this database gives ids of cell ${given} (${wrong.sequence}). Set CELL=${given}.`,
    );
  }
  const isBefore = ({ next }: { next: number }) => next < first;
  if (!before.some(isBefore)) return;
  // Of servers that start at the same moment one puts them forward, and the others find that done.
  await alone(database, async (connection) => {
    for (const { sequence } of (await listNextIds(connection)).filter(isBefore))
      await connection.query('select setval($1::regclass, $2)', [sequence, first - 1]);
  });
}

/**
 * Of all that count up to 2^63. Companies are counted by home alone, with 32 bits; entries of the audit log by their month; the
 * partitions of records by the cluster.
 */
async function listNextIds(connection: OwnerConnection): Promise<{ sequence: string; next: number }[]> {
  const { rows } = await connection.query(
    `select id::text as sequence, coalesce(pg_sequence_last_value(id), 0)::float8 + 1 as next from (
       select pg_get_serial_sequence(attrelid::regclass::text, attname)::regclass as id from pg_attribute
       where attidentity <> '' and atttypid = 'bigint'::regtype and not attisdropped
         and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       union all select 'record_id_seq'::regclass) counted
     order by 1`,
  );
  return rows.map((row) => ({ sequence: String(row['sequence']), next: Number(row['next']) }));
}
