// Every table of a company is either in the configuration file, column by column, or has a reason why it is not. A new table or
// column fails here until somebody says which.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const identity = 'tenant_id id version';
/** Columns that the file writes, and after ' - ' those that it leaves out because the next installation makes its own. */
const carried: Readonly<Record<string, string>> = {
  record_type: `name is_super enabled - ${identity} bucket moving_from delete_after currency`,
  record_type_related: 'super_id related_id position enabled - tenant_id',
  field: `record_type_id name data_type required visibility position enabled list_id object_definition_id default_value help section formula fills - ${identity} slot currency delete_after`,
  record_status: `record_type_id name position enabled closes is_first - ${identity}`,
  status_transition: `record_type_id from_status_id to_status_id role_ids creator conditions needs_comment enabled - ${identity}`,
  field_condition: `record_type_id field_id base_field line_item_field_id kind conditions enabled - ${identity}`,
  problem_code: `record_type_id name position enabled - ${identity}`,
  line_item_type: `record_type_id name description visibility enabled - ${identity}`,
  line_item_field: `line_item_type_id name data_type required position enabled list_id formula fills - ${identity} currency delete_after stands_beside`,
  // From where a series goes on is of the records.
  number_series: 'record_type_id prefix padding by_year enabled - tenant_id version started_from',
  // data_type and origin are for the seed: no screen asks for them.
  list: `name description backoffice_managed list_type object_definition_id enabled - ${identity} data_type origin`,
  list_value: `list_id value position enabled object_values - ${identity} user_id created_at updated_at`,
  object_definition: `name enabled - ${identity}`,
  object_property: `object_definition_id name data_type is_required is_displayable position enabled list_id - tenant_id id currency delete_after stands_beside holds_two`,
  role: `name description default_field_access administers enabled alias - ${identity}`,
  role_field_access:
    'role_id record_type_id field_id base_field access filter_criteria enabled - tenant_id id position updated_at',
  role_menu_item_action: 'role_id menu_item_id action_id name enabled - tenant_id',
  access_test: 'role_id record_type_id field_id base_field most enabled - tenant_id id',
  // The tag follows from the route.
  menu_group: 'name route position enabled - tenant_id id tag application',
  menu_section: 'menu_group_id name route position enabled - tenant_id id tag',
  menu_item: 'menu_section_id name route position icon record_type_id enabled - tenant_id id',
  portal: `name address icon role_ids enabled - ${identity}`,
  // Which field answers which question follows from their names.
  order_form: `record_type_id name parts lines problem_code_id enabled - ${identity} fields`,
  // Only built-in ones that are shared with a role: those of a person, and those of other servers, stay out.
  dashboard: `name role_ids widgets enabled embed_type - ${identity} owner_user_id server_url site_identifier environment external_id expiration_time sealed_key created_at updated_at`,
  // Only those of roles: those of a person stay out.
  grid_preference: `record_type_id role_id saved_name grid_options enabled - ${identity} user_id created_at updated_at grid_name is_named_default`,
  grid_preference_default: 'record_type_id role_id grid_preference_id enabled - tenant_id id user_id',
};

const people = 'of people';
const records = 'of records';
const work = 'of work that goes on, or went on';
const apart: Readonly<Record<string, string>> = {
  audit_log: records,
  audit_retention: 'how long a company keeps its log is asked of the company itself',
  bulk_change: work,
  bulk_change_record: work,
  company_arrival: work,
  company_export: work,
  company_set_up: 'the first steps of a new company',
  conversation: records,
  conversation_version: records,
  dashboard_preference: people,
  export_request: work,
  field_deletion: work,
  property_deletion: work,
  field_retype: work,
  field_retype_written: work,
  field_use: work,
  file_upload: work,
  formula_pass: work,
  idempotency_key: work,
  invitation: people,
  line_item: records,
  mail_schedule: people,
  mail_schedule_reader: people,
  membership: people,
  notification: people,
  notification_mailing: people,
  notification_preference: people,
  number_series_counter: records,
  order_file: 'files of order entry are brought on their page',
  record: records,
  record_comment: records,
  record_evidence: records,
  record_file: records,
  record_import: work,
  record_import_row: work,
  record_status_counter: records,
  record_talk: records,
  record_talk_reader: people,
  record_type_counter: records,
  record_type_deletion: work,
  tenant_former_url: 'the address of the company itself',
  tenant_logo: 'the look of the company itself',
  transmission: records,
  transmission_acceptance: 'agreed between two companies',
  transmission_mapping: 'agreed between two companies',
  transmission_received: records,
};

test('every table and column of a company is in the file or has its reason', async () => {
  const columns = await server.query(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
       join pg_class k on k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition
       join pg_namespace n on n.oid = k.relnamespace and n.nspname = 'public'
     where c.table_schema = 'public' and exists (select from information_schema.columns t
       where t.table_schema = 'public' and t.table_name = c.table_name and t.column_name = 'tenant_id')`,
  );
  const byTable = Map.groupBy(columns, (column) => String(column['table']));
  expect([...byTable.keys()].sort()).toEqual([...Object.keys(carried), ...Object.keys(apart)].sort());
  for (const [table, said] of Object.entries(carried)) {
    const there = (byTable.get(table) ?? []).map((column) => String(column['column']));
    const named = said.split(/[ -]+/).filter((word) => word !== '');
    expect({ table, columns: there.sort() }).toEqual({ table, columns: named.sort() });
  }
});
