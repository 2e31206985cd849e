-- A table of few pages that was counted is read whole rather than by its key, and the plan for it is kept while the table grows:
-- 3,000 records that came in one statement read 9,000,000. Its key is the better way however small it is.
alter function queue_transmissions() set enable_seqscan = off;
