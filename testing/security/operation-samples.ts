// For each operation a request that is answered, and in it every id that the contract takes, each with what is to be
// said to an id of another tenant. A new operation without its sample does not compile; a sample without one of the
// contract's ids fails the test of foreign ids.
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
import { questionsOf } from '@rowhouse/domain/order-entry/sections.ts';
import type { GuardedTenant } from './guarded-world.ts';

/** What is said to an id of another tenant, which is what is said to an id of nobody. */
export type ForeignOutcome = 'NOT_FOUND' | 'INVALID' | 'empty' | 'left out' | 'not used';

export type SampleId = {
  readonly of: (tenant: GuardedTenant) => number;
  readonly foreign: ForeignOutcome;
};

export type OperationSample = {
  readonly document: string;
  /** What the request holds beside its ids. */
  readonly rest?: (tenant: GuardedTenant) => object;
  /** By their place in the variables. */
  readonly ids: Readonly<Record<string, SampleId>>;
};

const id = (foreign: ForeignOutcome, of: SampleId['of']): SampleId => ({ of, foreign });

const recordParts = `recordNumber statusId { id name } problemCodeId { id name } assignedTo { id name }
  recordFile { id originalFileName } targetTransmissionTenant { id name } additionalFields { value }`;

const query = {
  rest: {
    filters: [0, 1].map((priority) => ({
      fieldId: 0,
      logicOperator: 'AND',
      priority,
      filterCriteria: { operator: 'isNotEmpty' },
    })),
    sort: [{ sort: 'ASC' }, { sort: 'DESC' }],
  },
  ids: (prefix: string): OperationSample['ids'] => ({
    [`${prefix}.recordTypeId`]: id('NOT_FOUND', ({ types }) => types.papers),
    [`${prefix}.tenantId`]: id('NOT_FOUND', (tenant) => tenant.id),
    [`${prefix}.filters.0.fieldId`]: id('INVALID', ({ seen }) => seen.string.id),
    [`${prefix}.filters.1.recordAdditionalFieldByTypeId`]: id('INVALID', ({ seen }) => seen.decimal.id),
    [`${prefix}.sort.0.fieldId`]: id('INVALID', ({ seen }) => seen.string.id),
    [`${prefix}.sort.1.recordAdditionalFieldByTypeId`]: id('INVALID', ({ seen }) => seen.date.id),
  }),
};

const mail = 'id name days time timeZone isOwn mayEnd owner { id name } readers { user { id name } ended }';
const dashboard =
  'id dashboardId name embedType serverUrl siteIdentifier environment selected isOwn mayEdit roles { id name }';
/** Of questions of each kind. */
const sampleAnswers = {
  text: '4500118',
  email: 'dana@example.com',
  phone: '[1,2065550142]',
  country: 'United States / Canada',
  days: '["Monday"]',
  opportunity: 'SPA-1',
} as const;

let emails = 0;
/** Of nobody yet. */
const newEmail = (): string => `new${++emails}@example.com`;

let newNames = 0;
/** Of no list and no role yet. */
const newName = (): string => `New name ${++newNames}`;

let bulkTexts = 0;
/** What no record holds yet, for one record alone. */
const bulkChange = () => ({
  query: {
    ...query.rest,
    filters: [
      ...query.rest.filters,
      {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND',
        priority: 2,
        filterCriteria: { operator: 'equals', value: '2' },
      },
    ],
  },
  values: { description: `Changed in bulk ${++bulkTexts}`, additionalFields: [{ value: 'changed' }] },
});
const bulkChangeIds: OperationSample['ids'] = {
  ...query.ids('data.query'),
  'data.values.statusId': id('INVALID', ({ statuses }) => statuses.open),
  'data.values.problemCodeId': id('INVALID', ({ problemCodes }) => problemCodes.late),
  'data.values.assignedTo': id('INVALID', ({ member }) => member),
  'data.values.receivedBy': id('INVALID', ({ member }) => member),
  'data.values.approvedBy': id('INVALID', ({ member }) => member),
  'data.values.recordFileId': id('INVALID', ({ files }) => files.own),
  'data.values.targetTransmissionTenant': id('INVALID', (tenant) => tenant.target),
  'data.values.additionalFields.0.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.string.id),
};

let preferenceNames = 0;
const newPreferenceName = (): string => `Preference ${++preferenceNames}`;

const preference = `gridName savedName isDefault isRoleDefault role { id name } version`;
const preferenceDefault = `recordType { id name } role { id name } userGridPreference { ${preference} }
  roleGridPreference { ${preference} } enabled`;
const recordLine = `id recordTypeId recordNumber title status { id name } amount deadline found { name text }`;
const line = `lineItems { value } refusal { code message }`;
const member = `id email name role { id name } enabled personEnabled hasSecondFactor version`;
const role = `id name description administers enabled defaultFieldAccess members invited version`;
const company = `id name url description currency mfaRequired hasSecondFactor formerUrls accent logo version`;
const comment = `number version user { name } isOwn text mentions { name } editedAt deletedAt`;
const reading = `total unread readUpTo watchLevel`;
/** A record and the type in whose grid it stands. */
const ofRecord: OperationSample['ids'] = {
  'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
  'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
};
const treeRecord = `recordType { name } recordNumber description status { name } level isProject enabled childCount mayPlace`;
const placedRecord = `outcome message`;
/** A record, and what it is put under. */
const placedUnder: OperationSample['ids'] = {
  'data.parentId': id('NOT_FOUND', ({ records }) => records.one),
  'data.records.0.id': id('NOT_FOUND', ({ records }) => records.three),
};
let commentKeys = 0;
const amounts = `kind id name within recordTypeId currency`;
const list = `id name listName description listType enabled version valuesTotal
  objectDefinition { id name }`;
const setUp = 'templates startedEmpty putAway hasRecordTypes hasRecords peopleCount invitedCount stepsDone';
const design = `id name version fields { id name dataType listId } statuses { id name } lineTypes { id fields { name } }`;
const retyped: OperationSample['ids'] = {
  'data.fieldId': id('NOT_FOUND', ({ seen }) => seen.float.id),
  'data.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
};
const retypedProperty: OperationSample['ids'] = {
  'data.propertyId': id('NOT_FOUND', ({ objectProperty }) => objectProperty),
  'data.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
};
const definition = `id name enabled version properties { id name dataType isRequired isDisplayable enabled order
  listType { id listName } }`;
const aProperty = { dataType: 'string', isRequired: false, isDisplayable: true, enabled: true };
const ownMapping = `id recordType { name } targetName fields { key name }`;
const offeredMapping = `id company typeName items { name } acceptance { approvedBy }`;
const sending = ({ seen }: GuardedTenant) => ({
  triggerField: 'status',
  triggerValue: 'Ready',
  fields: ['description', `f${seen.dropdown.id}`],
});
const invitation = `id email role { id name } state mailFailure invitedBy { id name }`;

