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
        answering {
          answers
          pricePercent
          days
          answerDays
        }
        transferSettings {
          triggerField
          triggerValue
          sourceStatusField
          sourceSuccessStatusValue
          sourceErrorStatusValue
        }
        absentFields {
          key
          name
          absence
        }
        fields {
          key
          name
          isTaken
          absence
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
          isRecordFile
          choices
        }
        acceptance {
          version
          approvedVersion
          recordTypeId
          targetStatusField
          targetStatusValue
          answering {
            answers
            pricePercent
            days
            answerDays
          }
          approvedBy
          answeredAt
          pairs {
            item
            field
            absence
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

const transmissionParts = graphql(`
  fragment TransmissionParts on Transmission {
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
`);

const logDocument = graphql(
  `
    query Transmissions($data: FindTransmissionsInput!, $pagination: PaginationInput) {
      findTransmissions(data: $data, pagination: $pagination) {
        total
        counts {
          state
          total
        }
        transmissions {
          ...TransmissionParts
        }
      }
    }
  `,
  transmissionParts,
);

const oneDocument = graphql(
  `
    query TransmissionDetails($data: FindTransmissionInput!) {
      findTransmission(data: $data) {
        messageId
        transmission {
          ...TransmissionParts
        }
        values {
          name
          value
          dataType
          currency
        }
        lines {
          values {
            name
            value
            dataType
            currency
          }
        }
      }
    }
  `,
  transmissionParts,
);

const previewDocument = graphql(`
  query TransmissionPreview($data: PreviewTransmissionMappingInput!) {
    previewTransmissionMapping(data: $data) {
      total
      failing
      files
      fileBytes
      problems {
        sentence
        total
        records {
          id
          recordTypeId
          recordTypeName
          recordNumber
        }
      }
    }
  }
`);

const untranslatedDocument = graphql(`
  query UntranslatedTransmissionValues {
    findUntranslatedTransmissionValues {
      mappingId
      version
      company
      typeName
      item
      itemName
      theirs
      field
      choices
      waiting
    }
  }
`);

const translateDocument = graphql(`
  mutation TranslateTransmissionValue($data: TranslateTransmissionValueInput!) {
    translateTransmissionValue(data: $data) {
      sentAgain
    }
  }
`);

const ofRecordDocument = graphql(`
  query RecordTransmissions($data: FindRecordTransmissionsInput!) {
    findRecordTransmissions(data: $data) {
      direction
      company
      state
      at
      reason
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

export type TransmissionDetails = Awaited<ReturnType<typeof findTransmission>>;

/** What it carried is empty for who does not see its record. */
export async function findTransmission(id: number, direction: Direction, signal?: AbortSignal) {
  return (await request(oneDocument, { data: { id, direction } }, { signal })).findTransmission;
}

/** Nothing is sent. Refused while the other company has not approved the mapping. */
export async function previewMapping(id: number) {
  return (await request(previewDocument, { data: { id } })).previewTransmissionMapping;
}
export type Preview = Awaited<ReturnType<typeof previewMapping>>;
/** An own record, as a link leads to it. */
export type LinkedRecord = Preview['problems'][number]['records'][number];

export type UntranslatedValue = Awaited<ReturnType<typeof findUntranslated>>[number];

export async function findUntranslated(signal?: AbortSignal) {
  return (await request(untranslatedDocument, {}, { signal })).findUntranslatedTransmissionValues;
}

/** Answers how many messages are delivered again. Refused as CONFLICT when the approval was changed since. */
export async function translateValue(
  { mappingId, version, item, theirs }: UntranslatedValue,
  ours: string,
): Promise<number> {
  const data = { mappingId, version, item, theirs, ours };
  return (await request(translateDocument, { data })).translateTransmissionValue.sentAgain;
}

export async function findOfRecord(
  { recordId, recordTypeId }: { recordId: number; recordTypeId: number },
  signal?: AbortSignal,
) {
  return (await request(ofRecordDocument, { data: { recordId, recordTypeId } }, { signal, together: true }))
    .findRecordTransmissions;
}
export type RecordTransmission = Awaited<ReturnType<typeof findOfRecord>>[number];

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
