-- The files that go with a record. What is told of them stands in the content, which the other company keeps too; which files of
-- the own company they are stands here alone, in the same order, so that every try brings the same ones.
alter table transmission add column file_ids bigint[];
grant update (file_ids) on transmission to rowhouse_app;

-- How many files came with the first version.
create or replace function tell_conversation(thread uuid, teller text, number int, content jsonb, is_agreed boolean) returns void language sql as $$
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes, source)
  select c.tenant_id, case when o.is_own then acting_user() end, 'conversation', c.id, c.record_type_id, c.record_id,
    case number when 1 then 'create' else 'update' end,
    jsonb_build_object('thread', jsonb_build_array(thread, thread), 'company', jsonb_build_array(c.partner_name, c.partner_name),
      'step', jsonb_build_array(null, jsonb_strip_nulls(jsonb_build_object(
        'version', number, 'isOurs', c.side = teller, 'isAgreed', nullif(is_agreed, false),
        'lines', jsonb_array_length(content -> 'opened'), 'files', content -> 'files', 'isByItself', content -> 'isByItself',
        'hasMessage', case when content ? 'message' then true end,
        'answers', (select jsonb_object_agg(a.kind, a.lines) from (
          select s ->> 'kind' as kind, count(*) as lines from jsonb_array_elements(content -> 'answers') s group by 1) a))))),
    case when o.is_own then acting_source()
      when c.side <> teller then jsonb_build_object('kind', 'TRANSMISSION', 'company', c.partner_name) end
  from conversation c
    cross join lateral (select c.side = teller and c.tenant_id = current_tenant() and number is distinct from 1
      and content -> 'isByItself' is null as is_own) o
  where c.thread_id = thread
$$;
