-- An answer is due so many days after lines began to wait for it, by the policy of the company that answers. Whoever may answer is
-- told when something arrives to be answered, and once when it is overdue (decision 117).
alter table conversation
  -- Since when the line that waits longest waits for this company; null while none does.
  add column waits_since timestamptz(3),
  -- By the policy that stood when it began to wait; null where nothing is due.
  add column due_at timestamptz(3),
  -- The due time that people were told has passed.
  add column overdue_told timestamptz(3);
update conversation set waits_since = updated_at where our_open > 0;
drop index conversation_waits;
create index conversation_waits on conversation (tenant_id, due_at, waits_since) where our_open > 0;
create index conversation_overdue on conversation (due_at) where due_at is not null and overdue_told is distinct from due_at;

alter table notification
  -- Of what another company waits for.
  add column conversation_id bigint,
  drop constraint notification_kind_check,
  add constraint notification_kind_check
    check (kind in ('ASSIGNED', 'MENTIONED', 'COMMENTED', 'CHANGED', 'ROLE', 'VIEWED', 'TO_ANSWER', 'OVERDUE'));
create index notification_to_answer on notification (tenant_id, conversation_id, user_id) where kind = 'TO_ANSWER' and read_at is null;
alter table notification_preference drop constraint notification_preference_topic_check,
  add constraint notification_preference_topic_check check (topic in ('ASSIGNED', 'MENTIONED', 'WATCHED', 'ANSWERS'));

create or replace function announce_notifications(made notification[]) returns void language sql set search_path to 'public' as $$
  select note_announced(string_agg(line, e'\n')) from (
    select concat_ws(' ', tenant_id, coalesce(record_type_id, 0),
             case kind when 'ASSIGNED' then 'nA' when 'MENTIONED' then 'nM' when 'COMMENTED' then 'nC' when 'CHANGED' then 'nH'
               when 'VIEWED' then 'nV' when 'TO_ANSWER' then 'nW' when 'OVERDUE' then 'nO' else 'nR' end,
             coalesce(record_id, 0),
             string_agg(user_id || ':' || id, ',' order by id), coalesce(nullif(array_to_string(keys, ','), ''), '-')) as line
    from unnest(made) group by tenant_id, record_type_id, kind, record_id, keys) told
  having count(*) > 0
$$;

-- Within how many days the company of this half answers; null where it has not said.
create function answer_days(of_tenant int, of_side text, of_mapping bigint) returns int language sql stable set search_path = public as $$
  select (case of_side
      when 'SOURCE' then (select m.answering from transmission_mapping m where m.tenant_id = of_tenant and m.id = of_mapping)
      else (select a.settings -> 'answering' from transmission_acceptance a where a.tenant_id = of_tenant and a.mapping_id = of_mapping)
    end ->> 'answerDays')::int
$$;

-- For everybody of these companies who may answer, as their roles say; whether they see the record is asked when they read it.
-- One that is not read yet becomes the new one: what arrives three times in an hour is one line in the bell.
create function notify_answerers(waiting conversation[], of_kind text) returns void language plpgsql set search_path = public as $$
declare made notification[];
begin
  with asked as (select * from unnest(waiting)), earlier as (
    delete from notification n using asked c
    where of_kind = 'TO_ANSWER' and n.kind = 'TO_ANSWER' and n.tenant_id = c.tenant_id and n.conversation_id = c.id and n.read_at is null
    returning n.tenant_id, n.conversation_id, n.user_id, case when n.settled_at is null then n.waits_since end as waits_since
  ), inserted as (
    insert into notification (tenant_id, user_id, kind, record_id, record_type_id, conversation_id, waits_since)
    select p.tenant_id, p.user_id, of_kind, p.record_id, p.record_type_id, p.id,
      coalesce((select min(e.waits_since) from earlier e
                where e.tenant_id = p.tenant_id and e.conversation_id = p.id and e.user_id = p.user_id), clock_timestamp())
    from (
      select distinct c.tenant_id, c.id, c.record_id, c.record_type_id, m.user_id from asked c
      join menu_item i on i.tenant_id = c.tenant_id and i.record_type_id = c.record_type_id and i.enabled
      join role_menu_item_action a on a.tenant_id = i.tenant_id and a.menu_item_id = i.id and a.enabled
        and lower(a.name) = 'answer conversations'
      join membership m on m.tenant_id = a.tenant_id and m.role_id = a.role_id and m.enabled) p
    returning *
  )
  select array_agg(i::notification) into made from inserted i;
  if made is not null then perform announce_notifications(made); end if;
