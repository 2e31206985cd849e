-- What two companies say about a record stands in the log of each: of the own people who it was, of the other company its name alone.
-- Both entries name the thread and the version, by which one is found by the other.

-- A step without a number: somebody of the target opened the record first. Called by the functions below alone.
create function tell_conversation(thread uuid, teller text, number int, content jsonb, is_agreed boolean) returns void language sql as $$
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes, source)
  select c.tenant_id, case when o.is_own then acting_user() end, 'conversation', c.id, c.record_type_id, c.record_id,
    case number when 1 then 'create' else 'update' end,
    jsonb_build_object('thread', jsonb_build_array(thread, thread), 'company', jsonb_build_array(c.partner_name, c.partner_name),
      'step', jsonb_build_array(null, jsonb_strip_nulls(jsonb_build_object(
        'version', number, 'isOurs', c.side = teller, 'isAgreed', nullif(is_agreed, false),
        'lines', jsonb_array_length(content -> 'opened'), 'isByItself', content -> 'isByItself',
        'hasMessage', case when content ? 'message' then true end,
        'answers', (select jsonb_object_agg(a.kind, a.lines) from (
          select s ->> 'kind' as kind, count(*) as lines from jsonb_array_elements(content -> 'answers') s group by 1) a))))),
    case when o.is_own then acting_source() else jsonb_build_object('kind', 'TRANSMISSION', 'company', c.partner_name) end
  from conversation c
    cross join lateral (select c.side = teller and c.tenant_id = current_tenant() and number is distinct from 1
      and content -> 'isByItself' is null as is_own) o
  where c.thread_id = thread
$$;
revoke execute on function tell_conversation(uuid, text, int, jsonb, boolean) from public;

create or replace function open_conversations(of_acceptance bigint, message_ids uuid[], of_terms integer[], opened jsonb[], answered jsonb[], open_lines integer[]) returns void
language plpgsql security definer set search_path = public as $$
declare
  told text;
  made uuid[];
begin
  with route as (
    select a.source_tenant_id, a.mapping_id, s.name as source_name, t.name as target_name, m.offer -> 'items' as items,
      (select jsonb_agg(i - 'key' || jsonb_build_object('key', p ->> 'field') order by (i ->> 'number')::int)
       from jsonb_array_elements(m.offer -> 'items') i
         join jsonb_array_elements(a.settings -> 'pairs') p on p ->> 'item' = i ->> 'number') as target_items,
      answer_days(current_tenant(), 'TARGET', a.mapping_id) as days
    from transmission_acceptance a
      join transmission_mapping m on m.tenant_id = a.source_tenant_id and m.id = a.mapping_id and m.target_tenant_id = current_tenant()
      join tenant s on s.id = a.source_tenant_id join tenant t on t.id = current_tenant()
    where a.tenant_id = current_tenant() and a.id = of_acceptance
  ), given as (
    select u.* from unnest(message_ids, opened, answered, open_lines) u (message_id, opened, answered, open_lines)
  ), halves as (
    insert into conversation (tenant_id, thread_id, side, mapping_id, record_type_id, record_id, partner_name, items, terms,
      last_number, our_open, their_open, waits_since, due_at)
    select h.tenant_id, g.message_id, h.side, r.mapping_id, h.record_type_id, h.record_id, h.partner, coalesce(h.items, '[]'), of_terms,
      case when g.answered is null then 1 else 2 end, h.our_open, h.their_open,
      case when h.our_open > 0 then now() end, case when h.our_open > 0 then now() + make_interval(hours => 24 * r.days) end
    from given g cross join route r
      join transmission x on x.tenant_id = r.source_tenant_id and x.message_id = g.message_id
      join transmission_received y on y.tenant_id = current_tenant() and y.message_id = g.message_id and y.record_id is not null
      cross join lateral (values
        (r.source_tenant_id, 'SOURCE', x.record_type_id, x.record_id, r.target_name, r.items, 0, g.open_lines),
        (current_tenant(), 'TARGET', y.record_type_id, y.record_id, r.source_name, r.target_items, g.open_lines, 0)
      ) h (tenant_id, side, record_type_id, record_id, partner, items, our_open, their_open)
    on conflict do nothing
    returning tenant_id, id, thread_id, record_type_id, record_id
  ), versions as (
    insert into conversation_version (tenant_id, conversation_id, number, side, content, created_at)
    select h.tenant_id, h.id, v.number, v.side, v.content, now()
    from halves h join given g on g.message_id = h.thread_id
      cross join lateral (values (1, 'SOURCE', g.opened), (2, 'TARGET', g.answered)) v (number, side, content)
    where v.content is not null
  )
  -- The page of the record that was sent is open, as a rule.
  select string_agg(concat_ws(' ', h.tenant_id, h.record_type_id, 'm', h.record_id), e'\n'), array_agg(distinct h.thread_id)
    into told, made from halves h;
  perform tell_conversation(g.message_id, v.side, v.number, v.content, v.content = g.answered and g.open_lines = 0)
    from unnest(message_ids, opened, answered, open_lines) g (message_id, opened, answered, open_lines)
      cross join lateral (values (1, 'SOURCE', g.opened), (2, 'TARGET', g.answered)) v (number, side, content)
    where g.message_id = any(made) and v.content is not null order by v.number;
  if told is not null then perform note_announced(told); end if;
