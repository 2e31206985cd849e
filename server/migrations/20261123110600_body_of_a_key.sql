-- What was sent under an idempotency key, as a hash: the same key with another body is refused, and not answered with
-- what the first one made. Null of keys that were kept before.
alter table idempotency_key add column body_hash text;
alter table record_comment add column body_hash text;
