import type { TenantProfile } from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  companyChangedMeanwhile,
  companyForm,
  whyNotRequireSecondFactor,
} from '@rowhouse/domain/tenants/rules.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { lockTenantProfile, readTenantProfile, selectTenantProfile, updateTenant } from './sql.ts';

export const tenantsOperations: Pick<OperationTable, 'getTenantProfile' | 'updateTenantProfile'> = {
  async getTenantProfile(_input, { viewer, read }) {
    const { answers } = await read([selectTenantProfile(viewer.tenantId, viewer.sessionId)]);
    const profile = readTenantProfile(answers[0]);
    if (profile === null) throw notFound('The company');
    return profile;
  },

  async updateTenantProfile({ data }, { viewer, write }) {
    const { version, ...given } = data;
    const parsed = companyForm.safeParse(withoutNulls(given));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
    }
    const change = parsed.data;
    const own = [viewer.tenantId, viewer.sessionId] as const;
    return write([lockTenantProfile(...own)], async (transaction, [found]) => {
      const present = readTenantProfile(found);
      if (present === null) throw notFound('The company');
      if (present.version !== version) throw companyChangedMeanwhile(present);
      if (change.mfaRequired === true && !present.mfaRequired) {
        const whyNot = whyNotRequireSecondFactor(present.hasSecondFactor);
        if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot, { field: 'mfaRequired' });
      }
      const wanted = { ...present, ...change };
      if (isSame(present, wanted)) return present;
      const [, after] = await transaction.finish([
        updateTenant(viewer.tenantId, wanted),
        selectTenantProfile(...own),
      ]);
      const changed = readTenantProfile(after);
      if (changed === null) throw notFound('The company');
      return changed;
    });
  },
};

/** Null is as good as not given. */
const withoutNulls = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

const isSame = (one: TenantProfile, other: TenantProfile): boolean =>
  one.name === other.name &&
  one.description === other.description &&
  one.currency === other.currency &&
  one.mfaRequired === other.mfaRequired;
