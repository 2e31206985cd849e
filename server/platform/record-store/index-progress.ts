import type { OwnerConnection } from '../database/database.ts';

/**
 * How much of a concurrent build each phase is, from and to, in percent. Between the phases it waits for transactions
 * that began before; of those there is no measure.
 */
const phases: readonly (readonly [begins: string, from: number, to: number])[] = [
  ['building index: sorting', 40, 40],
  ['building index: loading', 45, 60],
  ['building index', 5, 40],
  ['waiting for writers before validation', 60, 60],
  ['index validation: scanning index', 60, 65],
  ['index validation: sorting', 65, 65],
  ['index validation', 70, 98],
  ['waiting for old snapshots', 98, 98],
];

/** How much of these indexes is there, taken together: 0 to 99. */
export async function readIndexProgress(
  connection: OwnerConnection,
  names: readonly string[],
): Promise<number> {
  const { rows } = await connection.query(
    `select coalesce(i.indisvalid, false) as done, p.phase,
            coalesce(case when p.phase like '%loading%' then p.tuples_done::float8 / nullif(p.tuples_total, 0)
                          else p.blocks_done::float8 / nullif(p.blocks_total, 0) end, 0) as part
     from unnest($1::text[]) name
     left join pg_class c on c.relname = name and c.relkind = 'i'
     left join pg_index i on i.indexrelid = c.oid
     left join pg_stat_progress_create_index p on p.index_relid = c.oid`,
    [names],
  );
  const sum = rows.reduce((all, { done, phase, part }) => {
    if (done === true) return all + 100;
    const [, from, to] = phases.find(([begins]) => String(phase).startsWith(begins)) ?? ['', 0, 0];
    return all + from + (to - from) * Math.min(1, Number(part));
  }, 0);
  return rows.length === 0 ? 0 : Math.min(99, Math.floor(sum / rows.length));
}
