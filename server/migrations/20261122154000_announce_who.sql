-- Whoever hears of a change is told whether it was their own: each line of what is announced ends with the person who
-- made the change, 0 for none. See docs/decisions/013.
create or replace function note_announced(lines text) returns void language sql as $$
  select set_config('app.announced', concat_ws(e'\n', nullif(current_setting('app.announced', true), ''),
    regexp_replace(lines, '$', ' ' || coalesce(acting_user(), 0), 'ng')), true)
$$;
