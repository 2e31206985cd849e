import type {
  CountConfinedRecordsInput,
  CreateAccessTestInput,
  CreateSaasRoleInput,
  UpdateRoleAccessInput,
  UpdateSaasRoleInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnce } from '../../platform/send-once.ts';
import { sendOnBadLine } from '../../platform/send-through-gaps.ts';

const rolesDocument = graphql(`
  query Roles {
    getSaasRoles {
      id
      name
      description
      administers
      enabled
      members
      invited
      version
    }
  }
`);

const createRoleDocument = graphql(`
  mutation CreateRole($data: CreateSaasRoleInput!) {
    createSaasRole(data: $data) {
      id
    }
  }
`);

const updateRoleDocument = graphql(`
  mutation UpdateRole($data: UpdateSaasRoleInput!) {
    updateSaasRole(data: $data) {
      id
    }
  }
`);

const accessMatrixDocument = graphql(`
  query AccessMatrix {
    getAccessMatrix {
      roles {
        id
        name
        administers
        enabled
        defaultFieldAccess
        members
      }
      recordTypes {
        id
        name
        fields {
          key
          name
          dataType
          isFixed
        }
      }
      menuItems {
        id
        name
        route
        group
        section
        enabled
        recordType {
          id
        }
        actions
      }
      fieldAccess {
        roleId
        recordTypeId
        field
        access
      }
      confinements {
        roleId
        recordTypeId
        field
        criteria
      }
      actions {
        roleId
        menuItemId
        actions
      }
    }
  }
`);

const updateAccessDocument = graphql(`
  mutation UpdateRoleAccess($data: UpdateRoleAccessInput!) {
    updateRoleAccess(data: $data) {
      changed
    }
  }
`);

const accessTestsDocument = graphql(`
  query AccessTests {
    findAccessTests {
      id
      role {
        id
        name
      }
      recordType {
        id
        name
      }
      field
      fieldName
      most
    }
  }
`);

const createTestDocument = graphql(`
  mutation CreateAccessTest($data: CreateAccessTestInput!) {
    createAccessTest(data: $data) {
      id
    }
  }
`);

const deleteTestDocument = graphql(`
  mutation DeleteAccessTest($data: DeleteAccessTestInput!) {
    deleteAccessTest(data: $data)
  }
`);

const countConfinedDocument = graphql(`
  query CountConfinedRecords($data: CountConfinedRecordsInput!) {
    countConfinedRecords(data: $data) {
      seen
      total
    }
  }
`);

export type Role = Awaited<ReturnType<typeof getRoles>>[number];
export type AccessMatrix = Awaited<ReturnType<typeof getAccessMatrix>>;
export type AccessRole = AccessMatrix['roles'][number];

/** Refused for who does not administer the company. */
export async function getRoles(signal?: AbortSignal) {
  return (await request(rolesDocument, {}, { signal })).getSaasRoles;
}

export type NewRole = { name: string; description: string; administers: boolean; copyOf?: number };

/** Answers its id. */
export async function createRole(data: NewRole): Promise<number> {
  const send = (sent: CreateSaasRoleInput) => request(createRoleDocument, { data: sent });
  return (await sendOnce('createSaasRole', data, send)).createSaasRole.id;
}

export type RoleChange = {
  id: number;
  version: number;
  name?: string;
  description?: string;
  administers?: boolean;
  enabled?: boolean;
  moveTo?: number;
};

/** Refused as CONFLICT when the role has been changed since that version. */
export async function updateRole(data: RoleChange): Promise<void> {
  await sendOnce('updateSaasRole', data, (sent: UpdateSaasRoleInput) =>
    request(updateRoleDocument, { data: sent }),
  );
}

export async function getAccessMatrix(signal?: AbortSignal) {
  return (await request(accessMatrixDocument, {}, { signal })).getAccessMatrix;
}

export type AccessUpdate = Partial<UpdateRoleAccessInput>;

/** Refused as CONFLICT when a cell is neither as it was nor as it shall be. */
export async function updateAccess(data: AccessUpdate): Promise<number> {
  return (
    // What stands already as it shall be is no conflict: sent again, it changes nothing more.
    (
      await sendOnBadLine(() =>
        request(updateAccessDocument, {
          data: { fields: [], actions: [], confinements: [], ...data },
        }),
      )
    ).updateRoleAccess.changed
  );
}

/** Of those that are not deleted; null where counting took too long. */
export async function countConfinedRecords(data: CountConfinedRecordsInput, signal?: AbortSignal) {
  return (await request(countConfinedDocument, { data }, { signal })).countConfinedRecords;
}

export type AccessTest = Awaited<ReturnType<typeof findAccessTests>>[number];

export async function findAccessTests(signal?: AbortSignal) {
  return (await request(accessTestsDocument, {}, { signal })).findAccessTests;
}

/** Refused where it does not hold now. */
export async function createAccessTest(data: CreateAccessTestInput): Promise<void> {
  await request(createTestDocument, { data });
}

export async function deleteAccessTest(id: number): Promise<void> {
  await request(deleteTestDocument, { data: { id } });
}
