-- What the link of the mail carries beside its code: long enough that nobody guesses it, so that it is counted nowhere
-- and nobody can shut a person out of recovery.
alter table password_reset add column link_hash text;
