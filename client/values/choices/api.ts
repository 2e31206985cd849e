import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const findProblemCodesDocument = graphql(`
  query FindProblemCodes($data: FindProblemCodeInput!) {
    findProblemCodeByRecordType(data: $data) {
      id
      name
      enabled
      recordType {
        id
      }
    }
  }
`);

export const findProblemCodes = async (recordType: number, signal: AbortSignal) =>
  (await request(findProblemCodesDocument, { data: { recordType } }, { signal, together: true }))
    .findProblemCodeByRecordType;

const findRecordStatusesDocument = graphql(`
  query FindRecordStatuses($data: FindRecordStatusInput!) {
    findRecordStatusByRecordType(data: $data) {
      id
      name
      enabled
      order
      recordType {
        id
      }
    }
  }
`);

export const findRecordStatuses = async (recordTypes: number[], signal: AbortSignal) =>
  (await request(findRecordStatusesDocument, { data: { recordTypes } }, { signal, together: true }))
    .findRecordStatusByRecordType;

export const findListValuesDocument = graphql(`
  query FindListValues($data: FindListValuesInput!) {
    findListValues(data: $data) {
      id
      value
      userValue {
        id
        firstName
        lastName
        name
      }
      order
      enabled
      listId
    }
  }
`);

export const findListValues = async (listIds: readonly number[], signal: AbortSignal) =>
  (await request(findListValuesDocument, { data: { listIds: [...listIds] } }, { signal, together: true }))
    .findListValues;

const findObjectsOfListsDocument = graphql(`
  query FindObjectsOfLists($data: FindListValuesInput!) {
    findListValues(data: $data) {
      id
      dynamicObjectValue {
        objectValues {
          value
          objectProperty {
            id
          }
        }
      }
    }
  }
`);

/** By the id of a value, the texts of its properties by their ids. */
export async function findObjectsOfLists(listIds: readonly number[], signal: AbortSignal) {
  const found = await request(
    findObjectsOfListsDocument,
    { data: { listIds: [...listIds] } },
    { signal, together: true },
  );
  return new Map(
    found.findListValues.map(({ id, dynamicObjectValue }) => [
      String(id),
      new Map(
        (dynamicObjectValue?.objectValues ?? []).map(({ value, objectProperty }) => [
          objectProperty.id,
          value ?? '',
        ]),
      ),
    ]),
  );
}

const getUsersDocument = graphql(`
  query GetUsers {
    getSaasUsers {
      id
      email
      name
      firstName
      lastName
      enabled
    }
  }
`);

export const getUsers = async (signal: AbortSignal) =>
  (await request(getUsersDocument, {}, { signal, together: true })).getSaasUsers;

const getTargetTenantsDocument = graphql(`
  query GetTargetTenants($data: TargetTenantsInput!) {
    getTargetTenantsByRecordType(data: $data) {
      targetTenantToTransmit {
        id
        name
        enabled
      }
    }
  }
`);

export const getTargetTenants = async (recordTypeId: number, signal: AbortSignal) =>
  (await request(getTargetTenantsDocument, { data: { recordTypeId } }, { signal, together: true }))
    .getTargetTenantsByRecordType;
