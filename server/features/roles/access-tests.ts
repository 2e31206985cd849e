// What roles must not come to see or change; change-access.ts holds it.
import type { AccessTest } from '@rowhouse/domain/contract.generated.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  holds,
  refuseSameTest,
  refuseTestThatFails,
  requireBound,
} from '@rowhouse/domain/roles/access-tests.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { findCell, keyOfField } from './change-access.ts';
import { nameTest } from './name-access-test.ts';
import {
  removeAccessTest,
  insertAccessTest,
  lockAdministration,
  readAccessTests,
  readAdministers,
  readFieldLines,
  selectAccessTests,
  selectAdministers,
  selectFieldLines,
} from './sql.ts';
import type { StoredAccessTest } from './sql.ts';

export const accessTestOperations: Pick<
  OperationTable,
  'findAccessTests' | 'createAccessTest' | 'deleteAccessTest'
> = {
  async findAccessTests(_input, { viewer, config, read }) {
    const { answers } = await read([selectAccessTests(viewer.tenantId)]);
    const shown = readAccessTests(answers[0]).flatMap((test) => show(test, config) ?? []);
    const words = ({ role, recordType, fieldName }: AccessTest) =>
      `${role.name} ${recordType.name} ${fieldName}`.toLowerCase();
    return shown.sort((one, other) => words(one).localeCompare(words(other)));
  },

  async createAccessTest({ data }, { viewer, config, write }) {
    requireBound(data.most);
    const { role, ...place } = findCell(data, config);
    const made = { ...place, most: data.most };
    const tenant = viewer.tenantId;
    const first = [
      lockAdministration(tenant),
      selectAdministers(tenant, viewer.userId),
      selectFieldLines(tenant, [role.id]),
    ];
    return write(first, async (transaction, [, administers, lines]) => {
      if (!readAdministers(administers)) throw new StaleConfiguration();
      const line = readFieldLines(lines).find((one) => keyOfField(one) === keyOfField(made));
      const level =
        line === undefined ? role.defaultFieldAccess : line.enabled ? line.access : ('NotAllowed' as const);
      if (!holds(data.most, level)) {
        const named = nameTest({ id: 0, ...made }, config);
        if (named === null) throw notFound('The field');
        throw refuseTestThatFails(named);
      }
      const [inserted] = await transaction.finish([insertAccessTest(tenant, made)]);
      const [test] = readAccessTests(inserted);
      const shown = test === undefined ? null : show(test, config);
      if (shown === null) throw refuseSameTest();
      return shown;
    });
  },

  async deleteAccessTest({ data }, { viewer, write }) {
    return write([], async (transaction) => {
      const [deleted] = await transaction.finish([removeAccessTest(viewer.tenantId, data.id)]);
      if (readAccessTests(deleted).length === 0) throw notFound('The test');
      return true;
    });
  },
};

function show(test: StoredAccessTest, config: TenantConfig): AccessTest | null {
  const named = nameTest(test, config);
  if (named === null) return null;
  return {
    id: test.id,
    role: { id: test.roleId, name: named.roleName },
    recordType: { id: test.recordTypeId, name: named.typeName },
    field: named.field,
    fieldName: named.fieldName,
    most: test.most,
  };
}
