// What the tests of security walk through: two tenants of one shape, in which everything that can be hidden is hidden
// once. South's ids begin at seven millions, so that an answer about one of them can be told from chance.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Database, OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import type { Accounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import type { BuiltField, BuiltLineType } from '@rowhouse/server/seed/build-record-type.ts';
import type { RecordSpec } from '@rowhouse/server/seed/build-records.ts';
import { aPerson, aTenant } from '@rowhouse/server/seed/builders.ts';
import { seal } from '@rowhouse/server/platform/secret.ts';
import { testSecret } from '../test-secret.ts';
import { orderFieldSpecs } from '@rowhouse/server/seed/build-order-form.ts';
import { insert } from '../two-tenants.ts';

export type GuardedTenant = Awaited<ReturnType<typeof createTenant>>['built'];
export type GuardedWorld = Awaited<ReturnType<typeof createGuardedWorld>>;
type People = Awaited<ReturnType<typeof createPeople>>;

export const nobodysId = 6_999_999;

/**
 * mia manages both tenants, sam manages south. cleo is a clerk in north: of papers she sees half the fields and the
 * open ones, no deleted ones, and may make new ones; of secrets nothing. rae reads papers in north and changes none.
 */
export async function createGuardedWorld(database: Database, identity: Accounts) {
  const people = await createPeople(identity);
  return database.asOwnerOfAll(async (connection) => {
    const north = await createTenant(connection, 'North', people, people.cleo);
    await liftIds(connection);
    const south = await createTenant(connection, 'South', people, people.sam);
    const west = await aTenant(connection, { name: 'West', bucket: 4 });
    const { clerk, reader } = north.built.roles;
    await north.tenant.withMember(people.cleo, clerk);
    await north.tenant.withMember(people.rae, reader);
    await connection.query(
      `insert into mail_schedule_reader (tenant_id, schedule_id, user_id, next_at) values ($1, $2, $3, '2126-01-07')`,
      [north.built.id, north.built.mails.ofClerks, people.cleo],
    );
    await south.tenant.withMember(people.sam, south.built.roles.manager);
    for (const [from, to] of [
      [north, south],
      [south, north],
    ] as const) {
      const triggerValue = String(from.built.statuses.ready);
      const settings = {
        kept: 'ids',
        triggerField: 'status',
        triggerValue,
        sourceStatusField: null,
        sourceSuccessStatusValue: null,
        sourceErrorStatusValue: null,
      };
      const mapping = await from.tenant.withTransmission(from.papers, to.tenant, settings);
      const description = { key: 'description', name: 'Description', dataType: 'string', currency: null };
      const colour = from.built.seen.dropdown;
      const offer = {
        typeName: 'Papers',
        items: [
          { number: 1, ...description, isLine: false, choices: null },
          {
            number: 2,
            key: `f${colour.id}`,
            name: colour.name,
            dataType: 'dropdown',
            currency: null,
            isLine: false,
            choices: ['Red', 'Green', 'Blue'],
          },
        ],
      };
      await connection.query(
        `update transmission_mapping set offer = $2, trigger_key = 'status_id', trigger_value = $3 where id = $1`,
        [mapping, JSON.stringify(offer), triggerValue],
      );
      from.built.target = to.built.id;
      from.built.mapping = mapping;
      await connection.query('update transmission_mapping set offered_by = $2 where id = $1', [
        mapping,
        people.mia,
      ]);
      await connection.query(
        `insert into transmission_acceptance (tenant_id, source_tenant_id, mapping_id, approved_version, record_type_id, settings, approved_by)
         values ($1, $2, $3, 1, $4, $5, $6)`,
        [
          to.built.id,
          from.built.id,
          mapping,
          to.built.types.papers,
          JSON.stringify({
            targetStatusField: null,
            targetStatusValue: null,
            pairs: [
              { item: 1, field: 'description' },
              { item: 2, field: `f${to.built.seen.dropdown.id}` },
            ],
            translations: [],
          }),
          people.mia,
        ],
      );
      from.built.transmission = await insert(connection, 'transmission', {
        tenant_id: from.built.id,
        mapping_id: mapping,
        record_type_id: from.built.types.papers,
        record_id: from.built.records.one,
        state: 'DEAD',
      });
      to.built.offer = mapping;
      // Both halves of what is said about it, and it is the target's turn.
      const thread = `00000000-0000-4000-8000-${String(from.built.id).padStart(12, '0')}`;
      for (const [side, end, other] of [
        ['SOURCE', from, to],
        ['TARGET', to, from],
      ] as const) {
        const isTarget = side === 'TARGET';
        const conversation = await insert(connection, 'conversation', {
          tenant_id: end.built.id,
          thread_id: thread,
          side,
          mapping_id: mapping,
          record_type_id: end.built.types.papers,
          record_id: end.built.records.one,
          partner_name: other.built.id === from.built.id ? 'North' : 'South',
          items: JSON.stringify([{ ...description, isLine: false, choices: null }]),
          terms: '{}',
          last_number: 1,
          our_open: isTarget ? 1 : 0,
          their_open: isTarget ? 0 : 1,
          updated_at: '2026-01-01',
        });
        await connection.query(
          `insert into conversation_version (tenant_id, conversation_id, number, side, content, created_at)
           values ($1, $2, 1, 'SOURCE', '{"opened": [[{"item": 1, "value": "Sent"}]]}', '2026-01-01')`,
          [end.built.id, conversation],
        );
        if (isTarget) end.built.conversation = conversation;
        else end.built.askingConversation = conversation;
      }
    }
    // What was written now is of no moment: two copies of this world are to be alike.
    await connection.query(`update list_value set created_at = '2026-01-01', updated_at = '2026-01-01'`);
    for (const { built } of [north, south]) {
      const { rows } = await connection.query(
        'select max(version) as version from list_value where tenant_id = $1 and list_id = $2',
        [built.id, built.lists.choices],
      );
      built.choicesVersion = Number(rows[0]?.['version']);
    }
    await connection.query(`update role_field_access set updated_at = '2026-01-01'`);
    return { north: north.built, south: south.built, west: { id: west.id }, people };
  });
}

