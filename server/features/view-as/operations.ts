import { requireViewAs } from '@rowhouse/domain/access/view-as.ts';
import type { SessionView } from '@rowhouse/domain/access/view-as.ts';
import type { StartViewAsInput } from '@rowhouse/domain/contract.generated.ts';
import { sessionEnded } from '@rowhouse/domain/identity/rules.ts';
import { roleId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { beginViewAs, endViewAs, readBegun } from './sql.ts';

export const viewAsOperations: Pick<OperationTable, 'startViewAs' | 'stopViewAs'> = {
  async startViewAs({ data }, { viewer, config, read, write }) {
    // A role that was made a moment ago is not of the configuration of before.
    await read([]);
    const view = findView(data, config);
    const seen = requireViewAs(config, viewer, view);
    const [answer] = await write([beginViewAs(viewer.sessionId, view)], (_, answers) =>
      Promise.resolve(answers),
    );
    const { isBegun, since } = readBegun(answer);
    if (!isBegun) throw sessionEnded();
    const person = view.userId === null ? undefined : config.members.get(view.userId);
    return {
      tenant: { id: config.tenantId, name: config.name },
      role: { id: seen.roleId, name: seen.roleName },
      person: person === undefined ? null : { id: person.id, name: person.name, email: person.email },
      since,
    };
  },

  stopViewAs: (_input, { database, signedIn }) => endViewAs(database, signedIn.sessionId),
};

function findView({ kind, id }: StartViewAsInput, config: TenantConfig): SessionView {
  if (kind === 'PERSON') {
    const member = config.members.get(userId(id));
    if (member === undefined) throw notFound('The person');
    return { roleId: member.roleId, userId: member.id };
  }
  const role = config.roles.get(roleId(id));
  if (role === undefined) throw notFound('The role');
  return { roleId: role.id, userId: null };
}
