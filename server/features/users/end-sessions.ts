import type { EndedSessions } from '@rowhouse/domain/contract.generated.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { refuseEndingOwnSessions } from '@rowhouse/domain/users/rules.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { lockAdministration, readAdministers, selectAdministers } from '../roles/sql.ts';
import { endSessionsOf, readEnded, readMembers, selectMember } from './sql.ts';

/**
 * In every company, for a session is the person's: they sign in again, and what is not saved is held meanwhile. Also of
 * who belongs to other companies, which it takes nothing from.
 */
export async function endSessions(id: number, { viewer, write }: MemberContext): Promise<EndedSessions> {
  if (id === viewer.userId) throw refuseEndingOwnSessions();
  const first = [
    lockAdministration(viewer.tenantId),
    selectAdministers(viewer.tenantId, viewer.userId),
    selectMember(viewer.tenantId, id),
  ];
  return write(first, async (transaction, [, administers, found]) => {
    if (!readAdministers(administers)) throw new StaleConfiguration();
    if (readMembers(found).length === 0) throw notFound('The member');
    const [ended] = await transaction.finish([endSessionsOf(id, viewer.email)]);
    return { id, ended: readEnded(ended) };
  });
}
