-- Trigrams of text as it was written are folded by the collation of the database, not by that of the columns: 'İstanbul' was not
-- found by 'ist'. They are taken from the folded text now; indexes that are used are made again by the job that tends them.
do $$
declare old text;
begin
  for old in select indexname from pg_indexes
    where schemaname = 'public' and indexname like 'ix\_%\_contains' and indexdef not like '%lower(%'
  loop
    execute format('drop index %I', old);
  end loop;
end $$;
