-- Specification 3 gives a record file an annotation: what whoever sent it said of it.
alter table record_file add column annotation text check (char_length(annotation) between 1 and 2000);