end $$;

create function notify_to_answer() returns trigger language plpgsql security definer set search_path = public as $$
declare waiting conversation[];
begin
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(n::conversation) into waiting from new_rows n where n.our_open > 0;
  else
    select array_agg(n::conversation) into waiting from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.our_open > 0 and n.last_number > o.last_number and exists (
      select from conversation_version v
      where v.tenant_id = n.tenant_id and v.conversation_id = n.id and v.number > o.last_number and v.side <> n.side);
  end if;
  if waiting is not null then perform notify_answerers(waiting, 'TO_ANSWER'); end if;
  return null;
end $$;
create trigger notify_insert after insert on conversation
  referencing new table as new_rows for each statement execute function notify_to_answer();
create trigger notify_update after update on conversation
  referencing old table as old_rows new table as new_rows for each statement execute function notify_to_answer();

-- Of the company of the transaction: what is overdue and was not told. Of two servers that ask at once each has others.
create function tell_overdue(most int) returns int language plpgsql security definer set search_path = public as $$
declare late conversation[];
begin
  with next as (
    select c.tenant_id, c.id from conversation c
    where c.tenant_id = current_tenant() and c.due_at <= clock_timestamp() and c.overdue_told is distinct from c.due_at
    order by c.due_at limit most for update skip locked
  ), told as (
    update conversation c set overdue_told = c.due_at from next n where c.tenant_id = n.tenant_id and c.id = n.id returning c.*
  )
  select array_agg(t::conversation) into late from told t;
  if late is null then return 0; end if;
  perform notify_answerers(late, 'OVERDUE');
  return cardinality(late);
end $$;

create or replace function open_conversations(of_acceptance bigint, message_ids uuid[], of_terms int[], opened jsonb[], answered jsonb[], open_lines int[])
  returns void language plpgsql security definer set search_path = public as $$
declare told text;
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
  select string_agg(concat_ws(' ', h.tenant_id, h.record_type_id, 'm', h.record_id), e'\n') into told from halves h;
  if told is not null then perform note_announced(told); end if;
end $$;

-- Beside how many lines wait of either side: the number of the version since which one of them waits longest.
drop function append_to_conversation(bigint, int, uuid, jsonb[], boolean[], int, int);
create function append_to_conversation(of_conversation bigint, after int, key uuid, contents jsonb[], by_us boolean[],
    our_lines int, their_lines int, our_since int, their_since int)
  returns table (last_number int) language plpgsql security definer set search_path = public as $$
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
  -- As its comments are told: whoever has the record open asks for what is said of it.
  perform note_announced(concat_ws(' ', own.tenant_id, own.record_type_id, 'm', own.record_id));
  perform note_announced(concat_ws(' ', other.tenant_id, other.record_type_id, 'm', other.record_id));
  return query select after + cardinality(contents);
end $$;
revoke execute on function answer_days(int, text, bigint), notify_answerers(conversation[], text), notify_to_answer(), tell_overdue(int),
  append_to_conversation(bigint, int, uuid, jsonb[], boolean[], int, int, int, int) from public;
grant execute on function tell_overdue(int), append_to_conversation(bigint, int, uuid, jsonb[], boolean[], int, int, int, int) to rowhouse_app;
