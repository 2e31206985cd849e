import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  aliasesChangedMeanwhile,
  requireAliases,
  requireEachOnce,
  toAlias,
} from '@rowhouse/domain/role-aliases/rules.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { lockAdministration } from '../roles/sql.ts';
import { changeAlias, readAliases, selectAliases } from './sql.ts';

export const roleAliasesOperations: Pick<OperationTable, 'getRoleAliases' | 'updateRoleAliases'> = {
  async getRoleAliases(_input, { viewer, read }) {
    const { answers } = await read([selectAliases(viewer.tenantId)]);
    return readAliases(answers[0]);
  },

  async updateRoleAliases({ data: { aliases: given } }, { viewer, write }) {
    const tenant = viewer.tenantId;
    requireEachOnce(given.map(({ roleId }) => roleId));
    // The lock of whatever names roles: of two that want one name the second sees the first.
    return write([lockAdministration(tenant)], async (transaction) => {
      const [found] = await transaction.run([selectAliases(tenant)]);
      const current = new Map(readAliases(found).map((role) => [role.roleId, role]));
      const wanted = given.map(({ roleId, alias, version }) => {
        const role = current.get(roleId);
        if (role === undefined) throw notFound('The role');
        return { role, alias: toAlias(alias ?? '', role.name), version };
      });
      const stale = wanted.filter(({ role, version }) => role.version !== version);
      if (stale.length > 0) throw aliasesChangedMeanwhile(stale.map(({ role }) => role));
      const changed = wanted.filter(({ role, alias }) => role.alias !== alias);
      if (changed.length === 0) return [...current.values()];
      const aliasOf = new Map(changed.map(({ role, alias }) => [role.roleId, alias]));
      const after = [...current.values()].map(({ roleId, name, alias }) => {
        const next = aliasOf.get(roleId);
        return { id: roleId, name, alias: next === undefined ? alias : next };
      });
      requireAliases(after, new Set(aliasOf.keys()));
      const answers = await transaction.finish([
        ...changed.map(({ role, alias }) => changeAlias(tenant, role.roleId, alias)),
        selectAliases(tenant),
      ]);
      return readAliases(answers.at(-1));
    });
  },
};
