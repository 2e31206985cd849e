-- What a version and a time of a record tell to whom (decision 092). A role that is not shown a field is told nothing of a
-- change of that field alone: not that it was, not when, not how often. Each such change is counted in the record by the roles
-- that saw nothing of it: by the role's id how many there were, when the record last changed for the role before the last of
-- them, and at which version that one was. Null where every change was seen by all.
alter table record add column unseen jsonb;

-- The version of a record for the role of this transaction: the number of changes that the role saw something of.
create function seen_version(version int, unseen jsonb) returns int language sql stable parallel safe as $$
  select case when unseen is null then version
    else version - coalesce((unseen -> current_setting('app.role_id', true) ->> 0)::int, 0) end
$$;

-- When the record last changed for that role.
create function seen_updated_at(updated_at timestamptz, version int, unseen jsonb) returns timestamptz
language sql stable parallel safe as $$
  select case when unseen is null then updated_at
    when (unseen -> current_setting('app.role_id', true) ->> 2)::int = version
      then (unseen -> current_setting('app.role_id', true) ->> 1)::timestamptz
    else updated_at end
$$;
grant execute on function seen_version(int, jsonb) to rowhouse_app;
grant execute on function seen_updated_at(timestamptz, int, jsonb) to rowhouse_app;

-- The roles that are shown none of these fields of the type. The same as `judgeBaseField` and `judgeAdditionalField`: a line that
-- is switched off shows nothing, a field without a line has the role's default access, and a switched-off field is not asked about.
create function roles_that_see_none(in_tenant int, type_id bigint, names text[], fields bigint[]) returns setof bigint
language sql stable as $$
  select r.id from role r
  where r.tenant_id = in_tenant
    and not exists (
      select from unnest(names) n (name)
      left join role_field_access a on a.tenant_id = in_tenant and a.role_id = r.id and a.record_type_id = type_id
        and a.field_id is null and a.base_field = n.name
      where case when a.id is null then r.default_field_access when a.enabled then a.access else 'NotAllowed' end <> 'NotAllowed')
    and not exists (
      select from unnest(fields) f (id)
      left join role_field_access a on a.tenant_id = in_tenant and a.role_id = r.id and a.record_type_id = type_id and a.field_id = f.id
      where case when a.id is null then r.default_field_access when a.enabled then a.access else 'NotAllowed' end <> 'NotAllowed')
$$;

-- The roles that are not shown all fields of the type: to them a change of nothing is told no more than one of what is hidden.
create function roles_that_miss_some(in_tenant int, type_id bigint) returns setof bigint
language sql stable as $$
  select r.id from role r
  where r.tenant_id = in_tenant and exists (
    select from (
      select null::bigint as id, name from unnest(array[
      'approvedAt', 'approvedBy', 'assignedTo', 'createdAt', 'createdBy', 'description', 'dueDate', 'isProject',
      'issuedByCompanyName', 'issuedToCompanyName', 'level', 'poNumber', 'problemCode', 'receivedAt', 'receivedBy',
      'recordCreateDate', 'recordDate', 'recordFile', 'recordNumber', 'status', 'targetTransmissionTenant',
      'validationRequired'
      ]) name
      union all
      select f.id, null from field f where f.tenant_id = in_tenant and f.record_type_id = type_id and f.enabled) one
    left join role_field_access a on a.tenant_id = in_tenant and a.role_id = r.id and a.record_type_id = type_id
      and a.field_id is not distinct from one.id and a.base_field is not distinct from one.name
    where case when a.id is null then r.default_field_access when a.enabled then a.access else 'NotAllowed' end = 'NotAllowed')
$$;

create function note_unseen_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  names text[];
  slots text[];
  fields bigint[] := '{}';
  noted jsonb;