async function createPeople(identity: Accounts) {
  const create = (name: string) =>
    aPerson(
      identity,
      { email: `${name.toLowerCase()}@example.com`, firstName: name, lastName: 'Test' },
      'correct horse',
    );
  return {
    mia: await create('Mia'),
    cleo: await create('Cleo'),
    rae: await create('Rae'),
    sam: await create('Sam'),
  };
}

/** Every id that is given from now on is one of South. */
async function liftIds(connection: OwnerConnection): Promise<void> {
  const { rows } = await connection.query(
    `select table_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const row of rows) {
    await connection.query(`alter table ${String(row['table_name'])} alter column id restart with 7000001`);
  }
  await connection.query('alter sequence record_id_seq restart with 7000001');
  await connection.query('alter sequence audit_log_number restart with 7000001');
}

/** The base fields that the clerk may see of papers; the others are hidden. */
const visibleBase = {
  recordType: 'ViewOnly',
  recordNumber: 'Editable',
  description: 'Editable',
  issuedByCompanyName: 'Editable',
  recordDate: 'Editable',
  receivedAt: 'Editable',
  receivedBy: 'ViewOnly',
  isProject: 'Editable',
  createdAt: 'ViewOnly',
  targetTransmissionTenant: 'Editable',
} as const;

const seen = (dataType: DataType) => `Seen ${dataType}`;
const hidden = (dataType: DataType) => `Hidden ${dataType}`;

async function createTenant(connection: OwnerConnection, name: string, people: People, member: number) {
  const tenant = await aTenant(connection, { name, description: `${name} Company`, bucket: 3 });
  const manager = await tenant.withRole({
    name: 'Manager',
    defaultFieldAccess: 'Editable',
    administers: true,
  });
  const clerk = await tenant.withRole({ name: 'Clerk' });
  const reader = await tenant.withRole({ name: 'Reader', defaultFieldAccess: 'ViewOnly' });
  await tenant.withMember(people.mia, manager);

  const choices = await tenant.withList({ name: 'Choices', values: ['Red', 'Green', 'Blue'] });
  const vault = await tenant.withList({ name: 'Secret list', values: ['Secret value'] });
  const site = await tenant.withObject({ name: 'Site', properties: [{ name: 'City', displayable: true }] });
  const place = await tenant.withObject({ name: 'Place', properties: [{ name: 'Town', displayable: true }] });
  const town = idOf(place.properties, 'Town');
  const listFor = (dataType: DataType) => {
    if (dataType === 'object') return { object: place };
    return valueOf(dataType).family.startsWith('relation') ? { list: choices } : {};
  };
  const papers = await tenant.withRecordType({
    name: 'Papers',
    statuses: ['Open', 'Ready', 'Closed'],
    problemCodes: ['Late', 'Broken'],
    fields: [
      ...dataTypes.map((dataType) => ({ name: seen(dataType), dataType, ...listFor(dataType) })),
      ...dataTypes.map((dataType) => ({ name: hidden(dataType), dataType, ...listFor(dataType) })),
      { name: 'Seen spill', dataType: 'string', slot: 'overflow' },
      { name: 'Hidden spill', dataType: 'decimal', slot: 'overflow' },
    ],
    lines: {
      name: 'Paper lines',
      fields: [
        { name: 'Item', dataType: 'string', required: true },
        { name: 'Colour', dataType: 'dropdown', list: choices },
      ],
    },
  });
  const bills = await tenant.withRecordType({
    name: 'Bills',
    statuses: ['Paid'],
    problemCodes: ['Disputed'],
    fields: [{ name: seen('decimal'), dataType: 'decimal' }],
  });
  const documents = await tenant.withSuperRecordType('Documents', [papers, bills]);
  const secrets = await tenant.withRecordType({
    name: 'Secrets',
    statuses: ['Secret status'],
    problemCodes: ['Secret code'],
    fields: [
      { name: 'Secret field', dataType: 'dropdown', list: vault },
      { name: 'Secret object', dataType: 'object', object: site },
    ],
    lines: { name: 'Secret lines', fields: [{ name: 'Secret item', dataType: 'string' }] },
  });

  const dealerOrders = await tenant.withRecordType({
    name: 'Dealer orders',
    statuses: ['New order'],
    problemCodes: ['No problem'],
    fields: orderFieldSpecs([]),
  });
  await tenant.withNumberSeries(dealerOrders, 900);
  const forms = {
    papers: await tenant.withOrderForm(papers, { name: `${name} paper form`, parts: [] }),
    orders: await tenant.withOrderForm(dealerOrders, {
      name: `${name} order form`,
      parts: ['attachments'],
      problemCode: 'No problem',
    }),
    toChange: await tenant.withOrderForm(dealerOrders, { name: `${name} form to be changed`, parts: [] }),
  };

  const open = ['Open', 'Ready'].map((status) => String(idOf(papers.statuses, status)));
  await tenant.withFieldAccess(clerk, papers, [
    { field: 'status', access: 'Editable', filterCriteria: { operator: 'isAnyOf', values: open } },
    ...Object.entries(visibleBase).map(([field, access]) => ({ field, access })),
    ...dataTypes.map((dataType) => ({ field: seen(dataType), access: 'Editable' as const })),
    { field: 'Seen spill', access: 'Editable' },
    // The others are hidden for want of a line.
    { field: hidden('string'), access: 'NotAllowed' },
    { field: hidden('decimal'), access: 'NotAllowed' },
  ]);
  await tenant.withFieldAccess(clerk, bills, [
    { field: 'status', access: 'ViewOnly' },
    { field: seen('decimal'), access: 'ViewOnly' },
  ]);

  const item = (itemName: string, recordType?: typeof papers) => ({
    name: itemName,
    route: itemName.toLowerCase(),
    ...(recordType && { recordType }),
  });
  const menu = await tenant.withMenu([
    {
      name: 'Accounting',
      route: 'accounting',
      sections: [
        { name: 'Papers', route: 'papers', items: [item('Papers', papers), item('Documents', documents)] },
        {
          name: 'Vault',
          route: 'vault',
          items: [
            item('Secrets', secrets),
            { ...item('Dealer orders', dealerOrders), route: 'dealer-orders' },
          ],
        },
      ],
    },
  ]);
  for (const menuItem of menu.values()) {
    await tenant.withActions(manager, menuItem, [
      'view',
      'create records',
      'soft delete',
      'bulk update',
      'bulk download',
      'grid preferences',
      'line item access',
      'edit line items',
      'answer conversations',
    ]);
  }
  await tenant.withActions(clerk, idOf(menu, 'Papers'), [
    'view',
    'create records',
    'record soft delete',
    'bulk update',
    'bulk download',
    'grid preferences',
    'line item access',
    'edit line items',
    'answer conversations',
  ]);
  await tenant.withActions(clerk, idOf(menu, 'Documents'), [
    'view',
    'create records',
    'soft delete',
    'bulk update',
  ]);
  await tenant.withActions(reader, idOf(menu, 'Papers'), ['view', 'line item access']);

  const file = (fileName: string) =>
    insert(connection, 'record_file', {
      tenant_id: tenant.id,
      object_key: `${tenant.id}/${fileName}`,
      original_file_name: fileName,
      mime_type: 'application/pdf',
      size_bytes: 10,
      created_by: people.mia,
      created_at: '2026-01-01',
    });
  const preference = (owner: { user_id: number } | { role_id: number }, savedName: string) =>
    insert(connection, 'grid_preference', {
      tenant_id: tenant.id,
      record_type_id: papers.id,
      ...owner,
      saved_name: savedName,
      grid_options: '{}',
    });
  const preferences = {
    own: await preference({ user_id: people.mia }, `${name} own`),
    deleted: await preference({ user_id: people.mia }, `${name} to be deleted`),
    ofManagers: await preference({ role_id: manager }, `${name} of managers`),
    ofClerks: await preference({ role_id: clerk }, `${name} of clerks`),
  };
  const preferenceDefault = await insert(connection, 'grid_preference_default', {
    tenant_id: tenant.id,
    record_type_id: papers.id,
    user_id: people.mia,
    grid_preference_id: preferences.own,
  });
  const invitation = await insert(connection, 'invitation', {
    tenant_id: tenant.id,
    email: `invited@${name.toLowerCase()}.example.com`,
    role_id: clerk,
    token_hash: `of nothing, ${name}`,
    invited_by: people.mia,
    created_at: '2026-01-01',
    expires_at: '2099-01-01',
  });
  const files = {
    own: await file('own.pdf'),
    seen: await file('seen.pdf'),
    deleted: await file('deleted.pdf'),
    outside: await file('outside.pdf'),
    /** Held by the attachment field of each paper that is seen. */
    attached: await file('attached.pdf'),
  };

  const paper = (recordNumber: number, more: Partial<RecordSpec> = {}): RecordSpec => ({
    recordNumber,
    status: 'Open',
    problemCode: 'Late',
    poNumber: recordNumber * 10,
    description: `${name} paper ${recordNumber}`,
    issuedByCompanyName: `Maker ${recordNumber}`,
    issuedToCompanyName: `Taker ${recordNumber}`,
    recordDate: `2026-02-0${recordNumber % 9 || 1}`,
    dueDate: '2026-03-01',
    createdBy: people.mia,
    receivedBy: people.mia,
    assignedTo: people.mia,
    receivedAt: `2026-02-0${recordNumber % 9 || 1}T08:00:00Z`,
    createdAt: `2026-01-0${recordNumber % 9 || 1}T08:00:00Z`,
    fields: Object.fromEntries(
      dataTypes.flatMap((dataType) => [
        [
          seen(dataType),
          dataType === 'attachment'
            ? JSON.stringify({ id: files.attached, name: `paper-${recordNumber}.pdf`, sizeBytes: 10 })
            : sampleValue(dataType, recordNumber, town),
        ],
        [hidden(dataType), sampleValue(dataType, recordNumber + 1, town)],
      ]),
    ),
    lines: ['First', 'Second'].map((place) => ({ Item: `${place} of ${recordNumber}`, Colour: 'Red' })),
    ...more,
  });
  const [one = 0, two = 0, three = 0, deleted = 0, outside = 0] = await tenant.withRecords(
    papers,
    [
      paper(1, { recordFile: files.seen }),
      paper(2),
      paper(3, { status: 'Ready' }),
      paper(4, { enabled: false, recordFile: files.deleted }),
      paper(5, { status: 'Closed', recordFile: files.outside }),
    ],
    people.mia,
  );
  await connection.query(
    `insert into record_evidence (tenant_id, record_id, field_key, taken_value, file_id, page, box, taken_by)
     values ($1, $2, 'description', $3, $4, 1, '{10,10,60,20}', $5)`,
    [tenant.id, one, `${name} paper 1`, files.attached, people.mia],
  );
  const [bill = 0] = await tenant.withRecords(bills, [
    { recordNumber: 6, status: 'Paid', createdBy: people.mia },
  ]);
  const [secret = 0] = await tenant.withRecords(secrets, [
    { recordNumber: 7, status: 'Secret status', lines: [{ 'Secret item': 'Secret line' }] },
  ]);
  const bulkChange = await insert(connection, 'bulk_change', {
    tenant_id: tenant.id,
    record_type_id: papers.id,
    user_id: people.mia,
    kind: 'EDIT',
    state: 'FINISHED',
    change_values: '{"description": "Changed"}',
    field_keys: ['description'],
    total: 1,
    updated: 1,
    started_at: '2026-01-01',
    tried_at: '2026-01-01',
    ended_at: '2026-01-01',
  });
  // Changed since: taking the change back leaves it alone.
  await connection.query(
    `insert into bulk_change_record (tenant_id, bulk_change_id, record_id, expected_version, outcome, version, held)
     values ($1, $2, $3, 98, 'UPDATED', 99, '{"description": "Before"}')`,
    [tenant.id, bulkChange, two],
  );
  const imported = async (judged: Readonly<Record<string, unknown>>) => {
    const made = await insert(connection, 'record_import', {
      tenant_id: tenant.id,
      user_id: people.mia,
      record_type_id: papers.id,
      file_name: 'papers.csv',
      headers: '{Record Number}',
      row_count: 1,
      ...judged,
    });
    // There is a paper of that number: nothing is made of it.
    await connection.query(
      `insert into record_import_row (tenant_id, import_id, row_number, cells) values ($1, $2, 2, '{1}')`,
      [tenant.id, made],
    );
    return made;
  };
  const imports = {
    open: await imported({}),
    judged: await imported({
      judgement: 1,
      making: 1,
      choices: JSON.stringify({
        columns: [{ column: 0, fieldKey: 'recordNumber' }],
        decimalSign: '.',
        dayFirst: false,
        existing: 'REFUSE',
      }),
    }),
  };
  const comment = async (record: number, typeId: number, number: number) => {
    await connection.query(
      `insert into record_talk (tenant_id, record_id, record_type_id, version) values ($1, $2, $3, $4)
       on conflict (tenant_id, record_id) do update set version = excluded.version`,
      [tenant.id, record, typeId, number],
    );
    return insert(connection, 'record_comment', {
      tenant_id: tenant.id,
      record_id: record,
      number,
      version: number,
      user_id: people.mia,
      content: `${name} comment of ${record}`,
      idempotency_key: `${name} ${record} ${number}`,
      created_at: '2026-01-01',
    });
  };
  const comments = {
    own: await comment(one, papers.id, 1),
    toDelete: await comment(one, papers.id, 2),
    deleted: await comment(deleted, papers.id, 1),
    outside: await comment(outside, papers.id, 1),
    bill: await comment(bill, bills.id, 1),
    secret: await comment(secret, secrets.id, 1),
  };
  // Read already, so that marking it changes nothing.
  const notification = await insert(connection, 'notification', {
    tenant_id: tenant.id,
    user_id: people.cleo,
    kind: 'COMMENTED',
    record_id: one,
    record_type_id: papers.id,
    comment_id: comments.own,
    by_user_id: people.mia,
    created_at: '2026-01-01',
    read_at: '2026-01-01',
    settled_at: '2026-01-01',
  });
  const dashboard = (specification: { name: string; roleIds: string }) =>
    insert(connection, 'dashboard', {
      tenant_id: tenant.id,
      name: `${name} ${specification.name}`,
      owner_user_id: people.mia,
      role_ids: specification.roleIds,
      embed_type: 'SIGNED_URL',
      server_url: 'https://reports.example',
      site_identifier: 'site/one',
      environment: 'cloud',
      external_id: `${name}-board`,
      expiration_time: 600,
      sealed_key: seal(testSecret, `dashboard of ${tenant.id}`, `${name}'s key of the embed server`),
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
    });
  const portal = await insert(connection, 'portal', {
    tenant_id: tenant.id,
    name: `${name} page`,
    address: 'https://reports.example/help',
    icon: 'file',
    role_ids: `{${clerk}}`,
  });
  const dashboards = {
    own: await dashboard({ name: 'own', roleIds: '{}' }),
    ofClerks: await dashboard({ name: 'of clerks', roleIds: `{${clerk}}` }),
  };
  // In a hundred years: nothing is sent of it.
  const mailed = async (specification: { grid_preference_id: number; readers: readonly number[] }) => {
    const { readers, ...shown } = specification;
    const made = await insert(connection, 'mail_schedule', {
      tenant_id: tenant.id,
      owner_user_id: people.mia,
      ...shown,
      days: '{1}',
      at_time: '08:00',
      time_zone: 'UTC',
      created_at: '2026-01-01',
    });
    for (const reader of readers)
      await connection.query(
        `insert into mail_schedule_reader (tenant_id, schedule_id, user_id, next_at) values ($1, $2, $3, '2126-01-07')`,
        [tenant.id, made, reader],
      );
    return made;
  };
  const mails = {
    own: await mailed({ grid_preference_id: preferences.own, readers: [people.mia] }),
    ofClerks: await mailed({ grid_preference_id: preferences.ofClerks, readers: [people.mia] }),
  };
  const {
    rows: [section],
  } = await connection.query(`select menu_section_id as id from menu_item where id = $1`, [
    idOf(menu, 'Papers'),
  ]);
  const accessTest = await insert(connection, 'access_test', {
    tenant_id: tenant.id,
    role_id: reader,
    record_type_id: papers.id,
    base_field: 'poNumber',
    most: 'ViewOnly',
  });
  const { rows: configured } = await connection.query(
    `select min(id) as id from audit_log where tenant_id = $1 and entity = 'list' and action = 'insert'`,
    [tenant.id],
  );
  const { rows: audited } = await connection.query(
    `select min(id) as id from audit_log where tenant_id = $1 and entity = 'record' and entity_id = $2`,
    [tenant.id, one],
  );
  const linesOf = async (record: number) =>
    (
      await connection.query('select id from line_item where tenant_id = $1 and record_id = $2 order by id', [
        tenant.id,
        record,
      ])
    ).rows.map((row) => Number(row['id']));
  const [firstLine = 0, secondLine = 0] = await linesOf(one);
  const [lineOfThree = 0] = await linesOf(three);
  const [lineOfDeleted = 0] = await linesOf(deleted);
  const [lineOutside = 0] = await linesOf(outside);
  const [secretLine = 0] = await linesOf(secret);

  // A way of the bills that closes nothing.
  await connection.query(
    'insert into status_transition (tenant_id, record_type_id, to_status_id) values ($1, $2, $3)',
    [tenant.id, bills.id, idOf(bills.statuses, 'Paid')],
  );
  // A condition of the bills that is never met.
  await connection.query(
    `insert into field_condition (tenant_id, record_type_id, base_field, kind, conditions)
     values ($1, $2, 'dueDate', 'REQUIRED', '[{"field": "recordNumber", "operator": "equals", "value": "-1", "logicOperator": "AND"}]')`,
    [tenant.id, bills.id],
  );

  // An export that is kept: its file is not in the storage.
  await connection.query(
    `insert into company_export (tenant_id, user_id, state, object_key, ended_at) values ($1, $2, 'FINISHED', $3, now())`,
    [tenant.id, people.mia, `${tenant.id}/exported.gz`],
  );

  const built = {
    id: tenant.id as number,
    name,
    bucket: tenant.bucket,
    roles: { manager, clerk, reader },
    menuItems: { papers: idOf(menu, 'Papers') },
    menu: await placeOfItem(connection, tenant.id, idOf(menu, 'Papers')),
    types: {
      papers: papers.id,
      bills: bills.id,
      documents: documents.id,
      secrets: secrets.id,
      dealerOrders: dealerOrders.id,
    },
    seen: byDataType(papers.fields, seen),
    hidden: byDataType(papers.fields, hidden),
    spill: { seen: fieldOf(papers.fields, 'Seen spill'), hidden: fieldOf(papers.fields, 'Hidden spill') },
    secretField: fieldOf(secrets.fields, 'Secret field').id as number,
    statuses: {
      open: idOf(papers.statuses, 'Open'),
      ready: idOf(papers.statuses, 'Ready'),
      closed: idOf(papers.statuses, 'Closed'),
    },
    problemCodes: {
      late: idOf(papers.problemCodes, 'Late'),
      broken: idOf(papers.problemCodes, 'Broken'),
      none: idOf(dealerOrders.problemCodes, 'No problem'),
    },
    lists: { choices: choices.id, vault: vault.id },
    listValues: {
      red: idOf(choices.values, 'Red'),
      green: idOf(choices.values, 'Green'),
      blue: idOf(choices.values, 'Blue'),
    },
    /** Of the values of the list choices; known when all of both tenants is written. */
    choicesVersion: 0,
    secretValue: idOf(vault.values, 'Secret value'),
    object: site.id,
    /** Of the menu, in which papers are. */
    menuSection: Number(section?.['id']),
    /** By which records of papers, and of dealer orders, are made; the latter opens to the manager alone. */
    forms,
    /** Of papers. */
    lineType: papers.lines?.id ?? 0,
    objectProperty: idOf(site.properties, 'City'),
    /** Of the objects that papers hold. */
    property: town,
    /** Of papers, ended, by the manager. */
    bulkChange,
    /** Of papers, by the manager: one that is sent, and one that is judged and can be started. */
    imports,
    /** Open, of somebody without an account; its token is known to nobody. */
    invitation,
    /** Of papers. */
    preferences,
    preferenceDefault,
    files,
    records: { one, two, three, deleted, outside, bill, secret },
    /** Of the history of record `one`: that it was made. */
    entry: Number(audited[0]?.['id']),
    /** Of the company's log: that a list was made. */
    configured: Number(configured[0]?.['id']),
    /** That readers must not change a field of papers. */
    accessTest,
    /** Of the manager; the first two of record `one`, the others of the records of those names. */
    comments,
    /** Embedded, of the manager; the second is shared with the clerks. */
    dashboards,
    /** On a schedule, of the manager's views; the second goes to the clerk as well. */
    mails,
    /** Of another server, given to the clerks. */
    portal,
    /** Of the clerk, of the first comment. */
    notification,
    /** Of the records of those names; the first two of `one`. */
    lines: {
      first: firstLine,
      second: secondLine,
      ofThree: lineOfThree,
      deleted: lineOfDeleted,
      outside: lineOutside,
      secret: secretLine,
    },
    lineFields: {
      item: lineFieldOf(papers.lines, 'Item'),
      secret: lineFieldOf(secrets.lines, 'Secret item'),
    },
    /** Of this tenant alone. */
    member: member as number,
    /** To whom papers may go; known when the other tenant stands. */
    target: 0,
    /** By which papers go there, and what the other offers. */
    mapping: 0,
    offer: 0,
    transmission: 0,
    /** That waits for its answer; of record `one`. */
    conversation: 0,
    /** That waits for the other company. */
    askingConversation: 0,
  };
  return { tenant, built, papers };
}

