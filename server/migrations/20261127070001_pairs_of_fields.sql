-- pair: two fields that were asked together, by their names with a plus between (decision 149)
alter table field_use drop constraint field_use_kind_check;
alter table field_use add constraint field_use_kind_check check (kind in ('order', 'contains', 'pair'));
