-- The number after the highest of the type, for types without a series: nobody else gets it while this transaction is open (an
-- import waits by the same lock). Records that the type is moving away from count as well. Volatile: it looks after it has waited,
-- and sees what the calling statement has inserted so far.
create function next_record_number(of_tenant integer, of_type bigint) returns bigint
language plpgsql volatile set search_path to 'public' as $$
declare
  place record_type;
  leaf integer;
  highest bigint := 0;
  of_leaf bigint;
begin
  perform pg_advisory_xact_lock(74703, (of_type % 2147483647)::int);
  select * into place from record_type where tenant_id = of_tenant and id = of_type;
  foreach leaf in array array_remove(array[place.bucket, place.moving_from], null) loop
    execute format('select max(record_number) from %I where tenant_id = $1 and record_type_id = $2', 'record_' || leaf)
      into of_leaf using of_tenant, of_type;
    highest := greatest(highest, of_leaf);
  end loop;
  return highest + 1;
end $$;