/** In the form of the builders: a list's value by its text, an object by its property. */
function sampleValue(dataType: DataType, number: number, town: number): string | readonly string[] {
  const colour = ['Red', 'Green', 'Blue'][number % 3] ?? 'Red';
  switch (valueOf(dataType).family) {
    case 'number':
      return String(number * 10);
    case 'date':
      return `2026-04-0${number}`;
    case 'datetime':
      return `2026-04-0${number}T10:00:00.000Z`;
    case 'time':
      return `0${number}:30`;
    case 'relation':
      return colour;
    case 'relations':
      return [colour];
    case 'checkbox':
      return number % 2 === 0 ? 'true' : 'false';
    case 'opaque':
      return dataType === 'object'
        ? `{"${town}": "Town ${number}"}`
        : JSON.stringify({ id: number, name: `paper-${number}.pdf`, sizeBytes: 10 });
    case 'text':
      if (dataType === 'email') return `paper${number}@example.com`;
      if (dataType === 'phone') return `[1,202555010${number}]`;
      return dataType === 'url' ? `https://example.com/${number}` : `text ${number}`;
  }
}

type ByDataType = Readonly<Record<DataType, BuiltField>>;

const byDataType = (fields: ReadonlyMap<string, BuiltField>, nameOf: (dataType: DataType) => string) =>
  Object.fromEntries(
    dataTypes.map((dataType) => [dataType, fieldOf(fields, nameOf(dataType))]),
  ) as ByDataType;

function fieldOf(fields: ReadonlyMap<string, BuiltField>, name: string): BuiltField {
  const field = fields.get(name);
  if (field === undefined) throw new Error(`No field ${name} was built.`);
  return field;
}

function lineFieldOf(lines: BuiltLineType | null, name: string): number {
  const field = lines?.fields.get(name);
  if (field === undefined) throw new Error(`No field ${name} of lines was built.`);
  return field.id;
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`Nothing was built by the name ${name}.`);
  return id;
}

/** The section and the group that an item of the menu stands in. */
async function placeOfItem(connection: OwnerConnection, tenant: number, item: number) {
  const { rows } = await connection.query(
    `select s.id::int as section, s.menu_group_id::int as "group" from menu_item i
     join menu_section s on s.tenant_id = i.tenant_id and s.id = i.menu_section_id
     where i.tenant_id = $1 and i.id = $2`,
    [tenant, item],
  );
  return { section: Number(rows[0]?.['section']), group: Number(rows[0]?.['group']) };
}
