-- A record may stand under another one (decision 066). parent_id and level stood in record from the beginning and were
-- never written. From here on the database keeps them: only place_records writes them, one company at a time, so that two
-- moves at the same moment cannot close a circle, and the level is the depth below the root whatever was moved.

-- The children of a record in the order of their numbers. On the table that is divided: each partition has it, those to come too.
create index record_parent on record (tenant_id, parent_id, record_number, id) include (enabled) where parent_id is not null;

create function keep_record_place() returns trigger language plpgsql as $$
begin
  if current_user = 'rowhouse_app' then
    raise exception 'parent_id and level are written by place_records alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_place before update of parent_id, level on record for each row
  when (new.parent_id is distinct from old.parent_id or new.level <> old.level) execute function keep_record_place();
create trigger keep_first_place before insert on record for each row
  when (new.parent_id is not null or new.level <> 0) execute function keep_record_place();

-- Every bucket in which the company has records.
create function buckets_of_tenant(in_tenant int) returns int[] language sql stable as $$
  select coalesce(array_agg(distinct b order by b), '{}')
  from record_type t cross join lateral unnest(array[t.bucket, t.moving_from]) b
  where t.tenant_id = in_tenant and b is not null
$$;

-- The records below the roots, the roots themselves at depth 0. Roots below one another are not gone through twice. Each
-- step is a lookup in the index of children: without the settings a plan would read whole partitions.
create function records_below(in_tenant int, buckets int[], roots bigint[])
  returns table (root bigint, id bigint, bucket int, depth int) language plpgsql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare children text; starts text;
begin
  select string_agg(format('select c.id, %1$s as bucket from record_%1$s c where c.tenant_id = $1 and c.parent_id = b.id', bucket_no), ' union all '),
         string_agg(format('select r.id, %1$s as bucket from record_%1$s r where r.tenant_id = $1 and r.id = any($2)', bucket_no), ' union all ')
    into children, starts from unnest(buckets) bucket_no;
  if children is null then return; end if;
  return query execute format('with recursive b as (
      select s.id as root, s.id, s.bucket, 0 as depth from (%s) s
      union all
      select b.root, c.id, c.bucket, b.depth + 1 from b cross join lateral (%s) c where c.id <> all($2)
    ) select b.root, b.id, b.bucket, b.depth from b', starts, children) using in_tenant, roots;
end $$;

-- From a record up to its root, both included.
create function records_above(in_tenant int, buckets int[], start_id bigint)
  returns table (id bigint, height int) language plpgsql stable
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare parents text; starts text;
begin
  select string_agg(format('select p.id, p.parent_id from record_%s p where p.tenant_id = $1 and p.id = a.parent_id', bucket_no), ' union all '),
         string_agg(format('select r.id, r.parent_id from record_%s r where r.tenant_id = $1 and r.id = $2', bucket_no), ' union all ')
    into parents, starts from unnest(buckets) bucket_no;
  if parents is null or start_id is null then return; end if;
  return query execute format('with recursive a as (
      select s.id, s.parent_id, 0 as height from (%s) s
      union all
      select p.id, p.parent_id, a.height + 1 from a cross join lateral (%s) p
    ) select a.id, a.height from a', starts, parents) using in_tenant, start_id;
end $$;

create type placed_record as (id bigint, parent_id bigint, version int, outcome text);

-- Puts records with all below them under another one, or under none. Says of each: moved, unchanged, conflict (it is of
-- another version by now), cycle (it is the target, or above it), deep (a tree would have more than 20 levels), absent.
create function place_records(target bigint, moved bigint[], versions int[])
  returns table (id bigint, outcome text, version int) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  own_tenant constant int := current_tenant();
  most_levels constant int := 20;
  buckets constant int[] := buckets_of_tenant(own_tenant);
  path bigint[];
  held placed_record[];
  placed placed_record[] := '{}';
  bucket_no int;
  going bigint[];
  deep bigint[];
  expected int;
  written int;
  below_ids bigint[]; below_buckets int[]; below_levels int[];
  told text;
