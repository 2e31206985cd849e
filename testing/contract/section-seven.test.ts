// Section 7 of the specification against the contract: each call as the specification's client sends it, with the
// arguments and the result fields that the specification names. A call that stops being valid fails here.
import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

const recordPage = '{ records { id recordNumber } total }';
const gridOptions =
  '{ orderedFields: [], hiddenFields: [], filterModel: [{ columnField: "f1", operatorValue: contains, value: "x" }], sortModel: [], pinnedColumns: { left: [], right: [] }, densityFactor: 1, pageSize: 25 }';
const preference =
  '{ id tenantId gridName userId enabled savedName isDefault role { id } gridOptions { orderedFields hiddenFields filterModel { columnField operatorValue value } sortModel { field sort } pinnedColumns { left right } densityFactor pageSize } }';
const person = '{ id email name firstName lastName enabled phone typeOfUser roles { id } validated }';
const lines =
  '{ lineItemsRow { id enabled } lineItems { id tag value index createdAt updateAt lineItemsRow { id enabled } recordHeader { id } lineItemsByTypeFileds { id } } }';

const calls: Record<string, string> = {
  findRecordType: '{ findRecordType(data: { id: 1 }) { id name isSuper relatedRecordTypes { id name } } }',
  getSaasRecordFieldsByRecordTypes:
    '{ getSaasRecordFieldsByRecordTypes(recordType: 1) { dataType visibility required recordTypeId listType { id dataType } objectDefinition { id } } }',
  findRecordHeader: `{ findRecordHeader(data: { recordTypeId: 1 }, pagination: { offset: 0, limit: 25 }) ${recordPage} }`,
  filterAndSortRecordHeader: `{ filterAndSortRecordHeader(data: { recordTypeId: 1, tenantId: 1, enabled: true, filters: [{ fieldId: 0, field: "status", logicOperator: AND, priority: 0, filterCriteria: { operator: is, value: "1" } }, { fieldId: 7, recordAdditionalFieldByTypeId: 7, logicOperator: OR, priority: 1, filterCriteria: { operator: isAnyOf, values: ["1"] } }] }, pagination: { offset: 0, limit: 25 }) ${recordPage} }`,
  findUserGridPreferences: `{ findUserGridPreferences(data: { gridName: "x-grid" }) ${preference} }`,
  SaasMyGridPreferences: `{ SaasMyGridPreferences(gridName: "x-grid") ${preference} }`,
  getDefaultUserGridPreference: `{ getDefaultUserGridPreference(recordTypeId: 1) { id recordType { id } recordTypeId tenantId userId enabled userGridPreference ${preference} roleGridPreference ${preference} } }`,
  SaasMyRoleGridPreferences: `{ SaasMyRoleGridPreferences ${preference} }`,
  getRoleAccessToRecordFields:
    '{ getRoleAccessToRecordFields { id access enabled order recordField { id name } recordFieldName recordType { id } role { id name } updatedAt filterCriteria } }',
  findRoleAccessToRecordFields:
    '{ findRoleAccessToRecordFields(data: { recordTypes: [1], roles: [1] }) { recordFieldName access filterCriteria } }',
  getTargetTenantsByRecordType:
    '{ getTargetTenantsByRecordType(data: { recordTypeId: 1 }) { mappingDetails { recordTypeToTransmit transferSettings { sourceStatusField sourceSuccessStatusValue sourceErrorStatusValue targetRecordType targetStatusField targetStatusValue triggerField triggerValue } } targetTenantToTransmit { id name enabled } } }',
  findProblemCodeByRecordType:
    '{ findProblemCodeByRecordType(data: { recordType: 1 }) { id name recordType { id } enabled } }',
  findRecordStatusByRecordType:
    '{ findRecordStatusByRecordType(data: { recordTypes: [1, 2] }) { id name enabled recordType { id } } }',
  getRecordStatusByRecordType: '{ getRecordStatusByRecordType { id name enabled recordType { id } } }',
  findObjectProperty:
    '{ findObjectProperty(data: { objectDefinitionIds: [1] }) { id name dataType order enabled isDisplayable } }',
  findList:
    '{ findList(data: { id: 1 }) { id name listName description backofficeManaged listType dataType origin objectDefinition { id name } } }',
  getLists: '{ getLists { id listName listType } }',
  findListValues:
    '{ one: findListValues(data: { listId: 1 }) { id value userValue { id firstName lastName name } order enabled listId dynamicObjectValue { objectValues { value } } createdAt updatedAt } some: findListValues(data: { listIds: [1] }) { id } named: findListValues(data: { ids: [1] }) { id } }',
  findAllLineItemsByType:
    '{ findAllLineItemsByType { id name description visibility enabled recordType { id } lineItemsByTypeFileds { id name } } }',
  findLineItems:
    '{ findLineItems(data: { recordHeadersIds: [1] }) { id tag value index createdAt updateAt } }',
  filterAuditLogsForLineItems:
    '{ filterAuditLogsForLineItems(data: { filterInput: { recordId: 1, tenantId: 1 } }, pagination: { limit: 25, offset: 0 }) { logs { action datetime user { id name email } changes { what oldValue newValue action } } total } }',
  filterAuditLogsForRecord:
    '{ filterAuditLogsForRecord(data: { filterInput: { recordId: 1, tenantId: 1 } }, pagination: { limit: 25, offset: 0 }) { logs { action datetime user { id name email } changes { what oldValue newValue action } objectsLogs { objectName changes { what oldValue newValue action } } } total } }',
  'filterAuditLogsForLineItems, paged inside':
    '{ filterAuditLogsForLineItems(data: { filterInput: { recordId: 1, tenantId: 1 }, pagination: { limit: 25, offset: 0 } }) { total } }',
  getMyRecordFileById:
    '{ getMyRecordFileById(recordFileId: 1) { id fileBucketId createdAt fileEncoded originalFileName annotation signedUrl } }',
  getZipFileSignedUrl: '{ getZipFileSignedUrl(data: [1, 2]) }',
  getSaasUsers: `{ all: getSaasUsers ${person} some: getSaasUsers(data: { filter: { id: 1 }, pagination: { pageSize: 10, pageNumber: 1 } }) ${person} }`,
  findSaasUser: `{ findSaasUser(data: { id: 1 }) ${person} }`,
  findUser: `{ findUser { id email name firstName lastName enabled BackOfficeAccess SaasAccess fireBaseId phone typeOfUser roles { id } validated tenants { id } } }`,
  UserFind: `{ UserFind(data: { email: "a@example.com" }) ${person} }`,
  findUserRoleByTenants: '{ findUserRoleByTenants { tenant { id } role { name description } } }',
  'a user-details query': '{ getUserDetails { id tenants { tenant { id } role { name } } } }',
  getMyDashboards:
    '{ getMyDashboards { id dashboardId name enabled embedType expirationTime serverUrl siteIdentifier environment selected createdAt updatedAt } }',
  getMyDashboardPreference: '{ getMyDashboardPreference { tag dashboard { id dashboardId name } } }',
  'set-my-dashboard-preference':
    'mutation { setMyDashboardPreference(data: { dashboardId: 1 }) { tag dashboard { id } } }',
  SaasMyRoleMenuItemActions: '{ SaasMyRoleMenuItemActions { menuItemId actions { id name enabled } } }',
  SaasMenu:
    '{ SaasMenu { id name tag route order application enabled appSections { id menuItems { id name route hasRecordTypes icon recordType { id } } } } }',

  registerUserGridPreferences: `mutation { registerUserGridPreferences(data: { isDefault: true, enabled: true, userId: 1, tenantId: 1, gridName: "x-grid", savedName: "Mine", gridOptions: ${gridOptions} }) ${preference} }`,
  updateUserGridPreferences: `mutation { updateUserGridPreferences(data: { id: 1, savedName: "Mine", gridOptions: ${gridOptions} }) ${preference} }`,
  registerUserGridPreferencesDefault:
    'mutation { registerUserGridPreferencesDefault(data: { recordTypeId: 1, gridPreferenceId: 1, tenantId: 1, userId: 1 }) { id } }',
  updateUserGridPreferencesDefault:
    'mutation { updateUserGridPreferencesDefault(data: { id: 1, gridPreferenceId: 2 }) { id } }',
  updateManyUserGridPreferences: `mutation { updateManyUserGridPreferences(data: [{ id: 1, enabled: false }]) ${preference} }`,
  'a delete-preference mutation': `mutation { deleteUserGridPreferences(data: { id: 1 }) ${preference} }`,
  updateRecordHeader:
    'mutation { updateRecordHeader(data: { id: 1, statusId: 2, additionalFields: [{ recordAdditionalFieldByTypeId: 7, value: "x" }] }) { id } }',
  'updateRecordHeader, soft delete':
    'mutation { updateRecordHeader(data: { id: 1, enabled: false }) { id } }',
  updateBulkRecordHeader:
    'mutation { updateBulkRecordHeader(ids: [1, 2], data: { tenant: 1, statusId: 2 }) { id } }',
  registerRecordHeader:
    'mutation { registerRecordHeader(data: { recordType: 1, recordNumber: 1, description: "x", issuedByCompanyName: "x", issuedToCompanyName: "x", statusId: 1, poNumber: 1, problemCodeId: 1, recordDate: "2026-11-20", assignedTo: 1, validationRequired: false, enabled: true, tenant: 1, resultItemId: 1, createdBy: 1, receivedBy: 1, approvedBy: 1, receivedAt: "2026-11-20T00:00:00Z", dueDate: "2026-11-21", recordCreateDate: "2026-11-20", recordFileId: 1 }) { id additionalFields { id tag value } } }',
  SaasUserSignUp:
    'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id firstName lastName email fireBaseId } }',
  SaasUserLogin: 'mutation { SaasUserLogin { token } }',
  getUserDetails: 'mutation { getUserDetails { id tenants { tenant { id name } role { name } } } }',
  'a tenant login mutation': 'mutation { SaasTenantLogin(data: { tenantId: 1 }) { token } }',
  createLineItems: `mutation { createLineItems(data: { recordHeaderId: 1, lineItemsFields: [{ lineItemsByTypeFiledsId: 1, value: "1" }] }) ${lines} }`,
  updateLineItems: `mutation { updateLineItems(data: { recordHeaderId: 1, rowId: 1, lineItemsFields: [{ id: "1", lineItemsByTypeFiledsId: 1, value: "1" }] }) ${lines} }`,
  createOrUpdateManyLineItems: `mutation { createOrUpdateManyLineItems(data: { index: 1, lineItemsFields: [{ id: "1", lineItemsByTypeFiledsId: 1, value: "1" }], recordHeaderId: 1, rowId: 1 }) ${lines} }`,
  'file upload':
    'mutation ($file: Upload!) { uploadFile(data: { recordTypeId: 1, file: $file }) { id originalFileName } }',
  'temporary credentials for an upload':
    'mutation { startFileUpload(data: { recordTypeId: 1, fileName: "a.pdf", sizeBytes: 9 }) { url method key expiresAt } }',
};

test.each(Object.entries(calls))('%s', (_name, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});
