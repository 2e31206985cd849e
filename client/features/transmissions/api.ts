import type { OfferedItem, TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import type {
  ApproveTransmissionMappingInput,
  CreateTransmissionMappingInput,
  TransmissionDirection,
  TransmissionState,
  UpdateTransmissionMappingInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const mappingsDocument = graphql(`
  query TransmissionMappings {
    findTransmissionMappings {
      own {
        id
        version
        enabled
        state
        recordType {
          id
          name
        }
        targetName
        targetEnabled
        approvedVersion
        answeredAt
        transferSettings {
          triggerField
          triggerValue
          sourceStatusField
          sourceSuccessStatusValue
          sourceErrorStatusValue
        }
        fields {
          key
          name
          isTaken
        }
      }
      offered {
        id
        company
        typeName
        version
        state
        items {
          number
          name
          dataType
          currency
          isLine
          choices
        }
        acceptance {
          version
          approvedVersion
          recordTypeId
          targetStatusField
          targetStatusValue
          approvedBy
          answeredAt
          pairs {
            item
            field
          }
          translations {
            item
            theirs
            ours
          }
        }
      }
    }
  }
`);

const choicesDocument = graphql(`
  query TransmissionChoices {
    findTransmissionChoices {
      id
      name
      mayCreate
      fields {
        key
        name
        dataType
        currency
        isEditable
        isRequired
        lineType
        lineTypeId
        choices {
          value
          name
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateTransmissionMapping($data: CreateTransmissionMappingInput!) {
    createTransmissionMapping(data: $data) {
      id
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateTransmissionMapping($data: UpdateTransmissionMappingInput!) {
    updateTransmissionMapping(data: $data) {
      id
    }
  }
`);

const approveDocument = graphql(`
  mutation ApproveTransmissionMapping($data: ApproveTransmissionMappingInput!) {
    approveTransmissionMapping(data: $data) {
      id
    }
  }
`);

const declineDocument = graphql(`
  mutation DeclineTransmissionMapping($data: DeclineTransmissionMappingInput!) {
    declineTransmissionMapping(data: $data) {
      id
    }
  }
`);

const logDocument = graphql(`
  query Transmissions($data: FindTransmissionsInput!, $pagination: PaginationInput) {
    findTransmissions(data: $data, pagination: $pagination) {
      total
      counts {
        state
        total
      }
      transmissions {
        id
        direction
        state
        company
        at
        reason
        nextTryAt
        tries
        record {
          id
          recordTypeId
          recordTypeName
          recordNumber
        }
      }
    }
  }
`);

const resendDocument = graphql(`
  mutation ResendTransmission($data: ResendTransmissionInput!) {
    resendTransmission(data: $data) {
      messageId
    }
  }
`);

export type Transmission = Awaited<ReturnType<typeof findLog>>['transmissions'][number];
export type Direction = TransmissionDirection;

type LogQuery = {
  readonly direction: Direction;
  readonly state: TransmissionState | null;
  readonly search: string;
  readonly offset: number;
};
export const logPage = 50;

export async function findLog({ direction, state, search, offset }: LogQuery, signal?: AbortSignal) {
  const data = { direction, search, states: state === null ? null : [state] };
  const variables = { data, pagination: { offset, limit: logPage } };
  return (await request(logDocument, variables, { signal })).findTransmissions;
}

export async function resendTransmission(id: number): Promise<void> {
  await request(resendDocument, { data: { id } });
}

type Mappings = Awaited<ReturnType<typeof findMappings>>;
export type OwnMapping = Mappings['own'][number];
export type OfferedMapping = Mappings['offered'][number];
export type ChoiceType = Awaited<ReturnType<typeof findChoices>>[number];

/** Refused for who does not administer the company. */
export async function findMappings(signal?: AbortSignal) {
  const { own, offered } = (await request(mappingsDocument, {}, { signal })).findTransmissionMappings;
  return {
    own,
    // The contract names data types by text.
    offered: offered.map((offer) => ({ ...offer, items: offer.items as readonly OfferedItem[] })),
  };
}

export async function findChoices(signal?: AbortSignal) {
  const types = (await request(choicesDocument, {}, { signal })).findTransmissionChoices;
  return types.map((type) => ({ ...type, fields: type.fields as readonly TransmissionField[] }));
}

export async function createMapping(data: CreateTransmissionMappingInput): Promise<void> {
  await request(createDocument, { data });
}

/** Refused as CONFLICT when it has been changed since that version. */
export async function updateMapping(data: UpdateTransmissionMappingInput): Promise<void> {
  await request(updateDocument, { data });
}

/** Refused as CONFLICT when the offer has been changed since that version. */
export async function approveMapping(data: ApproveTransmissionMappingInput): Promise<void> {
  await request(approveDocument, { data });
}

export async function declineMapping(id: number): Promise<void> {
  await request(declineDocument, { data: { id } });
}
