-- Older servers: go on.
-- When the person of a session last showed once more that it is them: what only they may do asks for it.
alter table auth_session add column proved_at timestamptz;