begin
  -- One move at a time in a company: what is above the target stays above it until this is over.
  perform pg_advisory_xact_lock(74706, own_tenant);
  select coalesce(array_agg(a.id order by a.height), '{}') into path from records_above(own_tenant, buckets, target) a;
  if target is not null and cardinality(path) = 0 then raise exception 'the target is not there' using errcode = 'no_data_found'; end if;

  foreach bucket_no in array buckets loop
    execute format('select array_agg((r.id, r.parent_id, r.version, null)::placed_record) from (
        select id, parent_id, version from record_%s where tenant_id = $1 and id = any($2) order by id for no key update) r', bucket_no)
      into held using own_tenant, moved;
    placed := placed || held;
  end loop;
  select coalesce(array_agg((p.id, p.parent_id, p.version, case
      when p.version <> coalesce(asked.version, p.version) then 'conflict'
      when p.id = any(path) then 'cycle'
      when p.parent_id is not distinct from target then 'unchanged' end)::placed_record), '{}') into placed
    from unnest(placed) p join unnest(moved, versions) asked (id, version) on asked.id = p.id;
  loop
    select coalesce(array_agg(p.id), '{}') into going from unnest(placed) p where p.outcome is null;
    -- What is refused stays with what it stands under, which then reaches deeper.
    select array_agg(distinct b.root) into deep from records_below(own_tenant, buckets, going) b
      where cardinality(path) + b.depth >= most_levels;
    exit when deep is null;
    select array_agg((p.id, p.parent_id, p.version, case when p.id = any(deep) then 'deep' else p.outcome end)::placed_record) into placed
      from unnest(placed) p;
  end loop;

  select array_agg(b.id), array_agg(b.bucket), array_agg(cardinality(path) + b.depth), count(*)
    into below_ids, below_buckets, below_levels, expected from records_below(own_tenant, buckets, going) b;
  if expected > 0 then
    -- One statement, whatever partitions the tree lies in. Those below a moved record keep their versions: nobody changed them.
    execute 'with ' || (select string_agg(format('changed_%1$s as (
        update record_%1$s r set level = b.level,
            parent_id = case when b.is_placed then $4 else r.parent_id end,
            version = r.version + b.is_placed::int,
            updated_at = case when b.is_placed then now() else r.updated_at end
          from (select u.id, u.level, u.id = any($5) as is_placed from unnest($1, $2, $3) u (id, bucket, level) where u.bucket = %1$s) b
          where r.tenant_id = $6 and r.id = b.id and (b.is_placed or r.level <> b.level) returning r.id)', b), ', ')
        from (select distinct unnest(below_buckets)) u (b))
      || ' select ' || (select string_agg(format('(select count(*) from changed_%s c where c.id = any($5))', b), ' + ')
        from (select distinct unnest(below_buckets)) u (b))
      into written using below_ids, below_buckets, below_levels, target, going, own_tenant;
    -- A record that was being moved to another bucket at this moment: the whole is tried again.
    if written <> cardinality(going) then raise exception 'a record was moved meanwhile' using errcode = 'serialization_failure'; end if;

    -- What a record gained and lost below it is in its history too.
    with one as (
      select p.parent_id as parent, p.id as gone, null::bigint as come from unnest(placed) p where p.outcome is null and p.parent_id is not null
      union all
      select target, null, p.id from unnest(placed) p where p.outcome is null and target is not null
    ), told_parent as (
      select one.parent, jsonb_agg(one.gone order by one.gone) filter (where one.gone is not null) as gone,
             jsonb_agg(one.come order by one.come) filter (where one.come is not null) as come
      from one group by one.parent
    ), placed_parent as (
      select t.parent, t.gone, t.come, type_of_record(own_tenant, buckets, t.parent) as type_id from told_parent t
    ), logged as (
      insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action, changes)
        select own_tenant, acting_user(), 'record', pp.parent, pp.type_id, 'update',
               jsonb_build_object('children', jsonb_build_array(pp.gone, pp.come))
        from placed_parent pp where pp.type_id is not null order by pp.parent
        returning audit_log.id, audit_log.entity_id, audit_log.record_type_id
    )
    select string_agg(concat_ws(' ', own_tenant, l.record_type_id, 'u+', l.id, l.entity_id, 'children'), e'\n') into told from logged l;
    if told is not null then perform note_announced(told); end if;
  end if;

  return query select m.id, case when p.id is null then 'absent' else coalesce(p.outcome, 'moved') end,
      p.version + (p.id is not null and p.outcome is null)::int
    from unnest(moved) m (id) left join unnest(placed) p on p.id = m.id;
end $$;

create function type_of_record(in_tenant int, buckets int[], record_id bigint) returns bigint language plpgsql stable as $$
declare found bigint; bucket_no int;
begin
  foreach bucket_no in array buckets loop
    execute format('select record_type_id from record_%s where tenant_id = $1 and id = $2', bucket_no) into found using in_tenant, record_id;
    if found is not null then return found; end if;
  end loop;
  return null;
end $$;

revoke execute on function keep_record_place(), buckets_of_tenant(int), records_below(int, int[], bigint[]),
  records_above(int, int[], bigint), place_records(bigint, bigint[], int[]), type_of_record(int, int[], bigint) from public;
grant execute on function place_records(bigint, bigint[], int[]) to rowhouse_app;
