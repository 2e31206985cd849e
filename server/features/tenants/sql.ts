import type { TenantProfile } from '@rowhouse/domain/contract.generated.ts';
import type { SessionId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const profile = row({
  id: number,
  name: text,
  url: text,
  description: text.orNull,
  currency: text,
  mfaRequired: flag,
  hasSecondFactor: flag.at('has_second_factor($2)'),
  version: number,
});

const selectText = `select ${profile.columns} from tenant where id = $1`;

export const selectTenantProfile = (tenant: TenantId, session: SessionId): Statement => ({
  text: selectText,
  values: [tenant, session],
});

/** Holds it still to the end of the transaction: of two changes at once the second sees what the first made of it. */
export const lockTenantProfile = (tenant: TenantId, session: SessionId): Statement => ({
  text: `${selectText} for update`,
  values: [tenant, session],
});

export const readTenantProfile = (answer: Answer | undefined): TenantProfile | null => profile.find(answer);

export const updateTenant = (
  tenant: TenantId,
  profile: Pick<TenantProfile, 'name' | 'description' | 'currency' | 'mfaRequired'>,
): Statement => ({
  text: `update tenant set name = $2, description = $3, currency = $4, mfa_required = $5, version = version + 1
         where id = $1`,
  values: [tenant, profile.name, profile.description, profile.currency, profile.mfaRequired],
});
