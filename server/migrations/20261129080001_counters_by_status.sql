-- Older servers: go on.
-- How many records of a type are in each status, kept by each write beside the counters of the type (decision 186). What was there
-- before is added in slot -1 when a server has counted it: until then the counters have fewer records than those of the type.
create table record_status_counter (
  tenant_id int not null, record_type_id bigint not null, status_id bigint,
  slot int not null, enabled_count bigint not null, all_count bigint not null,
  unique nulls not distinct (tenant_id, record_type_id, status_id, slot),
  foreign key (tenant_id, record_type_id) references record_type
) with (fillfactor = 50);
select forbid_other_tenants('record_status_counter');
grant select on record_status_counter to rowhouse_app;

create or replace function after_record_insert() returns trigger language plpgsql security definer
set search_path to 'public'
as $$
declare lines text;
begin
  if current_setting('app.moving_records', true) = 'on' then return null; end if;
  insert into record_type_counter as c
    select tenant_id, record_type_id, pg_backend_pid() % 16, 1, count(*) filter (where enabled), count(*)
    from new_rows group by tenant_id, record_type_id order by record_type_id
    on conflict (tenant_id, record_type_id, slot) do update
      set version = c.version + 1, enabled_count = c.enabled_count + excluded.enabled_count,
          all_count = c.all_count + excluded.all_count;
  insert into record_status_counter as c
    select tenant_id, record_type_id, status_id, pg_backend_pid() % 16, count(*) filter (where enabled), count(*)
    from new_rows group by tenant_id, record_type_id, status_id order by record_type_id, status_id
    on conflict (tenant_id, record_type_id, status_id, slot) do update
      set enabled_count = c.enabled_count + excluded.enabled_count, all_count = c.all_count + excluded.all_count;
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action)
    select tenant_id, acting_user(), 'record', id, record_type_id, 'create' from new_rows;
  insert into field_retype_written (tenant_id, retype_id, record_id)
    select r.tenant_id, r.id, n.id from new_rows n join field_retype r on r.tenant_id = n.tenant_id and r.record_type_id = n.record_type_id
    where r.phase in ('BEGIN', 'CONVERT', 'SWITCH') on conflict do nothing;
  if exists (select from field_retype r where r.object_definition_id is not null and r.phase in ('BEGIN', 'CONVERT', 'SWITCH')
             and r.tenant_id in (select tenant_id from new_rows)) then
    insert into field_retype_written (tenant_id, retype_id, record_id)
      select distinct r.tenant_id, r.id, n.id from new_rows n
      join field f on f.tenant_id = n.tenant_id and f.record_type_id = n.record_type_id and f.data_type = 'object'
      join field_retype r on r.tenant_id = f.tenant_id and r.object_definition_id = f.object_definition_id
      where r.phase in ('BEGIN', 'CONVERT', 'SWITCH') on conflict do nothing;
  end if;
  -- The owner fills databases by the million, and nobody is told.
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  select string_agg(line, e'\n') into lines from (
    select concat_ws(' ', tenant_id, record_type_id, case when enabled then 'c+' else 'c-' end, 0, string_agg(id::text, ','), '-') as line
    from new_rows group by tenant_id, record_type_id, enabled) told;
  if lines is not null then perform note_announced(lines); end if;
  return null;
end $$;

create or replace function after_record_update() returns trigger language plpgsql security definer
set search_path to 'public'
set enable_nestloop to 'off'
as $$
declare
  lines text;
  shapes jsonb;
  shape jsonb;
  roles bigint[];
  is_recounted boolean;
