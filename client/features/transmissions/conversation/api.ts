import type { AnswerConversationInput } from '@rowhouse/domain/contract.generated.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';
import { sendOnBadLine } from '../../../platform/send-through-gaps.ts';

const conversationsDocument = graphql(`
  query RecordConversations($data: FindRecordConversationsInput!) {
    findRecordConversations(data: $data) {
      id
      company
      version
      whyClosed
      mayAnswer
      reasons
      waitsForUs
      waitsForThem
      dueAt
      isOverdue
      theirDueAt
      isTheirsOverdue
      remindedAt
      mayRemind
      agreedHash
      terms {
        item
        name
        dataType
        currency
      }
      lines {
        number
        name
        details
        mine {
          isWithout
          values
        }
        theirs {
          isWithout
          values
        }
        agreed {
          isWithout
          values
        }
        agreedIn
        waitsForUs
        waitsForThem
        last {
          kind
          isOurs
          isByItself
          reason
        }
      }
      versions {
        number
        isOurs
        person
        isByItself
        at
        message
        accepted
        changed
        backordered
        rejected
      }
    }
  }
`);

const toAnswerDocument = graphql(`
  query ConversationsToAnswer($pagination: PaginationInput) {
    findConversationsToAnswer(pagination: $pagination) {
      total
      overdue
      conversations {
        id
        company
        lines
        since
        dueAt
        isOverdue
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

const answerDocument = graphql(`
  mutation AnswerConversation($data: AnswerConversationInput!) {
    answerConversation(data: $data) {
      id
      version
    }
  }
`);

const remindDocument = graphql(`
  mutation RemindConversation($data: RemindConversationInput!) {
    remindConversation(data: $data) {
      id
    }
  }
`);

/** Of a record, the newest first; as they stood at the end of the day, where one is given. */
export async function findConversations(
  data: { recordId: number; recordTypeId?: number; onDay: string | null },
  signal?: AbortSignal,
) {
  const options = { signal, together: true };
  const found = (await request(conversationsDocument, { data }, options)).findRecordConversations;
  return found.map((one) => ({
    ...one,
    // The contract names data types by text.
    terms: one.terms.map((term) => ({ ...term, dataType: term.dataType as DataType })),
  }));
}
export type Conversation = Awaited<ReturnType<typeof findConversations>>[number];
export type ConversationLine = Conversation['lines'][number];
export type ConversationTerm = Conversation['terms'][number];

export const toAnswerPage = 50;
/** The overdue first, then by when they are due. */
export async function findToAnswer(offset: number, signal?: AbortSignal) {
  const variables = { pagination: { offset, limit: toAnswerPage } };
  return (await request(toAnswerDocument, variables, { signal })).findConversationsToAnswer;
}

/** Refused as CONFLICT where the other company has said something since that version. */
/** Sent again where the answer is lost: under its key it is one version. */
export async function answerConversation(data: AnswerConversationInput): Promise<void> {
  await sendOnBadLine(() => request(answerDocument, { data }));
}

/** Refused as CONFLICT within 24 hours of the last time, and where nothing waits for the other company. */
export async function remindConversation(id: number): Promise<void> {
  await request(remindDocument, { data: { id } });
}
