-- Forms of order entry are made and changed by who administers the company.
grant insert, update (name, parts, fields, lines, problem_code_id, enabled, version) on order_form to rowhouse_app;
