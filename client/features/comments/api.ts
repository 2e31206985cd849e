import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const commentParts = graphql(`
  fragment CommentParts on RecordComment {
    id
    number
    version
    isOwn
    user {
      id
      name
    }
    text
    mentions {
      id
      name
    }
    createdAt
    editedAt
    deletedAt
  }
`);

const readingParts = graphql(`
  fragment ReadingParts on CommentReading {
    total
    unread
    readUpTo
    watchLevel
  }
`);

const findDocument = graphql(
  `
    query RecordComments($data: FindCommentsInput!) {
      findComments(data: $data) {
        comments {
          ...CommentParts
        }
        isMore
        version
        reading {
          ...ReadingParts
        }
        whyNotWrite
      }
    }
  `,
  commentParts,
  readingParts,
);

const readersDocument = graphql(`
  query CommentReaders($data: FindCommentReadersInput!) {
    findCommentReaders(data: $data) {
      members {
        id
        name
        email
        maySeeRecord
      }
      isMore
    }
  }
`);

const createDocument = graphql(
  `
    mutation CreateComment($data: CreateCommentInput!) {
      createComment(data: $data) {
        ...CommentParts
      }
    }
  `,
  commentParts,
);

const updateDocument = graphql(
  `
    mutation UpdateComment($data: UpdateCommentInput!) {
      updateComment(data: $data) {
        ...CommentParts
      }
    }
  `,
  commentParts,
);

const deleteDocument = graphql(
  `
    mutation DeleteComment($data: DeleteCommentInput!) {
      deleteComment(data: $data) {
        ...CommentParts
      }
    }
  `,
  commentParts,
);

const markReadDocument = graphql(
  `
    mutation MarkCommentsRead($data: MarkCommentsReadInput!) {
      markCommentsRead(data: $data) {
        ...ReadingParts
      }
    }
  `,
  readingParts,
);

const watchDocument = graphql(
  `
    mutation UpdateRecordWatch($data: UpdateRecordWatchInput!) {
      updateRecordWatch(data: $data) {
        ...ReadingParts
      }
    }
  `,
  readingParts,
);

/** A record, and the type in whose grid it is seen. */
export type CommentedRecord = { readonly recordId: number; readonly recordTypeId: number };

export type FoundComments = Awaited<ReturnType<typeof findComments>>;
export type Comment = FoundComments['comments'][number];
export type Reading = FoundComments['reading'];
export type CommentReader = Awaited<ReturnType<typeof findReaders>>['members'][number];

/** The last ones, those before a number, or what changed after a version. */
export async function findComments(
  record: CommentedRecord,
  part: { readonly before?: number; readonly after?: number } = {},
) {
  return (await request(findDocument, { data: { ...record, ...part } }, { together: true })).findComments;
}

/** Who can be mentioned; those who do not see the record are last. */
export async function findReaders(record: CommentedRecord, search: string, signal?: AbortSignal) {
  return (await request(readersDocument, { data: { ...record, search } }, { signal })).findCommentReaders;
}

/** The same key again writes nothing again. */
export async function createComment(record: CommentedRecord, text: string, idempotencyKey: string) {
  return (await request(createDocument, { data: { ...record, text, idempotencyKey } })).createComment;
}

export async function updateComment(id: number, text: string) {
  return (await request(updateDocument, { data: { id, text } })).updateComment;
}

export async function deleteComment(id: number) {
  return (await request(deleteDocument, { data: { id } })).deleteComment;
}

/** @param upTo the number of the last comment that was shown */
export async function markCommentsRead(record: CommentedRecord, upTo: number) {
  return (await request(markReadDocument, { data: { ...record, upTo } })).markCommentsRead;
}

export async function updateRecordWatch(record: CommentedRecord, level: Reading['watchLevel']) {
  return (await request(watchDocument, { data: { ...record, level } })).updateRecordWatch;
}
