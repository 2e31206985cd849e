-- numbers: a field that numbers over records were asked of, or under a condition on it (decision 165)
alter table field_use drop constraint field_use_kind_check;
alter table field_use add constraint field_use_kind_check check (kind in ('order', 'contains', 'pair', 'numbers'));
