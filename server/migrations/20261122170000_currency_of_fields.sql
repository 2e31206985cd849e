-- The currency of the amounts of a record type, of one field, of lines and of objects, where it is not the company's: by
-- its ISO 4217 code; null takes that of what it stands in.

alter table record_type add column currency text check (currency ~ '^[A-Z]{3}$');
alter table field add column currency text check (currency ~ '^[A-Z]{3}$');
alter table line_item_field add column currency text check (currency ~ '^[A-Z]{3}$');
alter table object_property add column currency text check (currency ~ '^[A-Z]{3}$');

create function audit_currency() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), tg_table_name, new.id, 'update',
            jsonb_build_object('currency', jsonb_build_array(old.currency, new.currency)));
  return null;
end $$;
revoke execute on function audit_currency() from public;

create trigger audit_currency after update of currency on record_type for each row
  when (old.currency is distinct from new.currency) execute function audit_currency();
create trigger audit_currency after update of currency on field for each row
  when (old.currency is distinct from new.currency) execute function audit_currency();
create trigger audit_currency after update of currency on line_item_field for each row
  when (old.currency is distinct from new.currency) execute function audit_currency();
create trigger audit_currency after update of currency on object_property for each row
  when (old.currency is distinct from new.currency) execute function audit_currency();

grant update (currency) on record_type, field, line_item_field, object_property to rowhouse_app;
