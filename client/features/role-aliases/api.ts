import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const aliasParts = graphql(`
  fragment RoleAliasParts on RoleAlias {
    roleId
    name
    description
    enabled
    members
    alias
    version
  }
`);

const aliasesDocument = graphql(
  `
    query RoleAliases {
      getRoleAliases {
        ...RoleAliasParts
      }
    }
  `,
  aliasParts,
);

const updateDocument = graphql(
  `
    mutation UpdateRoleAliases($data: UpdateRoleAliasesInput!) {
      updateRoleAliases(data: $data) {
        ...RoleAliasParts
      }
    }
  `,
  aliasParts,
);

export type RoleAlias = Awaited<ReturnType<typeof getRoleAliases>>[number];

/** Refused for who does not administer the company. */
export async function getRoleAliases(signal?: AbortSignal) {
  return (await request(aliasesDocument, {}, { signal })).getRoleAliases;
}

export type AliasChange = { roleId: number; alias: string; version: number };

/** All or none. Refused as CONFLICT when one of the roles has been changed since its version. */
export async function updateRoleAliases(aliases: readonly AliasChange[]) {
  return (await request(updateDocument, { data: { aliases: [...aliases] } })).updateRoleAliases;
}
