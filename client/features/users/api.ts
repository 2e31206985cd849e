import type { UpdateSaasMemberInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnce } from '../../platform/send-once.ts';

const membersDocument = graphql(`
  query Members {
    findSaasMembers {
      id
      email
      name
      role {
        id
        name
      }
      enabled
      personEnabled
      hasSecondFactor
      lastSignedInAt
      version
    }
  }
`);

const colleaguesDocument = graphql(`
  query Colleagues {
    getSaasUsers {
      id
      email
      name
      firstName
      lastName
      enabled
      roles {
        id
        name
      }
    }
  }
`);

const updateMemberDocument = graphql(`
  mutation UpdateMember($data: UpdateSaasMemberInput!) {
    updateSaasMember(data: $data) {
      id
      enabled
      version
      role {
        id
        name
      }
    }
  }
`);

const resetSecondFactorDocument = graphql(`
  mutation ResetMemberSecondFactor($data: MemberInput!) {
    resetMemberSecondFactor(data: $data) {
      id
    }
  }
`);

const endSessionsDocument = graphql(`
  mutation EndMemberSessions($data: MemberInput!) {
    endMemberSessions(data: $data) {
      id
      ended
    }
  }
`);

export type Member = Awaited<ReturnType<typeof listMembers>>[number];
export type Colleague = Awaited<ReturnType<typeof listColleagues>>[number];

/** What an administrator may see and change of everybody who belongs to the company. */
export async function listMembers(signal?: AbortSignal) {
  return (await request(membersDocument, {}, { signal })).findSaasMembers;
}

/** What every member may know of the others. */
export async function listColleagues(signal?: AbortSignal) {
  return (await request(colleaguesDocument, {}, { signal })).getSaasUsers;
}

export type MemberChange = { id: number; version: number; roleId?: number; enabled?: boolean };

/** Refused as CONFLICT when the member has been changed since that version. */
export async function updateMember(data: MemberChange) {
  const send = (sent: UpdateSaasMemberInput) => request(updateMemberDocument, { data: sent });
  return (await sendOnce('updateSaasMember', data, send)).updateSaasMember;
}

/** They are signed out everywhere, and told by mail. */
export async function resetSecondFactor(id: number): Promise<void> {
  await request(resetSecondFactorDocument, { data: { id } });
}

/** Wherever they are signed in. Answers how many sessions that were. */
export async function endSessions(id: number): Promise<number> {
  return (await request(endSessionsDocument, { data: { id } })).endMemberSessions.ended;
}