export const operationSamples: Readonly<Record<OperationName, OperationSample>> = {
  getUserDetails: {
    document: '{ getUserDetails { id email tenants { tenant { id name } role { id name } } } }',
    ids: {},
  },
  SaasUserLogin: { document: 'mutation { SaasUserLogin { tenant { id name } } }', ids: {} },
  SaasTenantLogin: {
    document: 'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { tenant { id name } } }',
    ids: { 'data.tenantId': id('NOT_FOUND', (tenant) => tenant.id) },
  },
  SaasUserLogout: { document: 'mutation { SaasUserLogout }', ids: {} },
  updateMyProfile: {
    document: `mutation ($data: UpdateMyProfileInput!) { updateMyProfile(data: $data) { id email } }`,
    rest: () => ({ data: { theme: 'dark' } }),
    ids: {},
  },

  getCompanyMaking: { document: '{ getCompanyMaking { isOpen reason } }', ids: {} },
  checkCompanyUrl: {
    document: 'query ($data: CheckCompanyUrlInput!) { checkCompanyUrl(data: $data) { reason } }',
    rest: () => ({ data: { url: 'north' } }),
    ids: {},
  },
  // Of a good one a person has three a day: company-making.test.ts makes them.
  createTenant: {
    document: 'mutation ($data: CreateTenantInput!) { createTenant(data: $data) { id name } }',
    rest: () => ({ data: { name: 'New company', url: 'login' } }),
    ids: {},
  },

  // Refused to all who do not run the installation: company-archives/import.test.ts does it as one who does.
  findCompanyImport: { document: '{ findCompanyImport { state } }', ids: {} },
  startCompanyUpload: {
    document: 'mutation ($data: StartCompanyUploadInput!) { startCompanyUpload(data: $data) { partBytes } }',
    rest: () => ({ data: { fileName: 'north.tar.gz', sizeBytes: 1000 } }),
    ids: {},
  },
  startCompanyImport: {
    document: 'mutation ($data: StartCompanyImportInput!) { startCompanyImport(data: $data) { state } }',
    rest: () => ({ data: { name: 'Brought in', url: 'brought-in', isMove: false } }),
    ids: {},
  },
  putCompanyImportAway: { document: 'mutation { putCompanyImportAway }', ids: {} },

  findUser: {
    document: '{ findUser { id email name roles { id name } tenants { id name } } }',
    ids: {},
  },
  findUserRoleByTenants: {
    document: `query ($data: FindUserRoleByTenantsInput) {
      findUserRoleByTenants(data: $data) { tenant { id name } role { id name } } }`,
    rest: () => ({ data: { tenantIds: [] } }),
    ids: { 'data.tenantIds.0': id('empty', (tenant) => tenant.id) },
  },
  SaasUserSignUp: {
    document: `mutation ($data: userAuthentication!) {
      SaasUserSignUp(data: $data) { id firstName lastName email fireBaseId } }`,
    rest: () => ({
      data: { email: newEmail(), password: 'correct horse', firstName: 'New', lastName: 'Person' },
    }),
    ids: {},
  },

  SaasMenu: {
    document: '{ SaasMenu { id name appSections { id name menuItems { id name recordType { id name } } } } }',
    ids: {},
  },
  SaasMyRoleMenuItemActions: {
    document: '{ SaasMyRoleMenuItemActions { menuItemId recordTypeId actions { id name } } }',
    ids: {},
  },
  countRecordsByType: {
    document: '{ countRecordsByType { recordTypeId total totalState } }',
    ids: {},
  },
  findMyAssignedRecords: {
    document: `query ($data: FindMyAssignedRecordsInput!) { findMyAssignedRecords(data: $data) {
      total groups { due total records { ${recordLine} } } grids { name deadline { key name } closingStatusIds } } }`,
    rest: () => ({ data: { today: '2026-04-01' } }),
    ids: {},
  },
  findRecentChanges: {
    document: `query ($data: FindRecentChangesInput!) { findRecentChanges(data: $data) {
      total people lines { kind by { name } recordTypeName record { ${recordLine} } fields { name before after } } } }`,
    rest: () => ({ data: { since: new Date(Date.now() - 3_600_000).toISOString() } }),
    ids: {},
  },
  searchRecords: {
    document: `query ($data: SearchRecordsInput!) { searchRecords(data: $data) {
      grids { name records { ${recordLine} } isMore } late } }`,
    rest: () => ({ data: { text: 'needle' } }),
    ids: {},
  },
  // By other names: that there is nothing below a record is an answer.
  findChildRecords: {
    document: `query ($data: FindChildRecordsInput!) {
      findChildRecords(data: $data) { below: records { ${treeRecord} } total hidden } }`,
    ids: { 'data.recordId': id('NOT_FOUND', ({ records }) => records.one) },
  },
  findRecordPath: {
    document: `query ($data: FindRecordPathInput!) {
      findRecordPath(data: $data) { record { ${treeRecord} } parents { ${treeRecord} } } }`,
    ids: { 'data.recordId': id('NOT_FOUND', ({ records }) => records.one) },
  },
  linkRecords: {
    document: `mutation ($data: LinkRecordsInput!) { linkRecords(data: $data) { ${placedRecord} } }`,
    rest: () => ({ data: { records: [{}] } }),
    ids: placedUnder,
  },
  moveRecords: {
    document: `mutation ($data: MoveRecordsInput!) { moveRecords(data: $data) { ${placedRecord} } }`,
    rest: () => ({ data: { records: [{}] } }),
    ids: placedUnder,
  },
  unlinkRecords: {
    document: `mutation ($data: UnlinkRecordsInput!) { unlinkRecords(data: $data) { ${placedRecord} } }`,
    rest: () => ({ data: { records: [{}] } }),
    ids: { 'data.records.0.id': id('NOT_FOUND', ({ records }) => records.three) },
  },
  getMyDashboards: { document: `{ getMyDashboards { ${dashboard} } }`, ids: {} },
  getMyDashboardPreference: {
    document: `{ getMyDashboardPreference { tag dashboard { ${dashboard} } } }`,
    ids: {},
  },
  getDashboardEmbed: {
    document: 'query ($data: GetDashboardEmbedInput!) { getDashboardEmbed(data: $data) { expiresAt } }',
    ids: { 'data.id': id('NOT_FOUND', ({ dashboards }) => dashboards.ofClerks) },
  },
  findEmbedHosts: { document: '{ findEmbedHosts { origins } }', ids: {} },
  setMyDashboardPreference: {
    document: `mutation ($data: SetMyDashboardPreferenceInput!) {
      setMyDashboardPreference(data: $data) { tag dashboard { ${dashboard} } } }`,
    ids: { 'data.dashboardId': id('NOT_FOUND', ({ dashboards }) => dashboards.ofClerks) },
  },
  createDashboard: {
    document: `mutation ($data: CreateDashboardInput!) { createDashboard(data: $data) { name } }`,
    rest: () => ({ data: { name: newName(), roleIds: [] } }),
    ids: { 'data.roleIds.0': id('INVALID', ({ roles }) => roles.clerk) },
  },
  updateDashboard: {
    document: `mutation ($data: UpdateDashboardInput!) { updateDashboard(data: $data) { ${dashboard} } }`,
    // A chart of the samples' own.
    rest: () => ({
      data: {
        version: 1,
        roleIds: [],
        widgets: [
          {
            key: 'c1',
            width: 3,
            height: 1,
            chart: { kind: 'NUMBER', title: 'All', measure: { kind: 'COUNT' } },
          },
        ],
      },
    }),
    ids: {
      'data.widgets.0.chart.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.id': id('NOT_FOUND', ({ dashboards }) => dashboards.own),
      'data.roleIds.0': id('INVALID', ({ roles }) => roles.clerk),
    },
  },
  findOrderForms: {
    document: '{ findOrderForms { id name recordType { id name } choices { key values } whyNot } }',
    ids: {},
  },
  findOrderFiles: {
    document: '{ findOrderFiles { mayReplace files { kind fileName rowCount uploadedBy } } }',
    ids: {},
  },
  submitOrder: {
    document:
      'mutation ($data: SubmitOrderInput!) { submitOrder(data: $data) { recordTypeId recordNumber } }',
    rest: () => ({
      data: {
        formVersion: 1,
        answers: questionsOf([]).map(({ key, kind }) => ({ key, value: sampleAnswers[kind] })),
        files: [{ key: 'recordFile', fileIds: [] }],
        idempotencyKey: newName(),
      },
    }),
    ids: {
      'data.formId': id('NOT_FOUND', ({ forms }) => forms.orders),
      'data.files.0.fileIds.0': id('INVALID', ({ files }) => files.own),
    },
  },
  findPastOrders: {
    document:
      'query ($data: PastOrdersInput!) { findPastOrders(data: $data) { recordNumber poNumber opportunity } }',
    ids: { 'data.formId': id('NOT_FOUND', ({ forms }) => forms.orders) },
  },
  findPastOrderLines: {
    document:
      'query ($data: PastOrderLinesInput!) { findPastOrderLines(data: $data) { recordNumber lines { option quantity price } } }',
    ids: {
      'data.formId': id('NOT_FOUND', ({ forms }) => forms.papers),
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
    },
  },
  findOrderFormDesigns: {
    document:
      '{ findOrderFormDesigns { forms { id name recordType { id name } problemCodeId } recordTypes { id name problemCodes { id name } } } }',
    ids: {},
  },
  createOrderForm: {
    document: `mutation ($data: CreateOrderFormInput!) { createOrderForm(data: $data) { name recordType { name } } }`,
    rest: () => ({ data: { name: newName(), parts: [], takesLines: false } }),
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.dealerOrders),
      'data.problemCodeId': id('INVALID', ({ problemCodes }) => problemCodes.none),
    },
  },
  updateOrderForm: {
    document: `mutation ($data: UpdateOrderFormInput!) { updateOrderForm(data: $data) { name version } }`,
    rest: () => ({
      data: { version: 1, name: newName(), parts: [], takesLines: false, enabled: true },
    }),
    ids: {
      'data.id': id('NOT_FOUND', ({ forms }) => forms.toChange),
      'data.problemCodeId': id('INVALID', ({ problemCodes }) => problemCodes.none),
    },
  },
  addOrderFields: {
    document: `mutation ($data: AddOrderFieldsInput!) { addOrderFields(data: $data) { added inTheWay } }`,
    rest: () => ({ data: { parts: [] } }),
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.dealerOrders) },
  },
  startOrderFileUpload: {
    document: 'mutation ($data: StartOrderFileUploadInput!) { startOrderFileUpload(data: $data) { method } }',
    rest: () => ({ data: { kind: 'OPPORTUNITIES', fileName: 'opportunities.csv', sizeBytes: 10 } }),
    ids: {},
  },
  findNotifications: {
    document: `query ($data: FindNotificationsInput!) { findNotifications(data: $data) {
      notifications { kind by { name } record { recordTypeName recordNumber description } excerpt fields } unread { unread } } }`,
    rest: () => ({ data: {} }),
    ids: { 'data.before': id('not used', ({ notification }) => notification) },
  },
  markNotificationsRead: {
    document:
      'mutation ($data: MarkNotificationsReadInput!) { markNotificationsRead(data: $data) { unread } }',
    rest: () => ({ data: { ids: [] } }),
    ids: { 'data.ids.0': id('not used', ({ notification }) => notification) },
  },
  findMailSchedules: { document: `{ findMailSchedules { isSent schedules { ${mail} } } }`, ids: {} },
  findCompanyMailSchedules: {
    document: `{ findCompanyMailSchedules { isSent schedules { ${mail} } } }`,
    ids: {},
  },
  findMailScheduleReaders: {
    document:
      'query ($data: FindMailScheduleReadersInput!) { findMailScheduleReaders(data: $data) { id name } }',
    rest: () => ({ data: { kind: 'VIEW' } }),
    ids: { 'data.mailedId': id('NOT_FOUND', ({ preferences }) => preferences.own) },
  },
  createMailSchedule: {
    document: `mutation ($data: CreateMailScheduleInput!) { createMailSchedule(data: $data) { name days time timeZone } }`,
    rest: () => ({ data: { kind: 'VIEW', days: [1], time: '08:00', timeZone: 'UTC', readerIds: [] } }),
    ids: {
      'data.mailedId': id('NOT_FOUND', ({ preferences }) => preferences.ofClerks),
      'data.readerIds.0': id('INVALID', ({ member: person }) => person),
    },
  },
  updateMailSchedule: {
    document: `mutation ($data: UpdateMailScheduleInput!) { updateMailSchedule(data: $data) { ${mail} } }`,
    rest: () => ({ data: { version: 1, days: [1], time: '08:00', timeZone: 'UTC', readerIds: [] } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ mails }) => mails.ofClerks),
      'data.readerIds.0': id('INVALID', ({ member: person }) => person),
    },
  },
  endMailSchedule: {
    document: `mutation ($data: EndMailScheduleInput!) { endMailSchedule(data: $data) { ${mail} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ mails }) => mails.own) },
  },
  findCompanyExport: { document: '{ findCompanyExport { id state } }', ids: {} },
  startCompanyExport: { document: 'mutation { startCompanyExport { askedBy { id name } } }', ids: {} },
  createCompanyExportLink: { document: 'mutation { createCompanyExportLink { fileName } }', ids: {} },
  resumeMailSchedules: {
    document: `mutation { resumeMailSchedules { isSent schedules { ${mail} } } }`,
    ids: {},
  },
  updateMailScheduleReading: {
    document: `mutation ($data: UpdateMailScheduleReadingInput!) { updateMailScheduleReading(data: $data) { ${mail} } }`,
    rest: () => ({ data: { isOn: true } }),
    ids: { 'data.id': id('NOT_FOUND', ({ mails }) => mails.ofClerks) },
  },
  findNotificationMails: {
    document: '{ findNotificationMails { mails { topic mail } isSent } }',
    ids: {},
  },
  updateNotificationMails: {
    document: `mutation ($data: UpdateNotificationMailsInput!) {
      updateNotificationMails(data: $data) { mails { topic mail } } }`,
    rest: () => ({ data: { topic: 'WATCHED', mail: 'OFF' } }),
    ids: {},
  },
  deleteRecordTree: {
    document: `mutation ($data: DeleteRecordTreeInput!) { deleteRecordTree(data: $data) { deleted { __typename } } }`,
    ids: { 'data.recordId': id('NOT_FOUND', ({ records }) => records.secret) },
  },
  getSaasUsers: {
    document: 'query ($data: SaasUsersInput) { getSaasUsers(data: $data) { id email name } }',
    rest: () => ({ data: { filter: {} } }),
    ids: { 'data.filter.id': id('empty', ({ member }) => member) },
  },
  findSaasUser: {
    document:
      'query ($data: FindSaasUserInput!) { findSaasUser(data: $data) { id email name roles { id name } } }',
    ids: { 'data.id': id('empty', ({ member: person }) => person) },
  },
  UserFind: {
    document: 'query ($data: UserFindInput!) { UserFind(data: $data) { id email name roles { id name } } }',
    rest: () => ({ data: { email: 'cleo@example.com' } }),
    ids: {},
  },
  findSaasMembers: { document: `{ findSaasMembers { ${member} } }`, ids: {} },
  updateSaasMember: {
    document: `mutation ($data: UpdateSaasMemberInput!) { updateSaasMember(data: $data) { ${member} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ member: person }) => person),
      'data.roleId': id('INVALID', ({ roles }) => roles.clerk),
    },
  },
  getSaasRoles: { document: `{ getSaasRoles { ${role} } }`, ids: {} },
  findAccessTests: { document: '{ findAccessTests { id role { name } fieldName most } }', ids: {} },
  createAccessTest: {
    document: 'mutation ($data: CreateAccessTestInput!) { createAccessTest(data: $data) { id fieldName } }',
    rest: () => ({ data: { field: 'dueDate', most: 'ViewOnly' } }),
    ids: {
      'data.roleId': id('NOT_FOUND', ({ roles }) => roles.reader),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },
  deleteAccessTest: {
    document: 'mutation ($data: DeleteAccessTestInput!) { deleteAccessTest(data: $data) }',
    ids: { 'data.id': id('NOT_FOUND', ({ accessTest }) => accessTest) },
  },
  getAccessMatrix: {
    document: `{ getAccessMatrix { roles { id name members } recordTypes { id name fields { key name } }
      menuItems { id name actions } fieldAccess { roleId recordTypeId field access } actions { roleId menuItemId actions } } }`,
    ids: {},
  },
  countConfinedRecords: {
    document: `query ($data: CountConfinedRecordsInput!) { countConfinedRecords(data: $data) { seen total } }`,
    rest: () => ({ data: { confinements: [] } }),
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  createSaasRole: {
    document: `mutation ($data: CreateSaasRoleInput!) { createSaasRole(data: $data) { ${role} } }`,
    rest: () => ({ data: { name: newName() } }),
    ids: { 'data.copyOf': id('NOT_FOUND', ({ roles }) => roles.clerk) },
  },
  updateSaasRole: {
    document: `mutation ($data: UpdateSaasRoleInput!) { updateSaasRole(data: $data) { ${role} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ roles }) => roles.clerk),
      'data.moveTo': id('INVALID', ({ roles }) => roles.reader),
    },
  },
  updateRoleAccess: {
    document: 'mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }',
    // As it stands.
    rest: () => ({
      data: {
        fields: [{ field: 'status', before: 'Editable', after: 'Editable' }],
        actions: [{ action: 'view', before: true, after: true }],
        confinements: [{ field: 'poNumber', before: [], after: [] }],
      },
    }),
    ids: {
      'data.fields.0.roleId': id('NOT_FOUND', ({ roles }) => roles.clerk),
      'data.fields.0.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.confinements.0.roleId': id('NOT_FOUND', ({ roles }) => roles.clerk),
      'data.confinements.0.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.actions.0.roleId': id('NOT_FOUND', ({ roles }) => roles.clerk),
      'data.actions.0.menuItemId': id('NOT_FOUND', ({ menuItems }) => menuItems.papers),
    },
  },
  getCompanyMenu: {
    document: `{ getCompanyMenu { version groups { id name sections { id name items { id name recordTypeId } } } recordTypes { id name } } }`,
    ids: {},
  },
  // Of an older version: what is written is company-operations.test.ts's.
  updateCompanyMenu: {
    document: 'mutation ($data: UpdateCompanyMenuInput!) { updateCompanyMenu(data: $data) { version } }',
    rest: () => ({
      data: {
        version: 0,
        groups: [
          {
            name: 'G',
            route: 'g',
            enabled: true,
            sections: [
              {
                name: 'S',
                route: 's',
                enabled: true,
                items: [{ name: 'I', route: 'i', enabled: true }],
              },
            ],
          },
        ],
      },
    }),
    ids: {
      'data.groups.0.id': id('NOT_FOUND', ({ menu }) => menu.group),
      'data.groups.0.sections.0.id': id('NOT_FOUND', ({ menu }) => menu.section),
      'data.groups.0.sections.0.items.0.id': id('NOT_FOUND', ({ menuItems }) => menuItems.papers),
      'data.groups.0.sections.0.items.0.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },
  findSetUp: { document: `{ findSetUp { ${setUp} } }`, ids: {} },
  getCompanyTemplates: { document: '{ getCompanyTemplates { key name isThere } }', ids: {} },
  applyTemplates: {
    document: `mutation ($data: ApplyTemplatesInput!) { applyTemplates(data: $data) { ${setUp} } }`,
    rest: () => ({ data: { templates: [] } }),
    ids: {},
  },
  putSetUpAway: {
    document: `mutation ($data: PutSetUpAwayInput!) { putSetUpAway(data: $data) { ${setUp} } }`,
    rest: () => ({ data: { putAway: false } }),
    ids: {},
  },
  // Of a session of its own: in it nothing can be changed any more.
  startViewAs: {
    document: `mutation ($data: StartViewAsInput!) { startViewAs(data: $data) { tenant { id } role { id name } person { id } } }`,
    rest: () => ({ data: { kind: 'ROLE' } }),
    ids: { 'data.id': id('NOT_FOUND', ({ roles }) => roles.reader) },
  },
  stopViewAs: { document: 'mutation { stopViewAs }', ids: {} },
  resetMemberSecondFactor: {
    document: `mutation ($data: MemberInput!) { resetMemberSecondFactor(data: $data) { ${member} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ member: person }) => person) },
  },
  endMemberSessions: {
    document: 'mutation ($data: MemberInput!) { endMemberSessions(data: $data) { id ended } }',
    ids: { 'data.id': id('NOT_FOUND', ({ member: person }) => person) },
  },
  getMyPortals: { document: '{ getMyPortals { id name address icon isAllowed } }', ids: {} },
  getPortalSettings: {
    document: '{ getPortalSettings { origins roles { id } portals { id name roles { id name } version } } }',
    ids: {},
  },
  createPortal: {
    document: `mutation ($data: CreatePortalInput!) { createPortal(data: $data) { name } }`,
    rest: () => ({ data: { name: newName(), address: 'https://reports.example/help', roleIds: [] } }),
    ids: { 'data.roleIds.0': id('INVALID', ({ roles }) => roles.clerk) },
  },
  updatePortal: {
    document: `mutation ($data: UpdatePortalInput!) { updatePortal(data: $data) { id name version } }`,
    rest: () => ({ data: { version: 1, roleIds: [] } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ portal }) => portal),
      'data.roleIds.0': id('INVALID', ({ roles }) => roles.clerk),
    },
  },
  exportConfiguration: { document: '{ exportConfiguration { fileName text } }', ids: {} },
  compareConfiguration: {
    document: `query ($data: CompareConfigurationInput!) { compareConfiguration(data: $data) { seal sameCount } }`,
    rest: () => ({ data: { text: '{"format":"rowhouse-configuration","version":1}' } }),
    ids: {},
  },
  applyConfiguration: {
    document: `mutation ($data: ApplyConfigurationInput!) { applyConfiguration(data: $data) { applied } }`,
    rest: () => ({
      data: {
        text: '{"format":"rowhouse-configuration","version":1}',
        fileName: 'a.json',
        seal: '',
        chosen: [],
      },
    }),
    ids: {},
  },
  getRoleAliases: { document: '{ getRoleAliases { roleId alias version } }', ids: {} },
  updateRoleAliases: {
    document: `mutation ($data: UpdateRoleAliasesInput!) { updateRoleAliases(data: $data) { roleId alias version } }`,
    rest: () => ({ data: { aliases: [{ version: 1 }] } }),
    ids: { 'data.aliases.0.roleId': id('NOT_FOUND', ({ roles }) => roles.clerk) },
  },
  getTenantProfile: { document: `{ getTenantProfile { ${company} } }`, ids: {} },
  updateTenantProfile: {
    document: `mutation ($data: UpdateTenantProfileInput!) { updateTenantProfile(data: $data) { ${company} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: {},
  },
  updateTenantLogo: {
    document: `mutation ($data: UpdateTenantLogoInput!) { updateTenantLogo(data: $data) { ${company} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: {},
  },
  findCurrencies: { document: `{ findCurrencies { ${amounts} } }`, ids: {} },
  updateCurrency: {
    document: `mutation ($data: UpdateCurrencyInput!) { updateCurrency(data: $data) { ${amounts} } }`,
    rest: () => ({ data: { kind: 'RecordType', currency: 'EUR' } }),
    ids: { 'data.id': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  findInvitations: {
    document: `{ findInvitations { invitations { ${invitation} } roles { id name } } }`,
    ids: {},
  },
  inviteUser: {
    document: `mutation ($data: InviteUserInput!) { inviteUser(data: $data) { ${invitation} } }`,
    rest: () => ({ data: { email: newEmail(), firstName: 'New', lastName: 'Person' } }),
    ids: { 'data.roleId': id('INVALID', ({ roles }) => roles.clerk) },
  },
  resendInvitation: {
    document: `mutation ($data: InvitationInput!) { resendInvitation(data: $data) { ${invitation} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ invitation: open }) => open) },
  },
  revokeInvitation: {
    document: `mutation ($data: InvitationInput!) { revokeInvitation(data: $data) { ${invitation} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ invitation: open }) => open) },
  },
  findAuditLogs: {
    document: `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) {
      isLast total { count isMore } logs { subject user { name } changes { what oldValue newValue } } } }`,
    rest: () => ({ data: { filter: { userIds: [] } } }),
    ids: {
      'data.filter.userIds.0': id('left out', ({ member }) => member),
    },
  },
  exportAuditLogs: {
    document: `mutation ($data: ExportAuditLogsInput!) { exportAuditLogs(data: $data) { fileName } }`,
    rest: () => ({ data: { filter: { userIds: [] } } }),
    ids: { 'data.filter.userIds.0': id('not used', ({ member }) => member) },
  },
  // Of the making of a list: it says that there is nothing before it.
  putBackConfiguration: {
    document: `mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot sentence } }`,
    rest: () => ({ data: { with: [] } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ configured }) => configured),
      'data.with.0': id('NOT_FOUND', ({ configured }) => configured),
    },
  },
  findAuditRetention: { document: `{ findAuditRetention { years version } }`, ids: {} },
  countAuditLogsOlder: {
    document: `query ($data: CountAuditLogsOlderInput!) { countAuditLogsOlder(data: $data) { count isMore } }`,
    rest: () => ({ data: { years: 1 } }),
    ids: {},
  },
  updateAuditRetention: {
    document: `mutation ($data: UpdateAuditRetentionInput!) { updateAuditRetention(data: $data) { years version } }`,
    rest: () => ({ data: { years: null, version: 0 } }),
    ids: {},
  },
  getLists: { document: `{ getLists { ${list} } }`, ids: {} },
  findList: {
    document: `query ($data: FindListInput!) { findList(data: $data) { ${list} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ lists }) => lists.choices) },
  },
  countListValueUse: {
    document: `query ($data: CountListValueUseInput!) { countListValueUse(data: $data) { records isMore } }`,
    rest: () => ({ data: { valueIds: [] } }),
    ids: {
      'data.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
      'data.valueIds.0': id('NOT_FOUND', ({ listValues }) => listValues.red),
    },
  },
  createList: {
    document: `mutation ($data: CreateListInput!) { createList(data: $data) { ${list} } }`,
    rest: () => ({
      data: { name: newName(), description: 'A list', backofficeManaged: false, listType: 'Object' },
    }),
    ids: { 'data.objectDefinitionId': id('NOT_FOUND', ({ object }) => object) },
  },
  updateList: {
    document: `mutation ($data: UpdateListInput!) { updateList(data: $data) { ${list} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: { 'data.id': id('NOT_FOUND', ({ lists }) => lists.choices) },
  },
  saveListValue: {
    document: `mutation ($data: SaveListValueInput!) { saveListValue(data: $data) { id value } }`,
    // As it stands: the values of both companies keep their version.
    rest: () => ({ data: { was: 'Green', value: 'Green', objectValues: [{ value: '' }] } }),
    ids: {
      'data.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
      'data.id': id('NOT_FOUND', ({ listValues }) => listValues.green),
      'data.objectValues.0.propertyId': id('not used', ({ object }) => object),
    },
  },
  updateListValues: {
    document: `mutation ($data: UpdateListValuesInput!) { updateListValues(data: $data) { ${list} } }`,
    // As they stand: the version is that of both companies' values, and stays.
    rest: ({ choicesVersion, listValues }) => ({
      data: {
        valuesVersion: choicesVersion,
        values: [
          { value: 'Red', enabled: true, objectValues: [{ value: '' }] },
          { id: listValues.green, enabled: true },
          { id: listValues.blue, enabled: true },
        ],
      },
    }),
    ids: {
      'data.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
      'data.values.0.id': id('NOT_FOUND', ({ listValues }) => listValues.red),
      'data.values.0.userId': id('not used', ({ member: person }) => person),
      'data.values.0.objectValues.0.propertyId': id('not used', ({ object }) => object),
    },
  },
  findRecordTypes: { document: '{ findRecordTypes { id name recordsTotal menuPath } }', ids: {} },
  findRecordTypeDesign: {
    document: `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${design} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  findDesignChoices: {
    document: '{ findDesignChoices { objects { id name } sections { id name group } } }',
    ids: {},
  },
  createRecordType: {
    document: `mutation ($data: CreateRecordTypeInput!) { createRecordType(data: $data) { ${design} } }`,
    rest: () => ({
      data: {
        name: newName(),
        isSuper: false,
        relatedRecordTypes: [],
        fields: [
          { name: 'Colour', dataType: 'dropdown' },
          { name: 'Site', dataType: 'object' },
        ],
        lineTypes: [{ name: 'Lines', fields: [{ name: 'Colour', dataType: 'dropdown' }] }],
      },
    }),
    ids: {
      'data.relatedRecordTypes.0': id('NOT_FOUND', ({ types }) => types.papers),
      'data.fields.0.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
      'data.fields.1.objectDefinitionId': id('NOT_FOUND', ({ object }) => object),
      'data.lineTypes.0.fields.0.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
      'data.menu.sectionId': id('NOT_FOUND', ({ menuSection }) => menuSection),
    },
  },
  updateRecordType: {
    document: `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { ${design} } }`,
    rest: () => ({
      data: {
        version: 1,
        relatedRecordTypes: [],
        fields: [{ version: 1 }, { name: newName(), dataType: 'object' }],
        statuses: [{ version: 1 }],
        problemCodes: [{ version: 1 }],
        lineTypes: [{ version: 1, fields: [{ version: 1 }, { name: newName(), dataType: 'dropdown' }] }],
      },
    }),
    ids: {
      'data.id': id('NOT_FOUND', ({ types }) => types.papers),
      'data.relatedRecordTypes.0': id('NOT_FOUND', ({ types }) => types.bills),
      'data.fields.0.id': id('NOT_FOUND', ({ seen }) => seen.dropdown.id),
      'data.fields.0.listId': id('INVALID', ({ lists }) => lists.choices),
      'data.fields.1.objectDefinitionId': id('NOT_FOUND', ({ object }) => object),
      'data.statuses.0.id': id('NOT_FOUND', ({ statuses }) => statuses.open),
      'data.problemCodes.0.id': id('NOT_FOUND', ({ problemCodes }) => problemCodes.late),
      'data.lineTypes.0.id': id('NOT_FOUND', ({ lineType }) => lineType),
      'data.lineTypes.0.fields.0.id': id('NOT_FOUND', ({ lineFields }) => lineFields.item),
      'data.lineTypes.0.fields.1.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
      'data.menu.sectionId': id('NOT_FOUND', ({ menuSection }) => menuSection),
    },
  },
  findRecordTypeDeletionPlan: {
    document: `query ($data: FindRecordTypeDeletionPlanInput!) { findRecordTypeDeletionPlan(data: $data) { records lines menuItems } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  deleteRecordType: {
    document: `mutation ($data: DeleteRecordTypeInput!) { deleteRecordType(data: $data) { ${design} } }`,
    rest: () => ({ data: { version: 0 } }),
    ids: { 'data.id': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  takeBackRecordType: {
    document: `mutation ($data: TakeBackRecordTypeInput!) { takeBackRecordType(data: $data) { ${design} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  deleteField: {
    document: `mutation ($data: DeleteFieldInput!) { deleteField(data: $data) { ${design} } }`,
    rest: () => ({ data: { ofLines: false, version: 1 } }),
    ids: { 'data.id': id('NOT_FOUND', ({ spill }) => spill.seen.id) },
  },
  takeBackField: {
    document: `mutation ($data: TakeBackFieldInput!) { takeBackField(data: $data) { ${design} } }`,
    rest: () => ({ data: { ofLines: false } }),
    ids: { 'data.id': id('NOT_FOUND', ({ spill }) => spill.seen.id) },
  },
  findRetypeReport: {
    document: `query ($data: FindRetypeReportInput!) { findRetypeReport(data: $data) { total kept changed lost next inTheWay
      samples { outcome before after } } }`,
    rest: () => ({ data: { dataType: 'dropdown' } }),
    ids: retyped,
  },
  startRetype: {
    document: `mutation ($data: RetypeInput!) { startRetype(data: $data) { ${design} } }`,
    rest: () => ({ data: { version: 1, dataType: 'dropdown' } }),
    ids: retyped,
  },
  stopRetype: {
    document: `mutation ($data: RetypeIdInput!) { stopRetype(data: $data) { ${design} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ seen }) => seen.float.id) },
  },
  findWrittenSinceRetype: {
    document: `query ($data: RetypeIdInput!) { findWrittenSinceRetype(data: $data) { id recordNumber at by } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ seen }) => seen.float.id) },
  },
  undoRetype: {
    document: `mutation ($data: RetypeIdInput!) { undoRetype(data: $data) { ${design} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ seen }) => seen.float.id) },
  },
  getPropertyRetypes: { document: `{ getPropertyRetypes { id propertyId fromType toType } }`, ids: {} },
  findPropertyRetypeReport: {
    document: `query ($data: FindPropertyRetypeReportInput!) { findPropertyRetypeReport(data: $data) { total kept changed lost next
      inTheWay samples { outcome holder before after } records { recordTypeId kept } } }`,
    rest: () => ({ data: { dataType: 'dropdown' } }),
    ids: retypedProperty,
  },
  startPropertyRetype: {
    document: `mutation ($data: PropertyRetypeInput!) { startPropertyRetype(data: $data) { id propertyId toType } }`,
    rest: () => ({ data: { version: 1, dataType: 'dropdown' } }),
    ids: retypedProperty,
  },
  stopPropertyRetype: {
    document: `mutation ($data: PropertyRetypeIdInput!) { stopPropertyRetype(data: $data) { id propertyId toType } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ objectProperty }) => objectProperty) },
  },
  findWrittenSincePropertyRetype: {
    document: `query ($data: PropertyRetypeIdInput!) { findWrittenSincePropertyRetype(data: $data) { holder recordNumber at by } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ objectProperty }) => objectProperty) },
  },
  undoPropertyRetype: {
    document: `mutation ($data: PropertyRetypeIdInput!) { undoPropertyRetype(data: $data) { id propertyId toType } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ objectProperty }) => objectProperty) },
  },
  getObjectDefinitions: { document: `{ getObjectDefinitions { ${definition} } }`, ids: {} },
  findObjectUse: {
    document: `query ($data: FindObjectUseInput!) { findObjectUse(data: $data) {
      fields { id name recordType } lists { id name } records listValues properties { propertyId records listValues } } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ object }) => object) },
  },
  findWhereUsed: {
    document: `query ($data: FindWhereUsedInput!) { findWhereUsed(data: $data) { name
      groups { kind title total places { name uses count isPrivate link { page recordTypeId search } } } } }`,
    rest: () => ({ data: { kind: 'ROLE' } }),
    ids: { 'data.id': id('NOT_FOUND', ({ roles }) => roles.clerk) },
  },
  findChangeImpact: {
    document: `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) {
      impacts { name lines { sentence isOfPlaces } } } }`,
    rest: () => ({ data: { changes: [{ kind: 'ROLE', takes: 'HIDE', roleIds: [] }] } }),
    ids: {
      'data.changes.0.id': id('NOT_FOUND', ({ roles }) => roles.clerk),
      'data.changes.0.roleIds.0': id('NOT_FOUND', ({ roles }) => roles.clerk),
    },
  },
  findTransmissionMappings: {
    document: `{ findTransmissionMappings { own { ${ownMapping} } offered { ${offeredMapping} } } }`,
    ids: {},
  },
  findTransmissionChoices: {
    document: '{ findTransmissionChoices { id name fields { key name choices { name } } } }',
    ids: {},
  },
  findTransmissions: {
    document: `query ($data: FindTransmissionsInput!) { findTransmissions(data: $data) { total transmissions { id company record { id } } } }`,
    rest: () => ({ data: { direction: 'SENT' } }),
    ids: {},
  },
  findTransmission: {
    document: `query ($data: FindTransmissionInput!) { findTransmission(data: $data) { messageId values { name value } } }`,
    rest: () => ({ data: { direction: 'SENT' } }),
    ids: { 'data.id': id('NOT_FOUND', ({ transmission }) => transmission) },
  },
  previewTransmissionMapping: {
    document: `query ($data: PreviewTransmissionMappingInput!) { previewTransmissionMapping(data: $data) { total } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ mapping }) => mapping) },
  },
  resendTransmission: {
    document: `mutation ($data: ResendTransmissionInput!) { resendTransmission(data: $data) { values { name value } } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ transmission }) => transmission) },
  },
  findUntranslatedTransmissionValues: {
    document:
      '{ findUntranslatedTransmissionValues { mappingId version company typeName item itemName theirs field choices waiting } }',
    ids: {},
  },
  translateTransmissionValue: {
    document: `mutation ($data: TranslateTransmissionValueInput!) { translateTransmissionValue(data: $data) { sentAgain } }`,
    rest: () => ({ data: { version: 1, item: 2, theirs: 'Scarlet', ours: 'Red' } }),
    ids: { 'data.mappingId': id('NOT_FOUND', ({ offer }) => offer) },
  },
  findRecordTransmissions: {
    document: `query ($data: FindRecordTransmissionsInput!) { findRecordTransmissions(data: $data) { company state } }`,
    ids: ofRecord,
  },
  findRecordConversations: {
    document: `query ($data: FindRecordConversationsInput!) { findRecordConversations(data: $data) { id company lines { name mine { values } } } }`,
    ids: ofRecord,
  },
  findConversationsToAnswer: {
    document:
      '{ findConversationsToAnswer { total conversations { id company record { id recordNumber } lines } } }',
    ids: {},
  },
  answerConversation: {
    document: `mutation ($data: AnswerConversationInput!) { answerConversation(data: $data) { id version } }`,
    rest: () => ({
      data: {
        version: 1,
        requestKey: '8d8c4a4e-7c1f-4c2b-9a53-0b6f9d1f4f11',
        answers: [{ line: 1, kind: 'ACCEPTED' }],
      },
    }),
    ids: { 'data.id': id('NOT_FOUND', ({ conversation }) => conversation) },
  },
  remindConversation: {
    document: `mutation ($data: RemindConversationInput!) { remindConversation(data: $data) { id remindedAt } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ askingConversation }) => askingConversation) },
  },
  createTransmissionMapping: {
    document: `mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { recordType { name } } }`,
    rest: (tenant) => ({ data: { targetUrl: 'south', ...sending(tenant) } }),
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  updateTransmissionMapping: {
    document: `mutation ($data: UpdateTransmissionMappingInput!) { updateTransmissionMapping(data: $data) { enabled } }`,
    // As it stands, so that its version stays.
    rest: (tenant) => ({ data: { version: 1, enabled: true, ...sending(tenant) } }),
    ids: { 'data.id': id('NOT_FOUND', ({ mapping }) => mapping) },
  },
  approveTransmissionMapping: {
    document: `mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { state } }`,
    rest: ({ seen }) => ({
      data: {
        offeredVersion: 1,
        pairs: [
          { item: 1, field: 'description' },
          { item: 2, field: `f${seen.dropdown.id}` },
        ],
        translations: [],
      },
    }),
    ids: {
      'data.id': id('NOT_FOUND', ({ offer }) => offer),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },
  declineTransmissionMapping: {
    document: `mutation ($data: DeclineTransmissionMappingInput!) { declineTransmissionMapping(data: $data) { state } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ offer }) => offer) },
  },
  createObjectDefinition: {
    document: `mutation ($data: CreateObjectDefinitionInput!) { createObjectDefinition(data: $data) { ${definition} } }`,
    rest: () => ({
      data: { name: newName(), properties: [{ ...aProperty, name: 'Width', dataType: 'dropdown' }] },
    }),
    ids: {
      'data.properties.0.listId': id('NOT_FOUND', ({ lists }) => lists.choices),
    },
  },
  updateObjectDefinition: {
    document: `mutation ($data: UpdateObjectDefinitionInput!) { updateObjectDefinition(data: $data) { ${definition} } }`,
    // As it stands, so that its version stays.
    rest: () => ({ data: { version: 1, properties: [{ ...aProperty, name: 'City' }] } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ object }) => object),
      'data.properties.0.id': id('NOT_FOUND', ({ objectProperty }) => objectProperty),
      'data.properties.0.listId': id('not used', ({ lists }) => lists.choices),
    },
  },
  deleteObjectProperty: {
    document: `mutation ($data: DeleteObjectPropertyInput!) { deleteObjectProperty(data: $data) { ${definition} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: { 'data.id': id('NOT_FOUND', ({ objectProperty }) => objectProperty) },
  },
  takeBackObjectProperty: {
    document: `mutation ($data: TakeBackObjectPropertyInput!) { takeBackObjectProperty(data: $data) { ${definition} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ objectProperty }) => objectProperty) },
  },
  getRoleAccessToRecordFields: {
    document: '{ getRoleAccessToRecordFields { id recordFieldName recordType { id name } filterCriteria } }',
    ids: {},
  },
  findRoleAccessToRecordFields: {
    document: `query ($data: FindRoleAccessInput!) {
      findRoleAccessToRecordFields(data: $data) { id recordFieldName recordType { id name } role { id name } } }`,
    rest: () => ({ data: { recordTypes: [], roles: [] } }),
    ids: {
      'data.recordTypes.0': id('NOT_FOUND', ({ types }) => types.papers),
      'data.roles.0': id('NOT_FOUND', ({ roles }) => roles.clerk),
    },
  },
  getRecordStatusByRecordType: {
    document: '{ getRecordStatusByRecordType { id name recordType { id } } }',
    ids: {},
  },
  findListValues: {
    document: 'query ($data: FindListValuesInput!) { findListValues(data: $data) { id value listId } }',
    rest: () => ({ data: { listIds: [], ids: [] } }),
    ids: {
      'data.listId': id('left out', ({ lists }) => lists.choices),
      'data.listIds.0': id('left out', ({ lists }) => lists.choices),
      'data.ids.0': id('left out', ({ listValues }) => listValues.red),
    },
  },
  findObjectProperty: {
    document: 'query ($data: FindObjectPropertyInput!) { findObjectProperty(data: $data) { id name } }',
    rest: () => ({ data: { objectDefinitionIds: [] } }),
    ids: { 'data.objectDefinitionIds.0': id('empty', ({ object }) => object) },
  },
  getMyRecordFileById: {
    document:
      'query ($recordFileId: Id!) { getMyRecordFileById(recordFileId: $recordFileId) { id originalFileName } }',
    ids: { recordFileId: id('NOT_FOUND', ({ files }) => files.seen) },
  },
  getRecordAttachment: {
    document:
      'query ($data: RecordAttachmentInput!) { getRecordAttachment(data: $data) { id originalFileName } }',
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.recordAdditionalFieldByTypeId': id('NOT_FOUND', ({ seen }) => seen.attachment.id),
      'data.fileId': id('NOT_FOUND', ({ files }) => files.attached),
    },
  },
  createPrintLink: {
    document: 'mutation ($data: CreatePrintLinkInput!) { createPrintLink(data: $data) { url fileName } }',
    rest: () => ({ data: { ids: [] } }),
    ids: { 'data.ids.0': id('NOT_FOUND', ({ records }) => records.one) },
  },
  findRecordFiles: {
    document:
      'query ($data: FindRecordFilesInput!) { findRecordFiles(data: $data) { version mayDelete files { id name } } }',
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },
  updateRecordFile: {
    document:
      'mutation ($data: UpdateRecordFileInput!) { updateRecordFile(data: $data) { version file { name } } }',
    rest: () => ({ data: { description: 'Seen' } }),
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.attachment.id),
      'data.fileId': id('NOT_FOUND', ({ files }) => files.attached),
    },
  },
  findRecordEvidence: {
    document:
      'query ($data: FindRecordEvidenceInput!) { findRecordEvidence(data: $data) { fieldKey value fileName page } }',
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },
  keepRecordEvidence: {
    document:
      'mutation ($data: KeepRecordEvidenceInput!) { keepRecordEvidence(data: $data) { fieldKey value fileName page } }',
    rest: () => ({
      data: { places: [{ fieldKey: 'description', value: 'Taken', page: 1, box: [0, 0, 10, 10] }] },
    }),
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.places.0.fileId': id('NOT_FOUND', ({ files }) => files.attached),
    },
  },
  startFileUpload: {
    document: 'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }',
    rest: () => ({ data: { fileName: 'New.pdf', sizeBytes: 10 } }),
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.attachment.id),
    },
  },
  uploadFile: {
    document: 'mutation ($data: UploadFileInput!) { uploadFile(data: $data) { originalFileName } }',
    rest: () => ({ data: { file: null } }),
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.attachment.id),
    },
  },
  findRecordHeader: {
    document: `query ($data: FindRecordHeaderInput!) {
      findRecordHeader(data: $data) { records { id ${recordParts} } total } }`,
    rest: () => ({ data: { ids: [] } }),
    ids: {
      'data.ids.0': id('empty', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },

  findLastRecordChanges: {
    document: `query ($data: FindLastRecordChangesInput!) {
      findLastRecordChanges(data: $data) { id user { id name } changedAt secondsAgo } }`,
    rest: () => ({ data: { ids: [] } }),
    ids: {
      'data.ids.0': id('empty', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },

  findRecordType: {
    document: 'query ($data: FindRecordTypeInput!) { findRecordType(data: $data) { id name } }',
    ids: { 'data.id': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  getSaasRecordFieldsByRecordTypes: {
    document: `query ($recordType: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $recordType) { id key name access } }`,
    ids: { recordType: id('NOT_FOUND', ({ types }) => types.papers) },
  },
  findProblemCodeByRecordType: {
    document: 'query ($data: FindProblemCodeInput!) { findProblemCodeByRecordType(data: $data) { id name } }',
    ids: { 'data.recordType': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  findRecordStatusByRecordType: {
    document:
      'query ($data: FindRecordStatusInput!) { findRecordStatusByRecordType(data: $data) { id name } }',
    rest: () => ({ data: { recordTypes: [] } }),
    ids: { 'data.recordTypes.0': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  explainAccess: {
    document: `query ($data: ExplainAccessInput!) { explainAccess(data: $data) {
      isAllowed rule because remedy steps { words isPassed } since { at by { id name } } administrators { id name email } } }`,
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.statusId': id('NOT_FOUND', ({ statuses }) => statuses.ready),
    },
  },
  explainMenuPage: {
    document: `query ($data: ExplainMenuPageInput!) { explainMenuPage(data: $data) { isAllowed because remedy } }`,
    ids: {},
    rest: () => ({ data: { name: 'Papers' } }),
  },
  explainRoleAccess: {
    document: `query ($data: ExplainRoleAccessInput!) { explainRoleAccess(data: $data) {
      isAllowed because remedy since { at by { id name } } } }`,
    ids: {
      'data.roleId': id('NOT_FOUND', ({ roles }) => roles.clerk),
      'data.menuItemId': id('NOT_FOUND', ({ menuItems }) => menuItems.papers),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
    },
  },
  findStatusPaths: {
    document: 'query ($data: FindStatusPathsInput!) { findStatusPaths(data: $data) { recordType } }',
    rest: () => ({ data: { recordTypes: [] } }),
    ids: { 'data.recordTypes.0': id('NOT_FOUND', ({ types }) => types.bills) },
  },
  findFieldRules: {
    document: 'query ($data: FindFieldRulesInput!) { findFieldRules(data: $data) { field kind } }',
    rest: () => ({ data: { recordTypes: [] } }),
    ids: { 'data.recordTypes.0': id('NOT_FOUND', ({ types }) => types.bills) },
  },
  getTargetTenantsByRecordType: {
    document: `query ($data: TargetTenantsInput!) {
      getTargetTenantsByRecordType(data: $data) { targetTenantToTransmit { id name } } }`,
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  filterAndSortRecordHeader: {
    document: `query ($data: FilterAndSortInput!, $pagination: PaginationInput, $tree: RecordTreeInput) {
      filterAndSortRecordHeader(data: $data, pagination: $pagination, tree: $tree) { records { id ${recordParts} } total totalState } }`,
    rest: () => ({ data: query.rest, tree: { rootsOnly: true, parentIds: [] } }),
    ids: { ...query.ids('data'), 'tree.parentIds.0': id('left out', ({ records }) => records.two) },
  },
  aggregateRecords: {
    document: `query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) {
      groups { values { value shown } measures } total groupsLeftOut } }`,
    rest: () => ({
      data: {
        filters: query.rest.filters,
        groups: [{ field: 'status' }],
        measures: [{ kind: 'COUNT' }, { kind: 'DISTINCT', field: 'recordNumber' }],
      },
    }),
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.filters.0.fieldId': id('INVALID', ({ seen }) => seen.string.id),
      'data.filters.1.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.decimal.id),
    },
  },
  exportRecordHeaders: {
    document: 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url fileName } }',
    rest: () => ({
      data: { query: query.rest, columns: ['recordNumber', 'status', 'createdAt'] },
    }),
    ids: query.ids('data.query'),
  },
  getZipFileSignedUrl: {
    document: 'query ($data: [Id!]!) { getZipFileSignedUrl(data: $data) }',
    rest: () => ({ data: [] }),
    ids: { 'data.0': id('NOT_FOUND', ({ records }) => records.one) },
  },
  createZipFileLink: {
    document:
      'mutation ($data: CreateZipFileLinkInput!) { createZipFileLink(data: $data) { filesCount sizeBytes } }',
    rest: () => ({ data: { ids: [] } }),
    ids: { 'data.ids.0': id('NOT_FOUND', ({ records }) => records.one) },
  },
  registerRecordHeader: {
    document: `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { ${recordParts} } }`,
    rest: () => ({
      data: {
        recordNumber: 4001,
        description: 'New',
        issuedByCompanyName: 'Maker',
        issuedToCompanyName: 'Taker',
        poNumber: 1,
        recordDate: '2026-01-01',
        additionalFields: [{ value: 'new' }, { objectValuesByProperty: [{ value: 'Lyon' }] }],
      },
    }),
    ids: {
      'data.recordType': id('NOT_FOUND', ({ types }) => types.papers),
      'data.statusId': id('INVALID', ({ statuses }) => statuses.open),
      'data.problemCodeId': id('INVALID', ({ problemCodes }) => problemCodes.late),
      'data.assignedTo': id('INVALID', ({ member }) => member),
      'data.tenant': id('NOT_FOUND', (tenant) => tenant.id),
      'data.recordFileId': id('INVALID', ({ files }) => files.own),
      'data.additionalFields.0.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.string.id),
      'data.additionalFields.1.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.object.id),
      'data.additionalFields.1.objectValuesByProperty.0.propertyId': id(
        'INVALID',
        ({ property }) => property,
      ),
      'data.targetTransmissionTenant': id('INVALID', (tenant) => tenant.target),
      // Accepted in shape: who makes a record is said by the token.
      'data.createdBy': id('not used', ({ member }) => member),
      'data.receivedBy': id('not used', ({ member }) => member),
      'data.approvedBy': id('not used', ({ member }) => member),
      'data.resultItemId': id('not used', ({ records }) => records.two),
    },
  },
  updateRecordHeader: {
    document: `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id ${recordParts} } }`,
    rest: () => ({
      data: {
        additionalFields: [{ value: 'changed' }, { objectValuesByProperty: [{ value: 'Lyon' }] }],
      },
    }),
    ids: {
      'data.id': id('NOT_FOUND', ({ records }) => records.one),
      'data.tenant': id('NOT_FOUND', (tenant) => tenant.id),
      'data.statusId': id('INVALID', ({ statuses }) => statuses.open),
      'data.problemCodeId': id('INVALID', ({ problemCodes }) => problemCodes.late),
      'data.assignedTo': id('INVALID', ({ member }) => member),
      'data.receivedBy': id('INVALID', ({ member }) => member),
      'data.approvedBy': id('INVALID', ({ member }) => member),
      'data.recordFileId': id('INVALID', ({ files }) => files.seen),
      'data.targetTransmissionTenant': id('INVALID', (tenant) => tenant.target),
      'data.additionalFields.0.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.string.id),
      'data.additionalFields.1.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.object.id),
      'data.additionalFields.1.objectValuesByProperty.0.propertyId': id(
        'INVALID',
        ({ property }) => property,
      ),
    },
  },
  updateBulkRecordHeader: {
    document: `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
      updateBulkRecordHeader(ids: $ids, data: $data) { outcome message } }`,
    rest: ({ records }) => ({
      ids: [0, records.two],
      data: { additionalFields: [{ value: 'changed' }], versions: [{ version: 1 }] },
    }),
    ids: {
      'ids.0': id('left out', ({ records }) => records.one),
      'data.versions.0.id': id('INVALID', ({ records }) => records.two),
      'data.tenant': id('NOT_FOUND', (tenant) => tenant.id),
      'data.statusId': id('INVALID', ({ statuses }) => statuses.open),
      'data.problemCodeId': id('INVALID', ({ problemCodes }) => problemCodes.late),
      'data.assignedTo': id('INVALID', ({ member }) => member),
      'data.receivedBy': id('INVALID', ({ member }) => member),
      'data.approvedBy': id('INVALID', ({ member }) => member),
      'data.recordFileId': id('INVALID', ({ files }) => files.seen),
      'data.targetTransmissionTenant': id('INVALID', (tenant) => tenant.target),
      'data.additionalFields.0.recordAdditionalFieldByTypeId': id('INVALID', ({ seen }) => seen.string.id),
    },
  },
  previewBulkChange: {
    document: `query ($data: BulkChangeInput!) {
      previewBulkChange(data: $data) { total changing unchanged refused reasons sampleIds } }`,
    rest: () => ({ data: bulkChange() }),
    ids: bulkChangeIds,
  },
  startBulkChange: {
    document: `mutation ($data: StartBulkChangeInput!) {
      startBulkChange(data: $data) { kind recordType { id name } fieldNames total } }`,
    rest: () => ({ data: bulkChange() }),
    ids: bulkChangeIds,
  },
  findMyBulkChanges: {
    document: `query ($data: FindMyBulkChangesInput!) {
      findMyBulkChanges(data: $data) { kind state recordType { id name } fieldNames total } }`,
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  findBulkChange: {
    document: `query ($data: FindBulkChangeInput!) {
      findBulkChange(data: $data) { kind state recordType { id name } fieldNames total } }`,
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.bulkChange) },
  },
  findBulkChangeRecords: {
    document: `query ($data: FindBulkChangeRecordsInput!) {
      findBulkChangeRecords(data: $data) { total records { recordNumber message } } }`,
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.bulkChange) },
  },
  stopBulkChange: {
    document: `mutation ($data: FindBulkChangeInput!) {
      stopBulkChange(data: $data) { kind state recordType { id name } fieldNames total } }`,
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.bulkChange) },
  },
  undoBulkChange: {
    document: `mutation ($data: FindBulkChangeInput!) {
      undoBulkChange(data: $data) { kind recordType { id name } fieldNames total } }`,
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.bulkChange) },
  },

  createImport: {
    document: `mutation ($data: CreateImportInput!) {
      createImport(data: $data) { recordType { id name } fields { key name required } fieldKeys mayUpdate } }`,
    rest: () => ({ data: { fileName: 'papers.csv', headers: ['Record Number'] } }),
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  addImportRows: {
    document: `mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { fileName rowCount } }`,
    rest: () => ({ data: { rows: [{ row: 3, cells: ['7100'] }] } }),
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.imports.open) },
  },
  judgeImport: {
    document: `mutation ($data: JudgeImportInput!) {
      judgeImport(data: $data) { making changing faulty problems rows { row outcome fault } faults { row fault } } }`,
    rest: () => ({
      data: {
        columns: [{ column: 0, fieldKey: 'recordNumber' }],
        decimals: 'POINT',
        dayFirst: false,
        existing: 'REFUSE',
      },
    }),
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.imports.open) },
  },
  startImport: {
    document: `mutation ($data: StartImportInput!) { startImport(data: $data) { fileName rowCount } }`,
    rest: () => ({ data: { judgement: 1 } }),
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.imports.judged) },
  },
  findImportFaults: {
    document: `query ($data: FindImportFaultsInput!) {
      findImportFaults(data: $data) { headers total faults { row fault cells } } }`,
    ids: { 'data.id': id('NOT_FOUND', (tenant) => tenant.imports.open) },
  },

  findAllLineItemsByType: {
    document: `query ($data: FindLineItemsByTypeInput) {
      findAllLineItemsByType(data: $data) { id name recordType { id name } lineItemsByTypeFileds { id name } } }`,
    ids: { 'data.recordType': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  findLineItems: {
    document: `query ($data: FindLineItemsInput!) {
      findLineItems(data: $data) { id value lineItemsRow { id version index } recordHeader { id } } }`,
    rest: () => ({ data: { recordHeadersIds: [], rowIds: [] } }),
    ids: {
      'data.recordHeadersIds.0': id('empty', ({ records }) => records.one),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.rowIds.0': id('empty', ({ lines }) => lines.first),
    },
  },
  findComments: {
    document: `query ($data: FindCommentsInput!) {
      findComments(data: $data) { comments { ${comment} } isMore version reading { ${reading} } whyNotWrite } }`,
    ids: ofRecord,
  },
  findCommentReaders: {
    document: `query ($data: FindCommentReadersInput!) {
      findCommentReaders(data: $data) { members { name email maySeeRecord } isMore } }`,
    ids: ofRecord,
  },
  countComments: {
    document: `query ($data: CountCommentsInput!) { countComments(data: $data) { records { ${reading} } } }`,
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.recordIds.0': id('empty', ({ records }) => records.one),
    },
    rest: () => ({ data: { recordIds: [] } }),
  },
  createComment: {
    document: `mutation ($data: CreateCommentInput!) { createComment(data: $data) { ${comment} } }`,
    rest: () => ({ data: { text: 'Said', idempotencyKey: `sample ${++commentKeys}` } }),
    ids: ofRecord,
  },
  updateComment: {
    document: `mutation ($data: UpdateCommentInput!) { updateComment(data: $data) { ${comment} } }`,
    rest: () => ({ data: { text: 'Said otherwise' } }),
    ids: { 'data.id': id('NOT_FOUND', ({ comments }) => comments.own) },
  },
  deleteComment: {
    document: `mutation ($data: DeleteCommentInput!) { deleteComment(data: $data) { ${comment} } }`,
    ids: { 'data.id': id('NOT_FOUND', ({ comments }) => comments.toDelete) },
  },
  markCommentsRead: {
    document: `mutation ($data: MarkCommentsReadInput!) { markCommentsRead(data: $data) { ${reading} } }`,
    rest: () => ({ data: { upTo: 1 } }),
    ids: ofRecord,
  },
  updateRecordWatch: {
    document: `mutation ($data: UpdateRecordWatchInput!) { updateRecordWatch(data: $data) { ${reading} } }`,
    rest: () => ({ data: { level: 'WATCHING' } }),
    ids: ofRecord,
  },
  filterAuditLogsForRecord: {
    document: `query ($data: FilterAuditLogsForRecordInput!) {
      filterAuditLogsForRecord(data: $data) { total logs { action user { name } changes { what oldValue newValue }
        objectsLogs { objectName changes { what oldValue newValue } } } } }`,
    rest: () => ({ data: { filterInput: { userIds: [] } } }),
    ids: {
      'data.filterInput.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.filterInput.recordType': id('NOT_FOUND', ({ types }) => types.papers),
      'data.filterInput.userIds.0': id('left out', ({ member: person }) => person),
      'data.filterInput.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
    },
  },
  previewPutBack: {
    document: `query ($data: PreviewPutBackInput!) {
      previewPutBack(data: $data) { key name now to entries whyNot } }`,
    rest: () => ({ data: { entries: [] } }),
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.entries.0': id('empty', ({ entry }) => entry),
    },
  },
  putBack: {
    document: `mutation ($data: PutBackInput!) { putBack(data: $data) { done rows { key whyNot } } }`,
    rest: () => ({ data: { entries: [], keys: ['record'] } }),
    ids: {
      'data.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.entries.0': id('left out', ({ entry }) => entry),
    },
  },
  undoChanges: {
    document: `mutation ($data: UndoChangesInput!) { undoChanges(data: $data) { outcome rows { key whyNot } } }`,
    rest: ({ entry }) => ({ data: { records: [{ entries: [entry] }] } }),
    ids: {
      'data.records.0.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.records.0.entries.0': id('left out', ({ entry }) => entry),
    },
  },
  filterAuditLogsForLineItems: {
    document: `query ($data: FilterAuditLogsForLineItemsInput!) {
      filterAuditLogsForLineItems(data: $data) { total logs { action lineItemsRowId changes { what newValue } } } }`,
    ids: {
      'data.filterInput.recordId': id('NOT_FOUND', ({ records }) => records.one),
      'data.filterInput.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
    },
  },
  createLineItems: {
    document: `mutation ($data: CreateLineItemsInput!) { createLineItems(data: $data) { ${line} } }`,
    rest: () => ({ data: { lineItemsFields: [{ value: 'new' }] } }),
    ids: {
      'data.recordHeaderId': id('NOT_FOUND', ({ records }) => records.two),
      'data.lineItemsFields.0.lineItemsByTypeFiledsId': id('INVALID', ({ lineFields }) => lineFields.item),
    },
  },
  updateLineItems: {
    document: `mutation ($data: UpdateLineItemsInput!) { updateLineItems(data: $data) { ${line} } }`,
    // What changes nothing raises no version.
    rest: () => ({ data: { version: 1, lineItemsFields: [{ value: 'First of 1' }] } }),
    ids: {
      'data.recordHeaderId': id('NOT_FOUND', ({ records }) => records.one),
      'data.rowId': id('NOT_FOUND', ({ lines }) => lines.first),
      'data.lineItemsFields.0.lineItemsByTypeFiledsId': id('INVALID', ({ lineFields }) => lineFields.item),
    },
  },
  createOrUpdateManyLineItems: {
    document: `mutation ($data: [LineItemsRowInput!]!) {
      createOrUpdateManyLineItems(data: $data) { ${line} } }`,
    rest: () => ({ data: [{ version: 1, lineItemsFields: [{ value: 'Second of 1' }] }] }),
    // What is wrong with one line is said in its place of the answer.
    ids: {
      'data.0.recordHeaderId': id('left out', ({ records }) => records.one),
      'data.0.rowId': id('left out', ({ lines }) => lines.second),
      'data.0.lineItemsFields.0.lineItemsByTypeFiledsId': id('left out', ({ lineFields }) => lineFields.item),
    },
  },
  reorderLineItems: {
    document: `mutation ($data: ReorderLineItemsInput!) { reorderLineItems(data: $data) { id index } }`,
    // Where it stands already.
    rest: () => ({ data: { rows: [{ fromIndex: 1, index: 1 }] } }),
    ids: {
      'data.recordHeaderId': id('NOT_FOUND', ({ records }) => records.three),
      'data.rows.0.rowId': id('NOT_FOUND', ({ lines }) => lines.ofThree),
    },
  },

  findUserGridPreferences: {
    document: `query ($data: FindUserGridPreferencesInput!) {
      findUserGridPreferences(data: $data) { ${preference} } }`,
    rest: () => ({ data: { ofRoles: true } }),
    ids: {
      'data.id': id('empty', ({ preferences }) => preferences.own),
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
      'data.userId': id('not used', ({ member: person }) => person),
    },
  },
  SaasMyGridPreferences: {
    document: `query ($gridName: String!) { SaasMyGridPreferences(gridName: $gridName) { ${preference} } }`,
    rest: ({ types }) => ({ gridName: gridNameOf(types.papers) }),
    ids: {},
  },
  getDefaultUserGridPreference: {
    document: `query ($recordTypeId: Id!) {
      getDefaultUserGridPreference(recordTypeId: $recordTypeId) { ${preferenceDefault} } }`,
    ids: { recordTypeId: id('NOT_FOUND', ({ types }) => types.papers) },
  },
  SaasMyRoleGridPreferences: { document: `{ SaasMyRoleGridPreferences { ${preference} } }`, ids: {} },
  findRolesForGridPreferences: { document: '{ findRolesForGridPreferences { id name } }', ids: {} },
  registerUserGridPreferences: {
    document: `mutation ($data: RegisterUserGridPreferencesInput!) {
      registerUserGridPreferences(data: $data) { gridName role { id name } version } }`,
    rest: ({ types }) => ({
      data: { gridName: gridNameOf(types.papers), savedName: newPreferenceName(), gridOptions: {} },
    }),
    ids: {
      'data.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
      'data.userId': id('not used', ({ member: person }) => person),
      'data.roleId': id('INVALID', ({ roles }) => roles.clerk),
      'data.basedOn': id('NOT_FOUND', ({ preferences }) => preferences.own),
    },
  },
  updateUserGridPreferences: {
    document: `mutation ($data: UpdateUserGridPreferencesInput!) {
      updateUserGridPreferences(data: $data) { ${preference} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: {
      'data.id': id('NOT_FOUND', ({ preferences }) => preferences.own),
      'data.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
      'data.userId': id('not used', ({ member: person }) => person),
    },
  },
  updateManyUserGridPreferences: {
    document: `mutation ($data: [UpdateUserGridPreferencesInput!]!) {
      updateManyUserGridPreferences(data: $data) { ${preference} } }`,
    rest: () => ({ data: [{ version: 1 }] }),
    ids: {
      'data.0.id': id('NOT_FOUND', ({ preferences }) => preferences.own),
      'data.0.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
      'data.0.userId': id('not used', ({ member: person }) => person),
    },
  },
  deleteUserGridPreferences: {
    document: `mutation ($data: DeleteUserGridPreferencesInput!) {
      deleteUserGridPreferences(data: $data) { ${preference} } }`,
    rest: () => ({ data: { version: 1 } }),
    ids: { 'data.id': id('NOT_FOUND', ({ preferences }) => preferences.deleted) },
  },
  registerUserGridPreferencesDefault: {
    document: `mutation ($data: RegisterUserGridPreferencesDefaultInput!) {
      registerUserGridPreferencesDefault(data: $data) { ${preferenceDefault} } }`,
    ids: {
      'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers),
      'data.gridPreferenceId': id('NOT_FOUND', ({ preferences }) => preferences.ofClerks),
      'data.roleId': id('INVALID', ({ roles }) => roles.clerk),
      'data.tenantId': id('NOT_FOUND', (tenant) => tenant.id),
      'data.userId': id('not used', ({ member: person }) => person),
    },
  },
  updateUserGridPreferencesDefault: {
    document: `mutation ($data: UpdateUserGridPreferencesDefaultInput!) {
      updateUserGridPreferencesDefault(data: $data) { ${preferenceDefault} } }`,
    ids: {
      'data.id': id('NOT_FOUND', (tenant) => tenant.preferenceDefault),
      'data.gridPreferenceId': id('NOT_FOUND', ({ preferences }) => preferences.own),
    },
  },
};

export type Variables = Record<string, unknown>;

/** The sample's variables for a tenant, with some places set otherwise; undefined leaves a place out. */
export function sampleVariables(
  { rest, ids }: OperationSample,
  tenant: GuardedTenant,
  changes: Readonly<Record<string, unknown>> = {},
): Variables {
  const variables = structuredClone(rest?.(tenant) ?? {}) as Variables;
  for (const [place, { of }] of Object.entries(ids)) setAt(variables, place, of(tenant));
  // What is set may be changed within by the next, and stand for another test as it was.
  for (const [place, value] of Object.entries(changes)) setAt(variables, place, structuredClone(value));
  return variables;
}

function setAt(variables: Variables, place: string, value: unknown): void {
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  let at = variables;
  for (const step of steps) {
    at[step] ??= {};
    // What was set to no object before has no places within.
    if (typeof at[step] !== 'object') return;
    at = at[step] as Variables;
  }
  at[last] = value;
}
