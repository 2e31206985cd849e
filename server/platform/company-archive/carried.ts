// What an archive of a company carries: every table of a company stands here with each of its columns, or has a reason why it
// stays behind. A test walks the catalogue and fails for a table or column of which nobody has said either.

export type CarriedTable = {
  /** As they stand in the database; the first ones are what rows are ordered by. */
  readonly columns: readonly string[];
  /** Left out because the next installation makes its own, or because they are secrets. */
  readonly left: readonly string[];
  /** Columns that hold the id of a person. */
  readonly people: readonly string[];
  /** jsonb in which conditions may name people. */
  readonly conditions: readonly string[];
  /** How many of the columns order the rows. */
  readonly keys: number;
  /** Only these rows, in SQL. */
  readonly only?: string;
  /** Most columns of most rows hold nothing: only those that hold something are written. */
  readonly isSparse?: true;
};

type Said = {
  readonly left?: string;
  readonly people?: string;
  readonly conditions?: string;
  readonly keys?: number;
  readonly only?: string;
  readonly isSparse?: true;
};

const words = (said = ''): string[] => said.split(/\s+/).filter((word) => word !== '');

const table = (columns: string, said: Said = {}): CarriedTable => ({
  columns: words(columns),
  left: ['tenant_id', ...words(said.left)],
  people: words(said.people),
  conditions: words(said.conditions),
  keys: said.keys ?? 1,
  ...(said.only !== undefined && { only: said.only }),
  ...(said.isSparse && { isSparse: said.isSparse }),
});

