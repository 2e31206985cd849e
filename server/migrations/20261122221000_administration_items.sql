-- What a company is administered with grows by an item: in companies that stand, it comes beside Users, for the roles
-- that administer and may open Users. A section of the same route takes it in; else one is made at the group's end.
create function add_administration_item(
  section_name text, section_route text, item_name text, item_route text, item_icon text
) returns void language sql set search_path to 'public' as $$
  with place as (
    select distinct on (i.tenant_id) i.tenant_id, s.menu_group_id
    from menu_item i join menu_section s on s.tenant_id = i.tenant_id and s.id = i.menu_section_id
    where i.route = 'users' and not exists
      (select from menu_item l where l.tenant_id = i.tenant_id and l.route = item_route)
    order by i.tenant_id, i.id
  ), made as (
    insert into menu_section (tenant_id, menu_group_id, name, tag, route, position)
    select p.tenant_id, p.menu_group_id, section_name, section_route, section_route,
           (select max(o.position) + 1 from menu_section o
            where o.tenant_id = p.tenant_id and o.menu_group_id = p.menu_group_id)
    from place p
    where not exists (select from menu_section s where s.tenant_id = p.tenant_id
                        and s.menu_group_id = p.menu_group_id and s.route = section_route)
    returning tenant_id, id
  ), section as (
    select tenant_id, id from made
    union all
    select s.tenant_id, s.id
    from place p join menu_section s
      on s.tenant_id = p.tenant_id and s.menu_group_id = p.menu_group_id and s.route = section_route
  ), item as (
    insert into menu_item (tenant_id, menu_section_id, name, route, position, icon)
    select tenant_id, id, item_name, item_route,
           (select coalesce(max(o.position), 0) + 1 from menu_item o
            where o.tenant_id = section.tenant_id and o.menu_section_id = section.id),
           item_icon
    from section
    returning tenant_id, id
  )
  insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
  select item.tenant_id, a.role_id, item.id, a.action_id, a.name
  from item
    join menu_item u on u.tenant_id = item.tenant_id and u.route = 'users'
    join role_menu_item_action a on a.tenant_id = item.tenant_id and a.menu_item_id = u.id and a.enabled
    join role r on r.tenant_id = a.tenant_id and r.id = a.role_id and r.administers
  on conflict do nothing
$$;
revoke execute on function add_administration_item(text, text, text, text, text) from public;
