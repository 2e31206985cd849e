import type { CreateRecordTypeInput, UpdateRecordTypeInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnce } from '../../platform/send-once.ts';

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
      deleteAfter
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
      listType
      objectDefinition {
        id
      }
    }
    getObjectDefinitions {
      id
      properties {
        id
        name
        dataType
        enabled
        listType {
          id
        }
      }
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
    /** Of each object those that are switched on. */
    properties: new Map(
      found.getObjectDefinitions.map(({ id, properties }) => [
        id,
        properties.flatMap(({ enabled, listType, ...property }) =>
          enabled ? { ...property, listId: listType?.id ?? null } : [],
        ),
      ]),
    ),
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
        fills {
          fieldId
          propertyId
        }
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
      fieldConditions {
        id
        version
        field
        kind
        conditions {
          field
          operator
          value
          values
          logicOperator
        }
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
          fills {
            fieldId
            propertyId
          }
        }
      }
      computing {
        state
        total
        done
      }
      deletion {
        state
        deleteAfter
        total
        done
      }
      deletedFields {
        id
        name
        dataType
        lineTypeId
        state
        deleteAfter
        total
        done
      }
      retypes {
        id
        fieldId
        lineTypeId
        phase
        state
        fromType
        fromListId
        toType
        toListId
        total
        done
        kept
        changed
        lost
        again
        keepUntil
        whyNot
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
export async function createRecordType(data: CreateRecordTypeInput): Promise<number> {
  const send = (sent: CreateRecordTypeInput) => request(createRecordTypeDocument, { data: sent });
  return (await sendOnce('createRecordType', data, send)).createRecordType.id;
}

const updateRecordTypeDocument = graphql(`
  mutation UpdateRecordType($data: UpdateRecordTypeInput!) {
    updateRecordType(data: $data) {
      id
    }
  }
`);

/** Refused as CONFLICT when something that is changed has been changed by somebody else since it was read. */
export const updateRecordType = async (data: UpdateRecordTypeInput): Promise<void> => {
  await sendOnce('updateRecordType', data, (sent: UpdateRecordTypeInput) =>
    request(updateRecordTypeDocument, { data: sent }),
  );
};

const deletionPlanDocument = graphql(`
  query RecordTypeDeletionPlan($data: FindRecordTypeDeletionPlanInput!) {
    findRecordTypeDeletionPlan(data: $data) {
      records
      deletedRecords
      lines
      files
      comments
      menuItems
      dashboards
      mappings
      orderForms
      savedViews
      superTypes
    }
  }
`);

/** What would go with the type, counted as it stands. */
export const findDeletionPlan = async (id: number, signal: AbortSignal) =>
  (await request(deletionPlanDocument, { data: { id } }, { signal })).findRecordTypeDeletionPlan;

const deleteRecordTypeDocument = graphql(`
  mutation DeleteRecordType($data: DeleteRecordTypeInput!) {
    deleteRecordType(data: $data) {
      id
    }
  }
`);

export const deleteRecordType = async (data: { id: number; version: number }): Promise<void> => {
  await request(deleteRecordTypeDocument, { data });
};

const takeBackRecordTypeDocument = graphql(`
  mutation TakeBackRecordType($data: TakeBackRecordTypeInput!) {
    takeBackRecordType(data: $data) {
      id
    }
  }
`);

export const takeBackRecordType = async (id: number): Promise<void> => {
  await request(takeBackRecordTypeDocument, { data: { id } });
};

const deleteFieldDocument = graphql(`
  mutation DeleteField($data: DeleteFieldInput!) {
    deleteField(data: $data) {
      id
    }
  }
`);

export const deleteField = async (data: { id: number; ofLines: boolean; version: number }): Promise<void> => {
  await request(deleteFieldDocument, { data });
};

const takeBackFieldDocument = graphql(`
  mutation TakeBackField($data: TakeBackFieldInput!) {
    takeBackField(data: $data) {
      id
    }
  }
`);

export const takeBackField = async (data: { id: number; ofLines: boolean }): Promise<void> => {
  await request(takeBackFieldDocument, { data });
};