begin
  -- What is noted of a change is none itself.
  if current_setting('app.noting_unseen', true) = 'on' then return null; end if;
  with pair as materialized (
    select n.tenant_id, n.record_type_id, n.id, n.enabled as is_enabled, o.enabled as was_enabled,
           n.enabled <> o.enabled or n.status_id is distinct from o.status_id as is_elsewhere,
           case when n.version > o.version and n.enabled = o.enabled then o.version end as was_version, o.updated_at as was_updated_at, (
      select jsonb_object_agg(coalesce('f' || (
          select f.id from field f where f.tenant_id = n.tenant_id and f.record_type_id = n.record_type_id and f.slot = key
        ), key), pair)
      from (
        select key, pair from changed_values('{bucket, tenant_id, record_type_id, record_number, po_number, status_id, problem_code_id, created_by,
          received_by, approved_by, assigned_to, record_file_id, target_transmission_tenant_id, result_item_id,
          parent_id, level, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19,
          r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40}',
          array[o.bucket, o.tenant_id, o.record_type_id, o.record_number, o.po_number, o.status_id, o.problem_code_id,
          o.created_by, o.received_by, o.approved_by, o.assigned_to, o.record_file_id,
          o.target_transmission_tenant_id, o.result_item_id, o.parent_id, o.level, o.r1, o.r2, o.r3, o.r4, o.r5,
          o.r6, o.r7, o.r8, o.r9, o.r10, o.r11, o.r12, o.r13, o.r14, o.r15, o.r16, o.r17, o.r18, o.r19, o.r20,
          o.r21, o.r22, o.r23, o.r24, o.r25, o.r26, o.r27, o.r28, o.r29, o.r30, o.r31, o.r32, o.r33, o.r34, o.r35,
          o.r36, o.r37, o.r38, o.r39, o.r40],
          array[n.bucket, n.tenant_id, n.record_type_id, n.record_number, n.po_number, n.status_id, n.problem_code_id,
          n.created_by, n.received_by, n.approved_by, n.assigned_to, n.record_file_id,
          n.target_transmission_tenant_id, n.result_item_id, n.parent_id, n.level, n.r1, n.r2, n.r3, n.r4, n.r5,
          n.r6, n.r7, n.r8, n.r9, n.r10, n.r11, n.r12, n.r13, n.r14, n.r15, n.r16, n.r17, n.r18, n.r19, n.r20,
          n.r21, n.r22, n.r23, n.r24, n.r25, n.r26, n.r27, n.r28, n.r29, n.r30, n.r31, n.r32, n.r33, n.r34, n.r35,
          n.r36, n.r37, n.r38, n.r39, n.r40])
        union all
        select key, pair from changed_values('{created_at, received_at, approved_at, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15,
          d16, d17, d18, d19, d20}',
          array[o.created_at, o.received_at, o.approved_at, o.d1, o.d2, o.d3, o.d4, o.d5, o.d6, o.d7, o.d8, o.d9, o.d10,
          o.d11, o.d12, o.d13, o.d14, o.d15, o.d16, o.d17, o.d18, o.d19, o.d20],
          array[n.created_at, n.received_at, n.approved_at, n.d1, n.d2, n.d3, n.d4, n.d5, n.d6, n.d7, n.d8, n.d9, n.d10,
          n.d11, n.d12, n.d13, n.d14, n.d15, n.d16, n.d17, n.d18, n.d19, n.d20])
        union all
        select key, pair from changed_values('{record_date, due_date, record_create_date}',
          array[o.record_date, o.due_date, o.record_create_date],
          array[n.record_date, n.due_date, n.record_create_date])
        union all
        select key, pair from changed_values('{enabled, is_project, validation_required, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14,
          b15, b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30}',
          array[o.enabled, o.is_project, o.validation_required, o.b1, o.b2, o.b3, o.b4, o.b5, o.b6, o.b7, o.b8, o.b9,
          o.b10, o.b11, o.b12, o.b13, o.b14, o.b15, o.b16, o.b17, o.b18, o.b19, o.b20, o.b21, o.b22, o.b23, o.b24,
          o.b25, o.b26, o.b27, o.b28, o.b29, o.b30],
          array[n.enabled, n.is_project, n.validation_required, n.b1, n.b2, n.b3, n.b4, n.b5, n.b6, n.b7, n.b8, n.b9,
          n.b10, n.b11, n.b12, n.b13, n.b14, n.b15, n.b16, n.b17, n.b18, n.b19, n.b20, n.b21, n.b22, n.b23, n.b24,
          n.b25, n.b26, n.b27, n.b28, n.b29, n.b30])
        union all
        select key, pair from changed_values('{n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20, n21, n22,
          n23, n24, n25, n26, n27, n28, n29, n30}',
          array[o.n1, o.n2, o.n3, o.n4, o.n5, o.n6, o.n7, o.n8, o.n9, o.n10, o.n11, o.n12, o.n13, o.n14, o.n15, o.n16,
          o.n17, o.n18, o.n19, o.n20, o.n21, o.n22, o.n23, o.n24, o.n25, o.n26, o.n27, o.n28, o.n29, o.n30],
          array[n.n1, n.n2, n.n3, n.n4, n.n5, n.n6, n.n7, n.n8, n.n9, n.n10, n.n11, n.n12, n.n13, n.n14, n.n15, n.n16,
          n.n17, n.n18, n.n19, n.n20, n.n21, n.n22, n.n23, n.n24, n.n25, n.n26, n.n27, n.n28, n.n29, n.n30])
        union all
        select key, pair from changed_values('{description, issued_by_company_name, issued_to_company_name, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10,
          t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31,
          t32, t33, t34, t35, t36, t37, t38, t39, t40, t41, t42, t43, t44, t45, t46, t47, t48, t49, t50, t51, t52,
          t53, t54, t55, t56, t57, t58, t59, t60}',
          array[o.description, o.issued_by_company_name, o.issued_to_company_name, o.t1, o.t2, o.t3, o.t4, o.t5, o.t6,
          o.t7, o.t8, o.t9, o.t10, o.t11, o.t12, o.t13, o.t14, o.t15, o.t16, o.t17, o.t18, o.t19, o.t20, o.t21,
          o.t22, o.t23, o.t24, o.t25, o.t26, o.t27, o.t28, o.t29, o.t30, o.t31, o.t32, o.t33, o.t34, o.t35, o.t36,
          o.t37, o.t38, o.t39, o.t40, o.t41, o.t42, o.t43, o.t44, o.t45, o.t46, o.t47, o.t48, o.t49, o.t50, o.t51,
          o.t52, o.t53, o.t54, o.t55, o.t56, o.t57, o.t58, o.t59, o.t60],
          array[n.description, n.issued_by_company_name, n.issued_to_company_name, n.t1, n.t2, n.t3, n.t4, n.t5, n.t6,
          n.t7, n.t8, n.t9, n.t10, n.t11, n.t12, n.t13, n.t14, n.t15, n.t16, n.t17, n.t18, n.t19, n.t20, n.t21,
          n.t22, n.t23, n.t24, n.t25, n.t26, n.t27, n.t28, n.t29, n.t30, n.t31, n.t32, n.t33, n.t34, n.t35, n.t36,
          n.t37, n.t38, n.t39, n.t40, n.t41, n.t42, n.t43, n.t44, n.t45, n.t46, n.t47, n.t48, n.t49, n.t50, n.t51,
          n.t52, n.t53, n.t54, n.t55, n.t56, n.t57, n.t58, n.t59, n.t60])
        union all
        select key, pair from changed_values('{m1, m2, m3, m4, m5, m6, m7, m8, m9, m10}',
          array[to_jsonb(o.m1), to_jsonb(o.m2), to_jsonb(o.m3), to_jsonb(o.m4), to_jsonb(o.m5), to_jsonb(o.m6),
          to_jsonb(o.m7), to_jsonb(o.m8), to_jsonb(o.m9), to_jsonb(o.m10)],
          array[to_jsonb(n.m1), to_jsonb(n.m2), to_jsonb(n.m3), to_jsonb(n.m4), to_jsonb(n.m5), to_jsonb(n.m6),
          to_jsonb(n.m7), to_jsonb(n.m8), to_jsonb(n.m9), to_jsonb(n.m10)])
        union all
        select 'f' || k.key, jsonb_build_array(v.was, v.now)
        from (select jsonb_object_keys(o.x) as key union select jsonb_object_keys(n.x)) k
        cross join lateral (select told_object(n.tenant_id, o.x -> k.key) as was, told_object(n.tenant_id, n.x -> k.key) as now) v
        where o.x is distinct from n.x and o.x -> k.key is distinct from n.x -> k.key and v.was is distinct from v.now
      ) changed
    ) as changes
    from new_rows n join old_rows o using (id)
  ), keyed as materialized (
    select p.tenant_id, p.record_type_id, p.id, p.is_enabled, p.was_version, p.was_updated_at, k.keys
    from pair p cross join lateral (select string_agg(key, ',') as keys from jsonb_object_keys(p.changes) key) k
  ), counted as (
    insert into record_type_counter as c
      select tenant_id, record_type_id, pg_backend_pid() % 16, 1, sum(is_enabled::int - was_enabled::int), 0
      from pair group by tenant_id, record_type_id order by record_type_id
      on conflict (tenant_id, record_type_id, slot) do update
        set version = c.version + 1, enabled_count = c.enabled_count + excluded.enabled_count
  ), logged as (
    insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action, changes)
      select tenant_id, acting_user(), 'record', id, record_type_id,
             case when is_enabled = was_enabled then 'update' when is_enabled then 'restore' else 'delete' end, changes
      from pair order by id
      returning id, entity_id, action
  ), told as (
    select p.tenant_id, p.record_type_id, min(l.id) as first_entry, string_agg(p.id::text, ',') as ids, keys,
           case l.action when 'delete' then 'd-' when 'restore' then 'r+' else case when p.is_enabled then 'u+' else 'u-' end end as kind
    from logged l join keyed p on p.id = l.entity_id
    where keys is not null
    group by p.tenant_id, p.record_type_id, kind, keys
  )
  select (select string_agg(concat_ws(' ', tenant_id, record_type_id, kind, first_entry, ids, keys), e'\n') from told),
         (select jsonb_agg(same) from (
            select tenant_id, record_type_id, keys, array_agg(id) as ids, array_agg(was_version) as versions, array_agg(was_updated_at) as times
            from keyed where was_version is not null group by tenant_id, record_type_id, keys) same),
         (select bool_or(is_elsewhere) from pair)
    into lines, shapes, is_recounted;
  -- After the counter of the type, whose row two connections of one slot wait for.
  if is_recounted then
    insert into record_status_counter as c
      select tenant_id, record_type_id, status_id, pg_backend_pid() % 16, sum(enabled_by), sum(all_by)
      from (select tenant_id, record_type_id, status_id, enabled::int as enabled_by, 1 as all_by from new_rows
            union all select tenant_id, record_type_id, status_id, -enabled::int, -1 from old_rows) moved
      group by tenant_id, record_type_id, status_id having sum(enabled_by) <> 0 or sum(all_by) <> 0
      order by record_type_id, status_id
      on conflict (tenant_id, record_type_id, status_id, slot) do update
        set enabled_count = c.enabled_count + excluded.enabled_count, all_count = c.all_count + excluded.all_count;
  end if;
  for shape in select * from jsonb_array_elements(shapes) loop
    roles := roles_without_sight((shape ->> 'tenant_id')::int, (shape ->> 'record_type_id')::bigint, string_to_array(shape ->> 'keys', ','));
    if cardinality(roles) > 0 then
      perform note_unseen(tg_relid, (shape ->> 'tenant_id')::int, shape, roles);
    end if;
  end loop;
  if current_setting('app.settling', true) = 'on' then perform set_config('app.settling', '', true); end if;
  insert into field_retype_written (tenant_id, retype_id, record_id)
    select r.tenant_id, r.id, n.id from new_rows n join field_retype r on r.tenant_id = n.tenant_id and r.record_type_id = n.record_type_id
    where r.phase in ('BEGIN', 'CONVERT', 'SWITCH') on conflict do nothing;
  if exists (select from field_retype r where r.object_definition_id is not null and r.phase in ('BEGIN', 'CONVERT', 'SWITCH')
             and r.tenant_id in (select tenant_id from new_rows)) then
    insert into field_retype_written (tenant_id, retype_id, record_id)
      select distinct r.tenant_id, r.id, n.id from new_rows n
      join field f on f.tenant_id = n.tenant_id and f.record_type_id = n.record_type_id and f.data_type = 'object'
      join field_retype r on r.tenant_id = f.tenant_id and r.object_definition_id = f.object_definition_id
      where r.phase in ('BEGIN', 'CONVERT', 'SWITCH') on conflict do nothing;
  end if;
  if lines is not null and nullif(current_setting('app.tenant_id', true), '') is not null then
    perform note_announced(lines);
  end if;
  return null;
end $$;
