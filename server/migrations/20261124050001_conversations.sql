-- The order as a conversation (decision 110). Each company keeps a half of its own: its record, the fields that it is about here,
-- and a copy of every version. A version is written into both halves in one transaction, by the functions below alone.
-- What the source takes without asking a person; its target keeps that beside what it makes of a record.
alter table transmission_mapping add column answering jsonb;
grant update (answering) on transmission_mapping to rowhouse_app;

create table conversation (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  -- The message by which the record went: the one id that both know, and that nobody is told.
  thread_id uuid not null,
  side text not null check (side in ('SOURCE', 'TARGET')),
  mapping_id bigint not null,
  record_type_id bigint not null,
  record_id bigint not null,
  -- As it was called when the record arrived: the partner may go, and what was agreed stays.
  partner_name text not null,
  -- What the offer told when the record went, each with the own field that it is here.
  items jsonb not null,
  -- Numbers of the items that are talked about: figures and days of lines that both companies keep.
  terms int[] not null,
  last_number int not null,
  -- Lines that wait for an answer of this company, and for one of the other.
  our_open int not null,
  their_open int not null,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, thread_id)
);
create index conversation_halves on conversation (thread_id);
create index conversation_record on conversation (tenant_id, record_id);
create index conversation_waits on conversation (tenant_id, updated_at) where our_open > 0;

create table conversation_version (
  tenant_id int not null references tenant,
  conversation_id bigint not null,
  -- From 1, without gaps.
  number int not null,
  side text not null check (side in ('SOURCE', 'TARGET')),
  -- Of the own people alone; null of the other company's, and of what was answered by itself.
  user_id bigint,
  -- Sent again under the same key, an answer is the one that it was.
  request_key uuid,
  content jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, conversation_id, number),
  foreign key (tenant_id, conversation_id) references conversation
);
create unique index conversation_version_key on conversation_version (tenant_id, conversation_id, request_key) where request_key is not null;
create index transmission_message on transmission (tenant_id, message_id);

select forbid_other_tenants('conversation');
select forbid_other_tenants('conversation_version');
grant select on conversation, conversation_version to rowhouse_app;

-- For each of these messages, which have become records here: both halves, with the order as it was sent for the first version,
-- and the answer of this company for the second where it answers by itself.
create function open_conversations(of_acceptance bigint, message_ids uuid[], of_terms int[], opened jsonb[], answered jsonb[], open_lines int[])
  returns void language plpgsql security definer set search_path = public as $$
declare told text;
begin
  with route as (
    select a.source_tenant_id, a.mapping_id, s.name as source_name, t.name as target_name, m.offer -> 'items' as items,
      (select jsonb_agg(i - 'key' || jsonb_build_object('key', p ->> 'field') order by (i ->> 'number')::int)
       from jsonb_array_elements(m.offer -> 'items') i
         join jsonb_array_elements(a.settings -> 'pairs') p on p ->> 'item' = i ->> 'number') as target_items
    from transmission_acceptance a
      join transmission_mapping m on m.tenant_id = a.source_tenant_id and m.id = a.mapping_id and m.target_tenant_id = current_tenant()
      join tenant s on s.id = a.source_tenant_id join tenant t on t.id = current_tenant()
    where a.tenant_id = current_tenant() and a.id = of_acceptance
  ), given as (
    select u.* from unnest(message_ids, opened, answered, open_lines) u (message_id, opened, answered, open_lines)
  ), halves as (
    insert into conversation (tenant_id, thread_id, side, mapping_id, record_type_id, record_id, partner_name, items, terms,
      last_number, our_open, their_open)
    select h.tenant_id, g.message_id, h.side, r.mapping_id, h.record_type_id, h.record_id, h.partner, coalesce(h.items, '[]'), of_terms,
      case when g.answered is null then 1 else 2 end, h.our_open, h.their_open
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

-- Both halves, so that two who answer at once come one after the other; whether the partner is still there, and what it takes by
-- itself: that is for the server, which answers in its place, and told to nobody.
create function lock_conversation(of_conversation bigint) returns table (partner_open boolean, partner_answering jsonb)
  language plpgsql security definer set search_path = public as $$
begin
  perform from conversation c
    where c.thread_id = (select o.thread_id from conversation o where o.tenant_id = current_tenant() and o.id = of_conversation)
    order by c.tenant_id for update;
  return query select t.enabled, case c.side
      when 'SOURCE' then (select m.answering from transmission_mapping m where m.tenant_id = c.tenant_id and m.id = c.mapping_id)
      else (select a.settings -> 'answering' from transmission_acceptance a where a.tenant_id = c.tenant_id and a.mapping_id = c.mapping_id)
    end
    from conversation o
    join conversation c on c.thread_id = o.thread_id and c.tenant_id <> o.tenant_id
    join tenant t on t.id = c.tenant_id
    where o.tenant_id = current_tenant() and o.id = of_conversation;
end $$;

-- Of these whether the partner is still there.
create function conversation_partners(of_conversations bigint[]) returns table (id bigint, is_open boolean)
  language sql stable security definer set search_path = public
  as $$ select o.id, coalesce(t.enabled, false) from conversation o
          left join conversation c on c.thread_id = o.thread_id and c.tenant_id <> o.tenant_id
          left join tenant t on t.id = c.tenant_id
        where o.tenant_id = current_tenant() and o.id = any(of_conversations) $$;

-- Writes what follows version `after` into both halves; nothing, where that is no longer the last one.
create function append_to_conversation(of_conversation bigint, after int, key uuid, contents jsonb[], by_us boolean[], our_lines int, their_lines int)
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
      our_open = case when c.tenant_id = own.tenant_id then our_lines else their_lines end,
      their_open = case when c.tenant_id = own.tenant_id then their_lines else our_lines end
    where (c.tenant_id, c.id) in ((own.tenant_id, own.id), (other.tenant_id, other.id));
  -- As its comments are told: whoever has the record open asks for what is said of it.
  perform note_announced(concat_ws(' ', own.tenant_id, own.record_type_id, 'm', own.record_id));
  perform note_announced(concat_ws(' ', other.tenant_id, other.record_type_id, 'm', other.record_id));
  return query select after + cardinality(contents);
end $$;
revoke execute on function open_conversations(bigint, uuid[], int[], jsonb[], jsonb[], int[]), lock_conversation(bigint), conversation_partners(bigint[]),
  append_to_conversation(bigint, int, uuid, jsonb[], boolean[], int, int) from public;
grant execute on function open_conversations(bigint, uuid[], int[], jsonb[], jsonb[], int[]), lock_conversation(bigint), conversation_partners(bigint[]),
  append_to_conversation(bigint, int, uuid, jsonb[], boolean[], int, int) to rowhouse_app;

-- Who administers a company does everything on its records; whoever else answers others is chosen by them.
insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
  select a.tenant_id, a.role_id, a.menu_item_id, 14, 'answer conversations'
  from role_menu_item_action a join role r on r.tenant_id = a.tenant_id and r.id = a.role_id and r.administers
    join menu_item i on i.tenant_id = a.tenant_id and i.id = a.menu_item_id and i.record_type_id is not null
  where a.enabled and lower(a.name) = 'edit line items'
  on conflict do nothing;
