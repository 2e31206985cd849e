-- When a record last changed for a role (decision 145), so that an index may keep it: `seen_updated_at` goes by a setting, and what
-- an index keeps may go by nothing but the row. What is written into `unseen` names its offset, and is read the same wherever one is.
create function unseen_moment(kept text) returns timestamptz language plpgsql immutable strict parallel safe as $$
begin
  return kept::timestamptz;
end $$;

-- Written out in the statement by PostgreSQL, for which its parts must be immutable; named with their schema, since an index is
-- made without a search path.
create function seen_updated_at_by(role text, updated_at timestamptz, version int, unseen jsonb) returns timestamptz
language sql immutable parallel safe as $$
  select case when unseen is null then updated_at
    when (unseen -> role ->> 2)::int = version then public.unseen_moment(unseen -> role ->> 1)
    else updated_at end
$$;
grant execute on function unseen_moment(text), seen_updated_at_by(text, timestamptz, int, jsonb) to rowhouse_app;
