import type { UpdateCurrencyInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

export const getFieldDefinitionsDocument = graphql(`
  query GetFieldDefinitions($recordType: Id!) {
    getSaasRecordFieldsByRecordTypes(recordType: $recordType) {
      id
      key
      name
      dataType
      visibility
      required
      order
      recordTypeId
      listType {
        id
        dataType
      }
      takesNewValues
      objectDefinition {
        id
      }
      access
      filterable
      sortable
      currency
      defaultValue
      help
      section
      isGiven
      isComputed
      formula
      fills {
        fieldId
        propertyId
      }
    }
  }
`);

export const getFieldDefinitions = async (recordType: number, signal: AbortSignal) =>
  (await request(getFieldDefinitionsDocument, { recordType }, { signal, together: true }))
    .getSaasRecordFieldsByRecordTypes;

export const getMyFieldAccessDocument = graphql(`
  query GetMyFieldAccess {
    getRoleAccessToRecordFields {
      id
      access
      recordField {
        id
        name
      }
      recordFieldName
      recordType {
        id
      }
      filterCriteria
    }
  }
`);

export const getMyFieldAccess = async (signal: AbortSignal) =>
  (await request(getMyFieldAccessDocument, {}, { signal, together: true })).getRoleAccessToRecordFields;

const findCurrenciesDocument = graphql(`
  query FindCurrencies {
    findCurrencies {
      kind
      id
      name
      within
      recordTypeId
      currency
    }
  }
`);

export const findCurrencies = async (signal: AbortSignal) =>
  (await request(findCurrenciesDocument, {}, { signal })).findCurrencies;

const updateCurrencyDocument = graphql(`
  mutation UpdateCurrency($data: UpdateCurrencyInput!) {
    updateCurrency(data: $data) {
      kind
      id
      name
      within
      recordTypeId
      currency
    }
  }
`);

/** Answers all of them as they stand then. */
export const updateCurrency = async (data: UpdateCurrencyInput) =>
  (await request(updateCurrencyDocument, { data })).updateCurrency;
