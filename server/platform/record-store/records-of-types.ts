/** How many counters a type has at most (ARCHITECTURE.md, Totals). */
const counters = 16;

/**
 * The text of what counts the records of the types that have $1 or more; of those of the condition, where $2 is not null. Only types of
 * which one counter is that large are added up: to do that for each note of a use took 4 s a minute with 10,000 companies.
 */
export const recordsOfTypes = (condition: string): string =>
  `select c.tenant_id, c.record_type_id, t.bucket, t.moving_from, sum(c.all_count) as records
   from record_type_counter c join record_type t on t.tenant_id = c.tenant_id and t.id = c.record_type_id
   where (c.tenant_id, c.record_type_id) in (
       select c.tenant_id, c.record_type_id from record_type_counter c
       where c.all_count >= $1::bigint / ${counters} and ($2::int is null or ${condition}))
   group by c.tenant_id, c.record_type_id, t.bucket, t.moving_from having sum(c.all_count) >= $1::bigint`;
