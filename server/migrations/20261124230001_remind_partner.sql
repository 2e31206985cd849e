-- Whoever waits for an answer sees when it is due, and reminds the company that answers, once in 24 hours (decision 117).
alter table conversation
  -- When the other company last reminded this one.
  add column reminded_at timestamptz(3);

alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check
    check (kind in ('ASSIGNED', 'MENTIONED', 'COMMENTED', 'CHANGED', 'ROLE', 'VIEWED', 'TO_ANSWER', 'OVERDUE', 'REMINDED'));

create or replace function announce_notifications(made notification[]) returns void language sql set search_path to 'public' as $$
  select note_announced(string_agg(line, e'\n')) from (
    select concat_ws(' ', tenant_id, coalesce(record_type_id, 0),
             case kind when 'ASSIGNED' then 'nA' when 'MENTIONED' then 'nM' when 'COMMENTED' then 'nC' when 'CHANGED' then 'nH'
               when 'VIEWED' then 'nV' when 'TO_ANSWER' then 'nW' when 'OVERDUE' then 'nO' when 'REMINDED' then 'nD' else 'nR' end,
             coalesce(record_id, 0),
             string_agg(user_id || ':' || id, ',' order by id), coalesce(nullif(array_to_string(keys, ','), ''), '-')) as line
    from unnest(made) group by tenant_id, record_type_id, kind, record_id, keys) told
  having count(*) > 0
$$;

-- Of the other half: whether its company is there, when its answer is due, and when it was last reminded. Nothing else of it is told.
drop function conversation_partners(bigint[]);
create function conversation_partners(of_conversations bigint[])
  returns table (id bigint, is_open boolean, due_at timestamptz, is_overdue boolean, reminded_at timestamptz, may_remind boolean)
  language sql stable security definer set search_path = public as $$
  select o.id, coalesce(t.enabled, false), c.due_at, coalesce(c.due_at <= clock_timestamp(), false), c.reminded_at,
    coalesce(t.enabled and c.our_open > 0 and (c.reminded_at is null or c.reminded_at <= clock_timestamp() - interval '24 hours'), false)
  from conversation o
    left join conversation c on c.thread_id = o.thread_id and c.tenant_id <> o.tenant_id
    left join tenant t on t.id = c.tenant_id
  where o.tenant_id = current_tenant() and o.id = any(of_conversations)
$$;

-- Of two who remind at once the second finds that the first has.
create function remind_partner(of_conversation bigint) returns text language plpgsql security definer set search_path = public as $$
declare other conversation;
begin
  perform lock_conversation(of_conversation);
  select c.* into other from conversation o
    join conversation c on c.thread_id = o.thread_id and c.tenant_id <> o.tenant_id
    join tenant t on t.id = c.tenant_id and t.enabled
    where o.tenant_id = current_tenant() and o.id = of_conversation;
  if other.id is null then return 'CLOSED'; end if;
  if other.our_open = 0 then return 'NOTHING'; end if;
  if other.reminded_at > clock_timestamp() - interval '24 hours' then return 'TODAY'; end if;
  update conversation c set reminded_at = clock_timestamp() where c.tenant_id = other.tenant_id and c.id = other.id;
  perform notify_answerers(array[other], 'REMINDED');
  return 'REMINDED';
end $$;
revoke execute on function conversation_partners(bigint[]), remind_partner(bigint) from public;
grant execute on function conversation_partners(bigint[]), remind_partner(bigint) to rowhouse_app;