end $$;

create or replace function append_to_conversation(of_conversation bigint, after integer, key uuid, contents jsonb[], by_us boolean[], our_lines integer, their_lines integer, our_since integer, their_since integer) returns TABLE(last_number integer)
language plpgsql security definer set search_path = public as $$
declare
  own conversation;
  other conversation;
begin
  select c.* into own from conversation c where c.tenant_id = current_tenant() and c.id = of_conversation for update;
  select c.* into other from conversation c where c.thread_id = own.thread_id and c.tenant_id <> own.tenant_id for update;
  if own.id is null or other.id is null or own.last_number <> after or other.last_number <> after then return; end if;
  insert into conversation_version (tenant_id, conversation_id, number, side, user_id, request_key, content, created_at)
    select h.tenant_id, h.id, after + v.place, case when v.by_us then own.side else other.side end,
      case when v.by_us and h.tenant_id = own.tenant_id then acting_user() end,
      case when v.place = 1 and h.tenant_id = own.tenant_id then key end, v.content, now()
    from unnest(contents, by_us) with ordinality v (content, by_us, place)
      cross join (values (own.tenant_id, own.id), (other.tenant_id, other.id)) h (tenant_id, id);
  update conversation c set last_number = after + cardinality(contents), updated_at = clock_timestamp(),
      our_open = h.our_lines, their_open = h.their_lines, waits_since = h.waits_since,
      -- What waited before keeps the time that it had.
      due_at = case when h.waits_since is not distinct from c.waits_since then c.due_at
        else h.waits_since + make_interval(hours => 24 * answer_days(c.tenant_id, c.side, c.mapping_id)) end
    from (values (own.tenant_id, own.id, our_lines, their_lines,
        case when our_lines > 0 then (select v.created_at from conversation_version v
          where v.tenant_id = own.tenant_id and v.conversation_id = own.id and v.number = our_since) end),
      (other.tenant_id, other.id, their_lines, our_lines,
        case when their_lines > 0 then (select v.created_at from conversation_version v
          where v.tenant_id = own.tenant_id and v.conversation_id = own.id and v.number = their_since) end)
    ) h (tenant_id, id, our_lines, their_lines, waits_since)
    where c.tenant_id = h.tenant_id and c.id = h.id;
  perform tell_conversation(own.thread_id, case when v.by_us then own.side else other.side end, (after + v.place)::int, v.content,
      our_lines = 0 and their_lines = 0 and v.place = cardinality(contents))
    from unnest(contents, by_us) with ordinality v (content, by_us, place) order by v.place;
  -- As its comments are told: whoever has the record open asks for what is said of it.
  perform note_announced(concat_ws(' ', own.tenant_id, own.record_type_id, 'm', own.record_id));
  perform note_announced(concat_ws(' ', other.tenant_id, other.record_type_id, 'm', other.record_id));
  return query select after + cardinality(contents);
end $$;

create or replace function see_transmissions(of_record bigint) returns void
language plpgsql security definer set search_path = public as $$
declare
  told text;
  opened uuid[];
begin
  with arrived as (
    update transmission_received r set seen_at = clock_timestamp()
    where r.tenant_id = current_tenant() and r.record_id = of_record and r.state = 'DELIVERED' and r.seen_at is null
    returning r.message_id, r.acceptance_id, r.seen_at
  ), sent as (
    update transmission t set seen_at = i.seen_at
    from arrived i join transmission_acceptance a on a.tenant_id = current_tenant() and a.id = i.acceptance_id
    where t.tenant_id = a.source_tenant_id and t.mapping_id = a.mapping_id and t.message_id = i.message_id and t.seen_at is null
    returning t.tenant_id, t.record_type_id, t.record_id, t.message_id
  )
  -- As its comments are told: whoever has the record that was sent open asks for what became of it.
  select string_agg(concat_ws(' ', s.tenant_id, s.record_type_id, 'm', s.record_id), e'\n'), array_agg(s.message_id)
    into told, opened from sent s;
  perform tell_conversation(thread, 'TARGET', null, '{}', false) from unnest(opened) thread;
  if told is not null then perform note_announced(told); end if;
end $$;
