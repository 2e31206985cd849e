-- Older servers: go on.
-- Why the newest mail of an invitation was given up; null while it is under way, or was taken.
alter table invitation add column mail_failure text check (mail_failure in ('ADDRESS_REFUSED', 'NOT_SENT'));

-- A new link is a new mail, of a server of the version before too.
create function begin_mail_anew() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.mail_failure := null;
  return new;
end $$;
create trigger mail_anew before update on invitation for each row
  when (old.token_hash is distinct from new.token_hash) execute function begin_mail_anew();

-- Open pages of users hear of an invitation as they hear of a member.
create trigger config_insert after insert on invitation referencing new table as new_rows for each statement execute function raise_people_version();
create trigger config_update after update on invitation referencing new table as new_rows for each statement execute function raise_people_version();
