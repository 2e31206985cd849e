// For each operation a request that is answered, and in it every id that the contract takes, each with what is to be
// said to an id of another tenant. A new operation without its sample does not compile; a sample without one of the
// contract's ids fails the test of foreign ids.
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { gridNameOf } from '@rowhouse/domain/grid-preferences/model.ts';
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

let emails = 0;
/** Of nobody yet. */
const newEmail = (): string => `new${++emails}@example.com`;

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
const line = `lineItems { value } refusal { code message }`;
const member = `id email name role { id name } enabled personEnabled hasSecondFactor version`;
const invitation = `id email role { id name } state invitedBy { id name }`;

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
  findRecordHeader: {
    document: `query ($data: FindRecordHeaderInput!) {
      findRecordHeader(data: $data) { records { id ${recordParts} } total } }`,
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
  getTargetTenantsByRecordType: {
    document: `query ($data: TargetTenantsInput!) {
      getTargetTenantsByRecordType(data: $data) { targetTenantToTransmit { id name } } }`,
    ids: { 'data.recordTypeId': id('NOT_FOUND', ({ types }) => types.papers) },
  },
  filterAndSortRecordHeader: {
    document: `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
      filterAndSortRecordHeader(data: $data, pagination: $pagination) { records { id ${recordParts} } total totalState } }`,
    rest: () => ({ data: query.rest }),
    ids: query.ids('data'),
  },
  exportRecordHeaders: {
    document: 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url fileName } }',
    rest: () => ({ data: { query: query.rest, columns: ['recordNumber', 'status', 'createdAt'] } }),
    ids: query.ids('data.query'),
  },
  getZipFileSignedUrl: {
    document: 'query ($data: [Id!]!) { getZipFileSignedUrl(data: $data) { filesCount sizeBytes } }',
    rest: () => ({ data: [] }),
    ids: { 'data.0': id('NOT_FOUND', ({ records }) => records.one) },
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
      'data.rowIds.0': id('empty', ({ lines }) => lines.first),
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
  for (const [place, value] of Object.entries(changes)) setAt(variables, place, value);
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
