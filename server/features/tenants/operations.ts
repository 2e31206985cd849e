import { randomBytes } from 'node:crypto';
import type { TenantProfile } from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireLogo } from '@rowhouse/domain/tenants/logo.ts';
import {
  companyChangedMeanwhile,
  companyForm,
  companyUrlTaken,
  enoughAddressChanges,
  mostAddressChanges,
  whyNotRequireSecondFactor,
} from '@rowhouse/domain/tenants/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import {
  claimCompanyUrl,
  lockTenantProfile,
  putLogo,
  readTenantProfile,
  readUrlClaim,
  selectTenantProfile,
  updateTenant,
} from './sql.ts';

type Names = 'getTenantProfile' | 'updateTenantProfile' | 'updateTenantLogo';

export const tenantsOperations: Pick<OperationTable, Names> = {
  async getTenantProfile(_input, { viewer, read }) {
    const { answers } = await read([selectTenantProfile(viewer.tenantId, viewer.sessionId)]);
    return getProfile(answers[0]);
  },

  async updateTenantProfile({ data }, context) {
    const { viewer, write } = context;
    const { version, ...given } = data;
    const parsed = companyForm.safeParse(withoutNulls(given));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
    }
    const change = parsed.data;
    const own = [viewer.tenantId, viewer.sessionId] as const;
    return write([lockTenantProfile(...own)], async (transaction, [found]) => {
      const current = getUnchanged(found, version);
      if (change.mfaRequired === true && !current.mfaRequired) {
        const whyNot = whyNotRequireSecondFactor(current.hasSecondFactor);
        if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot, { field: 'mfaRequired' });
      }
      const wanted = { ...current, ...change };
      if (isSame(current, wanted)) return current;
      if (current.url !== wanted.url) await requireUrl(wanted.url, transaction);
      if (current.mfaRequired && !wanted.mfaRequired) requireProof(context);
      const [, after] = await transaction.finish([
        updateTenant(viewer.tenantId, wanted),
        selectTenantProfile(...own),
      ]);
      return getProfile(after);
    });
  },

  async updateTenantLogo({ data: { content, version } }, { viewer, write }: MemberContext) {
    const logo = content == null ? null : requireLogo(content, (base64) => Buffer.from(base64, 'base64'));
    const own = [viewer.tenantId, viewer.sessionId] as const;
    return write([lockTenantProfile(...own)], async (transaction, [found]) => {
      const current = getUnchanged(found, version);
      if (logo === null && current.logo == null) return current;
      const key = logo === null ? null : randomBytes(16).toString('hex');
      const answers = await transaction.finish([
        ...putLogo(viewer.tenantId, key, logo ?? new Uint8Array()),
        selectTenantProfile(...own),
      ]);
      return getProfile(answers.at(-1));
    });
  },
};

function getProfile(answer: Answer | undefined): TenantProfile {
  const profile = readTenantProfile(answer);
  if (profile === null) throw notFound('The company');
  return profile;
}

function getUnchanged(answer: Answer | undefined, version: number): TenantProfile {
  const current = getProfile(answer);
  if (current.version !== version) throw companyChangedMeanwhile(current);
  return current;
}

async function requireUrl(url: string, transaction: Transaction): Promise<void> {
  const [claimed] = await transaction.run([claimCompanyUrl(url)]);
  const { isTaken, recentChanges } = readUrlClaim(claimed);
  if (isTaken) throw companyUrlTaken(url);
  if (recentChanges >= mostAddressChanges) throw enoughAddressChanges();
}

/** Null is as good as not given. */
const withoutNulls = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

const isSame = (one: TenantProfile, other: TenantProfile): boolean =>
  one.name === other.name &&
  one.url === other.url &&
  one.accent === other.accent &&
  one.description === other.description &&
  one.currency === other.currency &&
  one.mfaRequired === other.mfaRequired;
