import type { SaasMember } from '@rowhouse/domain/contract.generated.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { refuseSecondFactorReset } from '@rowhouse/domain/users/rules.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { secondFactorResetMail } from '../../platform/mail/mails.ts';
import { lockAdministration, readAdministers, selectAdministers } from '../roles/sql.ts';
import { readMembers, readOutcome, resetSecondFactorOf, selectMember } from './sql.ts';

/** Their sessions, remembered devices and half-done sign-ins are over with it; the password stays. */
export async function resetSecondFactor(
  id: number,
  context: MemberContext,
  mailer: Mailer,
): Promise<SaasMember> {
  const { viewer, config, write } = context;
  if (id === viewer.userId) throw refuseSecondFactorReset('own');
  const first = [
    lockAdministration(viewer.tenantId),
    selectAdministers(viewer.tenantId, viewer.userId),
    selectMember(viewer.tenantId, id),
  ];
  const { member: changed, isReset } = await write(first, async (transaction, [, administers, found]) => {
    if (!readAdministers(administers)) throw new StaleConfiguration();
    if (readMembers(found).length === 0) throw notFound('The member');
    const [tried] = await transaction.run([resetSecondFactorOf(id, viewer.email)]);
    const outcome = readOutcome(tried);
    if (outcome === 'elsewhere') throw refuseSecondFactorReset('elsewhere');
    if (outcome === 'reset') requireProof(context);
    const [after] = await transaction.finish([selectMember(viewer.tenantId, id)]);
    const [member] = readMembers(after);
    if (member === undefined) throw notFound('The member');
    return { member, isReset: outcome === 'reset' };
  });
  // Who has none is as was wanted.
  if (!isReset) return changed;
  // Only after the transaction: what is told has happened.
  mailer.post(
    secondFactorResetMail({
      to: changed.email,
      firstName: [...config.members.values()].find((one) => one.id === id)?.firstName ?? null,
      resetBy: config.members.get(viewer.userId)?.name ?? viewer.email,
      tenantName: config.name,
    }),
  );
  return changed;
}
