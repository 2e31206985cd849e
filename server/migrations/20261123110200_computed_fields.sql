-- Fields that are computed (decision 098). A formula is kept by the keys of the fields that it names: '[f12] * [l7]'.
alter table field add column formula text;
alter table line_item_field add column formula text;
grant update (formula) on field to rowhouse_app;
grant update (formula) on line_item_field to rowhouse_app;

-- The arithmetic of domain/formulas/evaluate.ts. An empty value is left out of + and -, and what is divided by zero is empty.
create function formula_sum(one numeric, other numeric) returns numeric
  language sql immutable parallel safe return coalesce(one + other, one, other);
create function formula_difference(one numeric, other numeric) returns numeric
  language sql immutable parallel safe return coalesce(one - other, one, -other);
-- Rounded to 20 decimals, a half away from zero: numeric chooses its own number of decimals.
create function formula_quotient(dividend numeric, divisor numeric) returns numeric
  language sql immutable parallel safe return case when divisor <> 0 then
    sign(dividend) * sign(divisor)
      * div(abs(dividend) * 200000000000000000000 + abs(divisor), abs(divisor) * 2) * 0.00000000000000000001 end;
-- Null where it has more digits than a double gives back.
create function formula_result(value numeric, decimals integer) returns numeric
  language sql immutable parallel safe return case
    when abs(round(value, decimals)) < power(10::numeric, 15 - decimals) then round(value, decimals) end;
-- Of a value of a line; null for what is no number.
create function formula_number(value text) returns numeric
  language sql immutable parallel safe return case when value ~ '^-?[0-9]+(\.[0-9]+)?$' then value::numeric end;
-- A result in the overflow, where nothing stands of what is empty.
create function formula_overflow(overflow jsonb, key text, value float8) returns jsonb
  language sql immutable parallel safe return nullif(case when value is null
    then coalesce(overflow, '{}') - key
    else coalesce(overflow, '{}') || jsonb_build_object(key, value) end, '{}');
grant execute on function formula_sum(numeric, numeric), formula_difference(numeric, numeric),
  formula_quotient(numeric, numeric), formula_result(numeric, integer), formula_number(text),
  formula_overflow(jsonb, text, float8) to rowhouse_app;

-- Records that are to be computed again because a formula became another: a part at a time, by id.
create table formula_pass (
  id bigint generated always as identity,
  tenant_id integer not null references tenant,
  record_type_id bigint not null,
  -- Who changed the formula, as the history names them.
  user_id bigint not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'FINISHED', 'FAILED')),
  total integer not null,
  done integer not null default 0,
  reached_record_id bigint not null default 0,
  failures integer not null default 0,
  started_at timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type,
  check (done >= 0)
);
create index formula_pass_running on formula_pass (tried_at) where state = 'RUNNING';
create index formula_pass_type on formula_pass (tenant_id, record_type_id, id);
select forbid_other_tenants('formula_pass');
grant select, insert, update on formula_pass to rowhouse_app;