begin
  -- That a record is deleted or restored is told to whoever saw it.
  if new.enabled <> old.enabled then return new; end if;
  -- What a record stands under is seen with this field (decision 066).
  names := array_remove(array[
    case when new.status_id is distinct from old.status_id then 'status' end,
    case when new.problem_code_id is distinct from old.problem_code_id then 'problemCode' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.issued_by_company_name is distinct from old.issued_by_company_name then 'issuedByCompanyName' end,
    case when new.issued_to_company_name is distinct from old.issued_to_company_name then 'issuedToCompanyName' end,
    case when new.po_number is distinct from old.po_number then 'poNumber' end,
    case when new.record_number is distinct from old.record_number then 'recordNumber' end,
    case when new.record_date is distinct from old.record_date then 'recordDate' end,
    case when new.due_date is distinct from old.due_date then 'dueDate' end,
    case when new.record_create_date is distinct from old.record_create_date then 'recordCreateDate' end,
    case when new.validation_required is distinct from old.validation_required then 'validationRequired' end,
    case when new.is_project is distinct from old.is_project then 'isProject' end,
    case when new.level is distinct from old.level then 'level' end,
    case when new.assigned_to is distinct from old.assigned_to then 'assignedTo' end,
    case when new.received_by is distinct from old.received_by then 'receivedBy' end,
    case when new.approved_by is distinct from old.approved_by then 'approvedBy' end,
    case when new.created_by is distinct from old.created_by then 'createdBy' end,
    case when new.created_at is distinct from old.created_at then 'createdAt' end,
    case when new.received_at is distinct from old.received_at then 'receivedAt' end,
    case when new.approved_at is distinct from old.approved_at then 'approvedAt' end,
    case when new.target_transmission_tenant_id is distinct from old.target_transmission_tenant_id then 'targetTransmissionTenant' end,
    case when new.record_file_id is distinct from old.record_file_id then 'recordFile' end,
    case when new.parent_id is distinct from old.parent_id then 'isProject' end
  ], null);
  slots := array_remove(array[
    case when new.n1 is distinct from old.n1 then 'n1' end, case when new.n2 is distinct from old.n2 then 'n2' end,
    case when new.n3 is distinct from old.n3 then 'n3' end, case when new.n4 is distinct from old.n4 then 'n4' end,
    case when new.n5 is distinct from old.n5 then 'n5' end, case when new.n6 is distinct from old.n6 then 'n6' end,
    case when new.n7 is distinct from old.n7 then 'n7' end, case when new.n8 is distinct from old.n8 then 'n8' end,
    case when new.n9 is distinct from old.n9 then 'n9' end,
    case when new.n10 is distinct from old.n10 then 'n10' end,
    case when new.n11 is distinct from old.n11 then 'n11' end,
    case when new.n12 is distinct from old.n12 then 'n12' end,
    case when new.n13 is distinct from old.n13 then 'n13' end,
    case when new.n14 is distinct from old.n14 then 'n14' end,
    case when new.n15 is distinct from old.n15 then 'n15' end,
    case when new.n16 is distinct from old.n16 then 'n16' end,
    case when new.n17 is distinct from old.n17 then 'n17' end,
    case when new.n18 is distinct from old.n18 then 'n18' end,
    case when new.n19 is distinct from old.n19 then 'n19' end,
    case when new.n20 is distinct from old.n20 then 'n20' end,
    case when new.n21 is distinct from old.n21 then 'n21' end,
    case when new.n22 is distinct from old.n22 then 'n22' end,
    case when new.n23 is distinct from old.n23 then 'n23' end,
    case when new.n24 is distinct from old.n24 then 'n24' end,
    case when new.n25 is distinct from old.n25 then 'n25' end,
    case when new.n26 is distinct from old.n26 then 'n26' end,
    case when new.n27 is distinct from old.n27 then 'n27' end,
    case when new.n28 is distinct from old.n28 then 'n28' end,
    case when new.n29 is distinct from old.n29 then 'n29' end,
    case when new.n30 is distinct from old.n30 then 'n30' end,
    case when new.d1 is distinct from old.d1 then 'd1' end, case when new.d2 is distinct from old.d2 then 'd2' end,
    case when new.d3 is distinct from old.d3 then 'd3' end, case when new.d4 is distinct from old.d4 then 'd4' end,
    case when new.d5 is distinct from old.d5 then 'd5' end, case when new.d6 is distinct from old.d6 then 'd6' end,
    case when new.d7 is distinct from old.d7 then 'd7' end, case when new.d8 is distinct from old.d8 then 'd8' end,
    case when new.d9 is distinct from old.d9 then 'd9' end,
    case when new.d10 is distinct from old.d10 then 'd10' end,
    case when new.d11 is distinct from old.d11 then 'd11' end,
    case when new.d12 is distinct from old.d12 then 'd12' end,
    case when new.d13 is distinct from old.d13 then 'd13' end,
    case when new.d14 is distinct from old.d14 then 'd14' end,
    case when new.d15 is distinct from old.d15 then 'd15' end,
    case when new.d16 is distinct from old.d16 then 'd16' end,
    case when new.d17 is distinct from old.d17 then 'd17' end,
    case when new.d18 is distinct from old.d18 then 'd18' end,
    case when new.d19 is distinct from old.d19 then 'd19' end,
    case when new.d20 is distinct from old.d20 then 'd20' end,
    case when new.r1 is distinct from old.r1 then 'r1' end, case when new.r2 is distinct from old.r2 then 'r2' end,
    case when new.r3 is distinct from old.r3 then 'r3' end, case when new.r4 is distinct from old.r4 then 'r4' end,
    case when new.r5 is distinct from old.r5 then 'r5' end, case when new.r6 is distinct from old.r6 then 'r6' end,
    case when new.r7 is distinct from old.r7 then 'r7' end, case when new.r8 is distinct from old.r8 then 'r8' end,
    case when new.r9 is distinct from old.r9 then 'r9' end,
    case when new.r10 is distinct from old.r10 then 'r10' end,
    case when new.r11 is distinct from old.r11 then 'r11' end,
    case when new.r12 is distinct from old.r12 then 'r12' end,
    case when new.r13 is distinct from old.r13 then 'r13' end,
    case when new.r14 is distinct from old.r14 then 'r14' end,
    case when new.r15 is distinct from old.r15 then 'r15' end,
    case when new.r16 is distinct from old.r16 then 'r16' end,
    case when new.r17 is distinct from old.r17 then 'r17' end,
    case when new.r18 is distinct from old.r18 then 'r18' end,
    case when new.r19 is distinct from old.r19 then 'r19' end,
    case when new.r20 is distinct from old.r20 then 'r20' end,
    case when new.r21 is distinct from old.r21 then 'r21' end,
    case when new.r22 is distinct from old.r22 then 'r22' end,
    case when new.r23 is distinct from old.r23 then 'r23' end,
    case when new.r24 is distinct from old.r24 then 'r24' end,
    case when new.r25 is distinct from old.r25 then 'r25' end,
    case when new.r26 is distinct from old.r26 then 'r26' end,
    case when new.r27 is distinct from old.r27 then 'r27' end,
    case when new.r28 is distinct from old.r28 then 'r28' end,
    case when new.r29 is distinct from old.r29 then 'r29' end,
    case when new.r30 is distinct from old.r30 then 'r30' end,
    case when new.r31 is distinct from old.r31 then 'r31' end,
    case when new.r32 is distinct from old.r32 then 'r32' end,
    case when new.r33 is distinct from old.r33 then 'r33' end,
    case when new.r34 is distinct from old.r34 then 'r34' end,
    case when new.r35 is distinct from old.r35 then 'r35' end,
    case when new.r36 is distinct from old.r36 then 'r36' end,
    case when new.r37 is distinct from old.r37 then 'r37' end,
    case when new.r38 is distinct from old.r38 then 'r38' end,
    case when new.r39 is distinct from old.r39 then 'r39' end,
    case when new.r40 is distinct from old.r40 then 'r40' end,
    case when new.b1 is distinct from old.b1 then 'b1' end, case when new.b2 is distinct from old.b2 then 'b2' end,
    case when new.b3 is distinct from old.b3 then 'b3' end, case when new.b4 is distinct from old.b4 then 'b4' end,
    case when new.b5 is distinct from old.b5 then 'b5' end, case when new.b6 is distinct from old.b6 then 'b6' end,
    case when new.b7 is distinct from old.b7 then 'b7' end, case when new.b8 is distinct from old.b8 then 'b8' end,
    case when new.b9 is distinct from old.b9 then 'b9' end,
    case when new.b10 is distinct from old.b10 then 'b10' end,
    case when new.b11 is distinct from old.b11 then 'b11' end,
    case when new.b12 is distinct from old.b12 then 'b12' end,
    case when new.b13 is distinct from old.b13 then 'b13' end,
    case when new.b14 is distinct from old.b14 then 'b14' end,
    case when new.b15 is distinct from old.b15 then 'b15' end,
    case when new.b16 is distinct from old.b16 then 'b16' end,
    case when new.b17 is distinct from old.b17 then 'b17' end,
    case when new.b18 is distinct from old.b18 then 'b18' end,
    case when new.b19 is distinct from old.b19 then 'b19' end,
    case when new.b20 is distinct from old.b20 then 'b20' end,
    case when new.b21 is distinct from old.b21 then 'b21' end,
    case when new.b22 is distinct from old.b22 then 'b22' end,
    case when new.b23 is distinct from old.b23 then 'b23' end,
    case when new.b24 is distinct from old.b24 then 'b24' end,
    case when new.b25 is distinct from old.b25 then 'b25' end,
    case when new.b26 is distinct from old.b26 then 'b26' end,
    case when new.b27 is distinct from old.b27 then 'b27' end,
    case when new.b28 is distinct from old.b28 then 'b28' end,
    case when new.b29 is distinct from old.b29 then 'b29' end,
    case when new.b30 is distinct from old.b30 then 'b30' end,
    case when new.m1 is distinct from old.m1 then 'm1' end, case when new.m2 is distinct from old.m2 then 'm2' end,
    case when new.m3 is distinct from old.m3 then 'm3' end, case when new.m4 is distinct from old.m4 then 'm4' end,
    case when new.m5 is distinct from old.m5 then 'm5' end, case when new.m6 is distinct from old.m6 then 'm6' end,
    case when new.m7 is distinct from old.m7 then 'm7' end, case when new.m8 is distinct from old.m8 then 'm8' end,
    case when new.m9 is distinct from old.m9 then 'm9' end,
    case when new.m10 is distinct from old.m10 then 'm10' end,
    case when new.t1 is distinct from old.t1 then 't1' end, case when new.t2 is distinct from old.t2 then 't2' end,
    case when new.t3 is distinct from old.t3 then 't3' end, case when new.t4 is distinct from old.t4 then 't4' end,
    case when new.t5 is distinct from old.t5 then 't5' end, case when new.t6 is distinct from old.t6 then 't6' end,
    case when new.t7 is distinct from old.t7 then 't7' end, case when new.t8 is distinct from old.t8 then 't8' end,
    case when new.t9 is distinct from old.t9 then 't9' end,
    case when new.t10 is distinct from old.t10 then 't10' end,
    case when new.t11 is distinct from old.t11 then 't11' end,
    case when new.t12 is distinct from old.t12 then 't12' end,
    case when new.t13 is distinct from old.t13 then 't13' end,
    case when new.t14 is distinct from old.t14 then 't14' end,
    case when new.t15 is distinct from old.t15 then 't15' end,
    case when new.t16 is distinct from old.t16 then 't16' end,
    case when new.t17 is distinct from old.t17 then 't17' end,
    case when new.t18 is distinct from old.t18 then 't18' end,
    case when new.t19 is distinct from old.t19 then 't19' end,
    case when new.t20 is distinct from old.t20 then 't20' end,
    case when new.t21 is distinct from old.t21 then 't21' end,
    case when new.t22 is distinct from old.t22 then 't22' end,
    case when new.t23 is distinct from old.t23 then 't23' end,
    case when new.t24 is distinct from old.t24 then 't24' end,
    case when new.t25 is distinct from old.t25 then 't25' end,
    case when new.t26 is distinct from old.t26 then 't26' end,
    case when new.t27 is distinct from old.t27 then 't27' end,
    case when new.t28 is distinct from old.t28 then 't28' end,
    case when new.t29 is distinct from old.t29 then 't29' end,
    case when new.t30 is distinct from old.t30 then 't30' end,
    case when new.t31 is distinct from old.t31 then 't31' end,
    case when new.t32 is distinct from old.t32 then 't32' end,
    case when new.t33 is distinct from old.t33 then 't33' end,
    case when new.t34 is distinct from old.t34 then 't34' end,
    case when new.t35 is distinct from old.t35 then 't35' end,
    case when new.t36 is distinct from old.t36 then 't36' end,
    case when new.t37 is distinct from old.t37 then 't37' end,
    case when new.t38 is distinct from old.t38 then 't38' end,
    case when new.t39 is distinct from old.t39 then 't39' end,
    case when new.t40 is distinct from old.t40 then 't40' end,
    case when new.t41 is distinct from old.t41 then 't41' end,
    case when new.t42 is distinct from old.t42 then 't42' end,
    case when new.t43 is distinct from old.t43 then 't43' end,
    case when new.t44 is distinct from old.t44 then 't44' end,
    case when new.t45 is distinct from old.t45 then 't45' end,
    case when new.t46 is distinct from old.t46 then 't46' end,
    case when new.t47 is distinct from old.t47 then 't47' end,
    case when new.t48 is distinct from old.t48 then 't48' end,
    case when new.t49 is distinct from old.t49 then 't49' end,
    case when new.t50 is distinct from old.t50 then 't50' end,
    case when new.t51 is distinct from old.t51 then 't51' end,
    case when new.t52 is distinct from old.t52 then 't52' end,
    case when new.t53 is distinct from old.t53 then 't53' end,
    case when new.t54 is distinct from old.t54 then 't54' end,
    case when new.t55 is distinct from old.t55 then 't55' end,
    case when new.t56 is distinct from old.t56 then 't56' end,
    case when new.t57 is distinct from old.t57 then 't57' end,
    case when new.t58 is distinct from old.t58 then 't58' end,
    case when new.t59 is distinct from old.t59 then 't59' end,
    case when new.t60 is distinct from old.t60 then 't60' end
  ], null);
  if cardinality(slots) > 0 or new.x is distinct from old.x then
    select coalesce(array_agg(f.id), '{}') into fields from field f
    where f.tenant_id = new.tenant_id and f.record_type_id = new.record_type_id and f.enabled
      and (f.slot = any(slots) or (new.x is distinct from old.x and new.x -> f.id::text is distinct from old.x -> f.id::text));
  end if;
  select jsonb_object_agg(seen_none.id, jsonb_build_array(
      coalesce((new.unseen -> seen_none.id::text ->> 0)::int, 0) + new.version - old.version,
      case when (new.unseen -> seen_none.id::text ->> 2)::int = old.version
        then new.unseen -> seen_none.id::text -> 1 else to_jsonb(old.updated_at) end,
      new.version))
    into noted
    from (
      select id from roles_that_see_none(new.tenant_id, new.record_type_id, names, fields) id
        where cardinality(names) + cardinality(fields) > 0
      union all
      select id from roles_that_miss_some(new.tenant_id, new.record_type_id) id
        where cardinality(names) + cardinality(fields) = 0) seen_none;
  if noted is not null then new.unseen := coalesce(new.unseen, '{}') || noted; end if;
  return new;
end $$;
create trigger note_unseen before update on record
  for each row when (new.version > old.version) execute function note_unseen_change();
revoke execute on function note_unseen_change(), roles_that_see_none(int, bigint, text[], bigint[]), roles_that_miss_some(int, bigint) from public;

-- As before, but that the versions that it is asked by, and the ones that it answers, are those of the role.
CREATE OR REPLACE FUNCTION public.place_records(target bigint, moved bigint[], versions integer[])
 RETURNS TABLE(id bigint, outcome text, version integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
        select id, parent_id, seen_version(version, unseen) as version from record_%s where tenant_id = $1 and id = any($2) order by id for no key update) r', bucket_no)
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
end $function$;
