-- A grid that is not of a record type has a name of its own (Specification 7: gridName is free). Its preferences are a
-- person's own, and say themselves which of them is the default.

alter table grid_preference
  alter column record_type_id drop not null,
  add column grid_name text check (char_length(grid_name) between 1 and 100),
  add column is_named_default boolean not null default false,
  add constraint grid_preference_of_one_grid check (num_nonnulls(record_type_id, grid_name) = 1),
  add constraint grid_preference_named_is_own check (grid_name is null or user_id is not null),
  add constraint grid_preference_default_is_named check (grid_name is not null or not is_named_default);

create unique index grid_preference_named on grid_preference (tenant_id, user_id, grid_name, lower(saved_name)) where enabled and grid_name is not null;
create unique index grid_preference_named_default on grid_preference (tenant_id, user_id, grid_name) where enabled and is_named_default;
