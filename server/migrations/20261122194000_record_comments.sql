-- What people say about a record. All comments of one record are its talk: its version counts what happened in it, under
-- the lock of its row, so that comments of a record are committed in the order of their numbers, and whoever has read one
-- version has seen all before it.
create table record_talk (
  tenant_id int not null references tenant,
  record_id bigint not null,
  record_type_id bigint not null,
  version bigint not null,
  primary key (tenant_id, record_id),
  foreign key (tenant_id, record_type_id) references record_type (tenant_id, id)
);

create table record_comment (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  record_id bigint not null,
  -- The version of the talk in which it was written: its place among the others.
  number bigint not null,
  -- The version of the talk in which it was written, edited or deleted last.
  version bigint not null,
  user_id bigint not null,
  -- Null when it was deleted. What stood here before is in the audit log.
  content text,
  -- [{"id": 12, "name": "Iris Chan"}], the name as it stands in the content.
  mentions jsonb not null default '[]',
  -- Of its author: what is sent twice is one comment, for as long as it stands.
  idempotency_key text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  unique (tenant_id, record_id, number),
  unique (tenant_id, user_id, idempotency_key),
  foreign key (tenant_id, record_id) references record_talk (tenant_id, record_id)
);
create index record_comment_version on record_comment (tenant_id, record_id, version);

-- What one person has read of a talk, and of what in it the person wants to hear.
create table record_talk_reader (
  tenant_id int not null references tenant,
  user_id bigint not null,
  record_id bigint not null,
  read_number bigint not null default 0,
  -- Null while it was not chosen: whoever has written a comment watches, everybody else hears of mentions.
  watch_level text check (watch_level in ('WATCHING', 'MENTIONS', 'MUTED')),
  primary key (tenant_id, user_id, record_id)
);

select forbid_other_tenants('record_talk');
select forbid_other_tenants('record_comment');
select forbid_other_tenants('record_talk_reader');
grant select, insert, update on record_talk, record_comment, record_talk_reader to rowhouse_app;

-- Audited and announced as records are. The entry names the record, and is for whoever sees the record: of a deleted
-- comment it is the only place where its text stands. A line that is announced: tenant, record type, 'm', the record.
create function after_record_comment() returns trigger language plpgsql security definer set search_path = public as $$
declare
  type_id bigint;
  was text := case when tg_op = 'UPDATE' then old.content end;
begin
  select t.record_type_id into type_id from record_talk t where t.tenant_id = new.tenant_id and t.record_id = new.record_id;
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    values (new.tenant_id, acting_user(), 'comment', new.id, type_id, new.record_id,
            case when tg_op = 'INSERT' then 'create' when new.deleted_at is not null then 'delete' else 'update' end,
            jsonb_build_object('content', jsonb_build_array(was, new.content)));
  -- The owner fills databases by the million, and nobody is told.
  if nullif(current_setting('app.tenant_id', true), '') is not null then
    perform note_announced(concat_ws(' ', new.tenant_id, type_id, 'm', new.record_id));
  end if;
  return null;
end $$;
create trigger audit after insert or update on record_comment for each row execute function after_record_comment();
revoke execute on function after_record_comment() from public;
