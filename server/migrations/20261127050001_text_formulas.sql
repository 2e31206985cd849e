-- Formulas over texts (decision 098): what domain/formulas/evaluate.ts makes of them.

-- A number as it stands in a text: with so many decimals, or as many as it has. Nothing where it is empty.
create function formula_shown(value numeric, decimals integer) returns text
  language sql immutable parallel safe return coalesce(
    case when decimals is null then trim_scale(value) else round(value, decimals) end::text, '');

-- Less than 0, 0 or more. Of numbers null where one of them is empty; of texts without regard to case, by code points.
create function formula_difference_of(one numeric, other numeric) returns integer
  language sql immutable parallel safe return case
    when one is null and other is null then 0 else sign(one - other)::integer end;
create function formula_difference_of(one text, other text) returns integer
  language sql immutable parallel safe return case
    when lower(one collate pg_c_utf8) = lower(other collate pg_c_utf8) then 0
    when lower(one collate pg_c_utf8) < lower(other collate pg_c_utf8) then -1
    else 1 end;

-- The browser counts a character beyond the basic plane as two: they stand twice while it is cut, and half of one goes.
create function formula_cut(value text, longest integer) returns text
  language sql immutable parallel safe return case
    when length(regexp_replace(value, '([\U00010000-\U0010ffff])', '\1\1', 'g')) <= longest then value
    else regexp_replace(left(regexp_replace(value, '([\U00010000-\U0010ffff])', '\1\1', 'g'), longest - 1),
      '([\U00010000-\U0010ffff])(\1)?', '\2', 'g') || '…' end;

-- The blanks are those that the browser trims.
create function formula_trimmed(value text) returns text
  language sql immutable parallel safe return btrim(value,
    E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

-- As a field of one line, or of several, keeps it; null where it is empty.
create function formula_line(value text, longest integer) returns text
  language sql immutable parallel safe return
    formula_cut(nullif(formula_trimmed(regexp_replace(value, '[\r\n]+', ' ', 'g')), ''), longest);
create function formula_lines(value text, longest integer) returns text
  language sql immutable parallel safe return
    case when formula_trimmed(value) <> '' then formula_cut(value, longest) end;

create function formula_overflow(overflow jsonb, key text, value text) returns jsonb
  language sql immutable parallel safe return nullif(case when value is null
    then coalesce(overflow, '{}') - key
    else coalesce(overflow, '{}') || jsonb_build_object(key, value) end, '{}');

grant execute on function formula_shown(numeric, integer), formula_difference_of(numeric, numeric),
  formula_difference_of(text, text), formula_cut(text, integer), formula_trimmed(text), formula_line(text, integer),
  formula_lines(text, integer), formula_overflow(jsonb, text, text) to rowhouse_app;