const numbered = (letter: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`).join(' ');
const slots = [
  numbered('n', 30),
  numbered('d', 20),
  numbered('r', 40),
  numbered('b', 30),
  numbered('m', 10),
  numbered('t', 60),
].join(' ');

/** In the order in which they are brought in: what others refer to comes first. */
export const carriedTables: Readonly<Record<string, CarriedTable>> = {
  object_definition: table('id name enabled version'),
  list: table(
    'id name description backoffice_managed list_type data_type origin object_definition_id enabled version',
  ),
  object_property: table(
    'id object_definition_id name data_type is_required is_displayable position enabled list_id currency delete_after stands_beside holds_two',
  ),
  role: table('id name description default_field_access administers enabled version alias'),
  membership: table('user_id role_id enabled version created_at', { people: 'user_id' }),
  // The version is made by a trigger, for the lists that browsers keep.
  list_value: table('id list_id value user_id position enabled object_values created_at updated_at', {
    left: 'version',
    people: 'user_id',
  }),
  record_type: table('id name is_super enabled currency version delete_after', {
    left: 'bucket moving_from',
  }),
  record_type_related: table('super_id related_id position enabled', { keys: 2 }),
  record_status: table('id record_type_id name position enabled closes version is_first'),
  problem_code: table('id record_type_id name position enabled version'),
  field: table(
    `id record_type_id name data_type required visibility position enabled list_id object_definition_id slot currency version
     default_value help section formula fills delete_after`,
  ),
  line_item_type: table('id record_type_id name description visibility enabled version'),
  line_item_field: table(
    `id line_item_type_id name data_type required position enabled list_id currency version formula fills delete_after
     stands_beside`,
  ),
  status_transition: table(
    'id record_type_id from_status_id to_status_id role_ids creator conditions needs_comment enabled version',
    { conditions: 'conditions' },
  ),
  field_condition: table(
    'id record_type_id field_id base_field line_item_field_id kind conditions enabled version',
    {
      conditions: 'conditions',
    },
  ),
  number_series: table('record_type_id prefix padding by_year started_from enabled version'),
  number_series_counter: table('record_type_id next_number year'),
  role_field_access: table(
    'id role_id record_type_id field_id base_field access filter_criteria position enabled updated_at',
  ),
  access_test: table('id role_id record_type_id field_id base_field most enabled'),
  menu_group: table('id name tag route position application enabled'),
  menu_section: table('id menu_group_id name tag route position enabled'),
  menu_item: table('id menu_section_id name route position icon record_type_id enabled'),
  role_menu_item_action: table('role_id menu_item_id action_id name enabled', { keys: 3 }),
  portal: table('id name address icon role_ids enabled version'),
  order_form: table('id record_type_id name parts fields lines problem_code_id enabled version'),
  order_file: table('kind file_name row_count size_bytes sha256 uploaded_by uploaded_at', {
    people: 'uploaded_by',
  }),
  tenant_logo: table('content', { keys: 0 }),
  audit_retention: table('years version', { keys: 0 }),
  company_set_up: table('templates started_empty put_away', { keys: 0 }),
  // The key that signs the addresses of a server is a secret: it is typed in again.
  dashboard: table(
    `id name owner_user_id role_ids embed_type server_url site_identifier environment external_id expiration_time widgets
     enabled version created_at updated_at`,
    { left: 'sealed_key', people: 'owner_user_id', conditions: 'widgets' },
  ),
  dashboard_preference: table('user_id dashboard_id', { people: 'user_id' }),
  grid_preference: table(
    `id record_type_id user_id role_id saved_name grid_options enabled version created_at updated_at grid_name
     is_named_default`,
    { people: 'user_id', conditions: 'grid_options' },
  ),
  grid_preference_default: table('id record_type_id user_id role_id grid_preference_id enabled', {
    people: 'user_id',
  }),
  mail_schedule: table(
    'id owner_user_id grid_preference_id dashboard_id days at_time time_zone version created_at',
    { people: 'owner_user_id' },
  ),
  mail_schedule_reader: table('schedule_id user_id next_at ended ended_at last_sent_at', {
    left: 'claimed_until failures failed_at',
    people: 'user_id',
    keys: 2,
  }),
  notification_preference: table('user_id topic mail', { people: 'user_id', keys: 2 }),
  // Where a file stands is made anew: the archive names it by its id.
  record_file: table(
    'id object_key original_file_name mime_type size_bytes created_by created_at annotation gone_with_type_id gone_with_field_id',
    { people: 'created_by' },
  ),
  record: table(
    `record_type_id id version enabled record_number po_number status_id problem_code_id created_by received_by approved_by
     assigned_to created_at updated_at received_at approved_at record_date due_date record_create_date record_file_id
     result_item_id parent_id level is_project validation_required description issued_by_company_name
     issued_to_company_name ${slots} x unseen`,
    {
      // To which company a record went means nothing where that company is another.
      left: 'bucket target_transmission_tenant_id',
      people: 'created_by received_by approved_by assigned_to',
      keys: 2,
      isSparse: true,
    },
  ),
  line_item: table(
    'id record_id line_item_type_id position enabled version field_values beside_values created_at updated_at',
  ),
  record_evidence: table('record_id field_key taken_value file_id page box taken_by taken_at', {
    people: 'taken_by',
    keys: 2,
  }),
  record_talk: table('record_id record_type_id version'),
  record_comment: table(
    `id record_id number version user_id content mentions idempotency_key created_at edited_at deleted_at body_hash`,
    { people: 'user_id' },
  ),
  record_talk_reader: table('record_id user_id read_number watch_level has_commented', {
    people: 'user_id',
    keys: 2,
  }),
  // Our half of what was said. The thread and the mapping are shared with the other company: a copy is no part of them.
  conversation: table(
    `id side record_type_id record_id partner_name items terms last_number our_open their_open updated_at waits_since due_at
     overdue_told reminded_at`,
    { left: 'thread_id mapping_id' },
  ),
  conversation_version: table('conversation_id number side user_id content created_at', {
    left: 'request_key',
    people: 'user_id',
    keys: 2,
  }),
  // One that was under way goes on; those that ended have nothing to do.
  formula_pass: table(
    'id record_type_id user_id state total done reached_record_id failures started_at tried_at ended_at',
    { people: 'user_id', only: `state = 'RUNNING'` },
  ),
  record_type_deletion: table(
    'id record_type_id user_id was_enabled state total done failures asked_at tried_at ended_at',
    { people: 'user_id' },
  ),
  field_deletion: table(
    `id record_type_id line_item_type_id field_id name data_type list_id object_definition_id currency seen_by user_id state
     total done emptied reached_record_id failures asked_at tried_at ended_at`,
    { people: 'user_id' },
  ),
  property_deletion: table(
    `id object_definition_id property_id name data_type list_id currency user_id state total done emptied reached_type_id
     reached_record_id reached_value_id failures asked_at tried_at ended_at`,
    { people: 'user_id' },
  ),
  field_retype: table(
    `id record_type_id line_item_type_id object_definition_id field_id name user_id phase state from_type from_slot from_list_id from_default to_type to_slot to_list_id
     to_default time_zone day_first decimal_sign total done kept changed lost again why_not reached_type_id reached_record_id failures asked_at
     tried_at switched_at undone_at keep_until ended_at`,
    { people: 'user_id' },
  ),
  field_retype_written: table('retype_id record_id is_list_value', { keys: 3 }),
  audit_log: table('id at user_id entity entity_id record_type_id action changes record_id source', {
    people: 'user_id',
  }),
};

/** Columns of `tenant`: the head of the archive says the first ones. */
export const companyColumns = words('name url description mfa_required currency accent created_at');
export const companyColumnsLeft = words(
  `id enabled bucket structure_version version people_version lists_version lists_swept_version made_by delete_after
   menu_version logo_key`,
);

const work = 'work that is over, or is done again';
const agreed = 'agreed between two companies';
const told = 'what the people of the installation were told';

/** By table, why an archive has nothing of it. */
export const tablesLeft: Readonly<Record<string, string>> = {
  bulk_change: work,
  bulk_change_record: work,
  company_arrival: work,
  company_export: work,
  export_request: work,
  field_use: 'which indexes are of use shows itself again',
  file_upload: work,
  idempotency_key: work,
  invitation: 'its link opens the installation that sent it',
  notification: told,
  notification_mailing: told,
  record_import: work,
  record_import_row: work,
  record_status_counter: 'counted again from the records that came',
  record_type_counter: 'counted again from the records that came',
  tenant_former_url: 'addresses of the installation',
  transmission: agreed,
  transmission_acceptance: agreed,
  transmission_mapping: agreed,
  transmission_received: agreed,
};

/** Names under which the audit log tells a change of such a column. */
export const personKeys: ReadonlySet<string> = new Set([
  ...Object.values(carriedTables).flatMap(({ people }) => people),
  ...words('invited_by accepted_by by_user_id offered_by'),
]);
