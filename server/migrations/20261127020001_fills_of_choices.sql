-- What a choice from a list of objects fills when it changes (decision 147): [{"fieldId": 12, "propertyId": 7}], of the same
-- record type or kind of lines. No foreign keys: what is gone fills nothing.
alter table field add column fills jsonb not null default '[]';
alter table line_item_field add column fills jsonb not null default '[]';
grant update (fills) on field to rowhouse_app;
grant update (fills) on line_item_field to rowhouse_app;
