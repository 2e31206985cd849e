import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const findDocument = graphql(`
  query FindNotifications($data: FindNotificationsInput!) {
    findNotifications(data: $data) {
      notifications {
        id
        kind
        at
        isRead
        by {
          id
          name
          email
        }
        record {
          id
          recordTypeId
          recordTypeName
          recordNumber
          description
        }
        excerpt
        commentNumber
        company
        mapping {
          typeName
          path
        }
        fields
        roleName
      }
      next
      unread {
        unread
      }
    }
  }
`);

const markDocument = graphql(`
  mutation MarkNotificationsRead($data: MarkNotificationsReadInput!) {
    markNotificationsRead(data: $data) {
      unread
    }
  }
`);

const mailsDocument = graphql(`
  query FindNotificationMails {
    findNotificationMails {
      mails {
        topic
        mail
      }
      isSent
    }
  }
`);

const updateMailsDocument = graphql(`
  mutation UpdateNotificationMails($data: UpdateNotificationMailsInput!) {
    updateNotificationMails(data: $data) {
      mails {
        topic
        mail
      }
      isSent
    }
  }
`);

export type FoundNotifications = Awaited<ReturnType<typeof findNotifications>>;
export type ListedNotification = FoundNotifications['notifications'][number];
export type MailChoices = Awaited<ReturnType<typeof findMails>>;
export type MailChoice = MailChoices['mails'][number];

/** The newest first; those before one that is known. */
export async function findNotifications(before: number | null, signal?: AbortSignal) {
  return (await request(findDocument, { data: { before } }, { signal })).findNotifications;
}

/** All when no ids are given. */
export async function markRead(ids: readonly number[] | null) {
  return (await request(markDocument, { data: ids === null ? {} : { ids: [...ids] } })).markNotificationsRead;
}

export async function findMails(signal?: AbortSignal) {
  return (await request(mailsDocument, {}, { signal })).findNotificationMails;
}

export async function updateMails(choice: MailChoice) {
  return (await request(updateMailsDocument, { data: choice })).updateNotificationMails;
}
