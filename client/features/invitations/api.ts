import type { InviteUserInput, InvitationInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnce } from '../../platform/send-once.ts';

const invitationsDocument = graphql(`
  query Invitations {
    findInvitations {
      invitations {
        id
        email
        firstName
        lastName
        role {
          id
          name
        }
        state
        mailFailure
        invitedBy {
          id
          name
          email
        }
        createdAt
        expiresAt
      }
      roles {
        id
        name
      }
    }
  }
`);

const inviteDocument = graphql(`
  mutation Invite($data: InviteUserInput!) {
    inviteUser(data: $data) {
      id
    }
  }
`);

const resendDocument = graphql(`
  mutation ResendInvitation($data: InvitationInput!) {
    resendInvitation(data: $data) {
      id
    }
  }
`);

const revokeDocument = graphql(`
  mutation RevokeInvitation($data: InvitationInput!) {
    revokeInvitation(data: $data) {
      id
    }
  }
`);

export type InvitationList = Awaited<ReturnType<typeof listInvitations>>;
export type Invitation = InvitationList['invitations'][number];
export type Role = InvitationList['roles'][number];

export async function listInvitations(signal?: AbortSignal) {
  return (await request(invitationsDocument, {}, { signal })).findInvitations;
}

export type InvitedPerson = {
  email: string;
  roleId: number;
  firstName: string | null;
  lastName: string | null;
};

export async function invite(data: InvitedPerson): Promise<void> {
  await sendOnce('inviteUser', data, (sent: InviteUserInput) => request(inviteDocument, { data: sent }));
}

export async function resendInvitation(id: number): Promise<void> {
  await sendOnce('resendInvitation', { id }, (data: InvitationInput) => request(resendDocument, { data }));
}

export async function revokeInvitation(id: number): Promise<void> {
  await request(revokeDocument, { data: { id } });
}
