-- What administrators change of the menu: one version for all of it, because its order is of all of it, and its audit.
alter table tenant add column menu_version integer not null default 1;

create function raise_menu_version() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  update tenant set menu_version = menu_version + 1 where id in (select distinct tenant_id from new_rows);
  return null;
end $$;

create function audit_menu() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value))
    into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'tag', 'application')
    and case tg_op when 'UPDATE' then n.value is distinct from to_jsonb(old) -> n.key else n.value <> 'null' end;
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), tg_table_name, new.id, lower(tg_op), changes);
  return null;
end $$;

do $$
declare
  menu_table text;
begin
  foreach menu_table in array array['menu_group', 'menu_section', 'menu_item'] loop
    execute format('create trigger menu_version_insert after insert on %I referencing new table as new_rows
      for each statement execute function raise_menu_version()', menu_table);
    execute format('create trigger menu_version_update after update on %I referencing new table as new_rows
      for each statement execute function raise_menu_version()', menu_table);
    -- A template, a seed and a migration make menus too: what is made before anybody is there is nobody's change.
    execute format('create trigger audit after insert or update on %I
      for each row when (acting_user() is not null) execute function audit_menu()', menu_table);
  end loop;
end $$;
grant update (name, route, tag, position, enabled) on menu_group to rowhouse_app;
grant update (menu_group_id, name, route, tag, position, enabled) on menu_section to rowhouse_app;
grant update (menu_section_id, name, route, icon, record_type_id, position, enabled) on menu_item to rowhouse_app;
revoke execute on function raise_menu_version(), audit_menu() from public;

select add_administration_item('Navigation', 'navigation', 'Menus', 'menus', 'list');
