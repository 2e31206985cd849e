import type { CreateRecordTypeInput, UpdateRecordTypeInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const findRecordTypeDocument = graphql(`
  query FindRecordType($data: FindRecordTypeInput!) {
    findRecordType(data: $data) {
      id
      name
      isSuper
      relatedRecordTypes {
        id
        name
      }
    }
  }
`);

export const findRecordType = async (id: number, signal: AbortSignal) =>
  (await request(findRecordTypeDocument, { data: { id } }, { signal, together: true })).findRecordType;

const recordTypesDocument = graphql(`
  query RecordTypes {
    findRecordTypes {
      id
      name
      isSuper
      enabled
      recordsTotal
      fieldsTotal
      menuPath
    }
    findDesignChoices {
      roles {
        id
        name
      }
      objects {
        id
        name
      }
      sections {
        id
        name
        group
      }
    }
    getLists {
      id
      name
      enabled
    }
  }
`);

/** All types with what their designs can name. Refused for who does not administer the company. */
export async function findRecordTypes(signal: AbortSignal) {
  const found = await request(recordTypesDocument, {}, { signal });
  return {
    types: found.findRecordTypes,
    roles: found.findDesignChoices.roles,
    objects: found.findDesignChoices.objects,
    sections: found.findDesignChoices.sections,
    lists: found.getLists.filter(({ enabled }) => enabled),
  };
}

export type RecordTypes = Awaited<ReturnType<typeof findRecordTypes>>;
export type RecordTypeSummary = RecordTypes['types'][number];

const designDocument = graphql(`
  query RecordTypeDesign($data: FindRecordTypeDesignInput!) {
    findRecordTypeDesign(data: $data) {
      id
      name
      isSuper
      enabled
      version
      recordsTotal
      menuPath
      relatedRecordTypes
      fields {
        id
        version
        name
        dataType
        required
        defaultValue
        help
        section
        visibility
        enabled
        listId
        objectDefinitionId
        formula
        isSlow
      }
      statuses {
        id
        version
        name
        enabled
        closes
        isFirst
      }
      problemCodes {
        id
        version
        name
        enabled
      }
      transitions {
        id
        version
        fromStatusId
        toStatusId
        roleIds
        creator
        needsComment
        conditions {
          field
          operator
          value
          values
          logicOperator
        }
      }
      lineTypes {
        id
        version
        name
        description
        visibility
        enabled
        fields {
          id
          version
          name
          dataType
          required
          enabled
          listId
          formula
        }
      }
      computing {
        state
        total
        done
      }
      numbering {
        version
        prefix
        nextNumber
        padding
        byYear
        enabled
      }
    }
  }
`);

export const findRecordTypeDesign = async (id: number, signal: AbortSignal) =>
  (await request(designDocument, { data: { id } }, { signal })).findRecordTypeDesign;

export type Design = Awaited<ReturnType<typeof findRecordTypeDesign>>;

const createRecordTypeDocument = graphql(`
  mutation CreateRecordType($data: CreateRecordTypeInput!) {
    createRecordType(data: $data) {
      id
    }
  }
`);

/** Answers its id. */
export const createRecordType = async (data: CreateRecordTypeInput): Promise<number> =>
  (await request(createRecordTypeDocument, { data })).createRecordType.id;

const updateRecordTypeDocument = graphql(`
  mutation UpdateRecordType($data: UpdateRecordTypeInput!) {
    updateRecordType(data: $data) {
      id
    }
  }
`);

/** Refused as CONFLICT when something that is changed has been changed by somebody else since it was read. */
export const updateRecordType = async (data: UpdateRecordTypeInput): Promise<void> => {
  await request(updateRecordTypeDocument, { data });
};
