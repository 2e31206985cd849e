-- Conditions of the fields of lines stand beside those of the fields of records (decision 112).
alter table field_condition
  -- Of a field of lines, which asks for fields of the same line alone.
  add column line_item_field_id bigint,
  add foreign key (tenant_id, line_item_field_id) references line_item_field,
  drop constraint field_condition_check,
  add check (num_nonnulls(field_id, base_field, line_item_field_id) = 1);

drop index field_condition_of_kind;
create unique index field_condition_of_kind
  on field_condition (tenant_id, record_type_id, field_id, base_field, line_item_field_id, kind)
  nulls not distinct where enabled;
