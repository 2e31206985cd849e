-- A bulk change is answered record by record, and the same key is answered the same: the answer is kept with the key.
alter table idempotency_key alter column record_id drop not null, add column answer jsonb;
