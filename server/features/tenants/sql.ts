import type { TenantProfile } from '@rowhouse/domain/contract.generated.ts';
import type { SessionId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { logoPath } from '@rowhouse/domain/tenants/logo.ts';
import type { Answer, OwnerConnection } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { MailBrand } from '../../platform/mail/mails.ts';

const profile = row({
  id: number,
  name: text,
  url: text,
  description: text.orNull,
  currency: text,
  mfaRequired: flag,
  hasSecondFactor: flag.at('has_second_factor($2)'),
  formerUrls: json<string[]>().at(
    `(select coalesce(jsonb_agg(f.url order by f.freed_at desc), '[]') from tenant_former_url f where f.tenant_id = tenant.id)`,
  ),
  accent: text.orNull,
  logoKey: text.orNull,
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

export function readTenantProfile(answer: Answer | undefined): TenantProfile | null {
  const found = profile.find(answer);
  if (found === null) return null;
  const { logoKey, ...known } = found;
  return { ...known, logo: logoKey === null ? null : logoPath(found.id, logoKey) };
}

export const updateTenant = (
  tenant: TenantId,
  profile: Pick<TenantProfile, 'name' | 'url' | 'description' | 'currency' | 'mfaRequired' | 'accent'>,
): Statement => ({
  text: `update tenant set name = $2, description = $3, currency = $4, mfa_required = $5, url = $6, accent = $7, version = version + 1
         where id = $1`,
  values: [
    tenant,
    profile.name,
    profile.description,
    profile.currency,
    profile.mfaRequired,
    profile.url,
    profile.accent ?? null,
  ],
});

const claim = row({ isTaken: flag, recentChanges: number });

/** Nobody else takes the address, nor finds it free, to the end of the transaction. */
export const claimCompanyUrl = (url: string): Statement => ({
  text: `select ${claim.columns} from claim_company_url($1)`,
  values: [url],
});
export const readUrlClaim = (answer: Answer | undefined) => claim.get(answer);

/** @param content empty takes it away */
export const putLogo = (tenant: TenantId, key: string | null, content: Uint8Array): readonly Statement[] => [
  {
    text: `insert into tenant_logo (tenant_id, content) values ($1, decode($2, 'base64'))
           on conflict (tenant_id) do update set content = excluded.content`,
    values: [tenant, Buffer.from(content).toString('base64')],
  },
  {
    text: 'update tenant set logo_key = $2, version = version + 1 where id = $1',
    values: [tenant, key],
  },
];

/** For whoever has the key: nobody is signed in where a picture is asked for. */
export async function findLogo(
  connection: OwnerConnection,
  tenant: number,
  key: string,
): Promise<Buffer | null> {
  const { rows } = await connection.query(
    `select l.content from tenant t join tenant_logo l on l.tenant_id = t.id
     where t.id = $1 and t.logo_key = $2 and t.enabled`,
    [tenant, key],
  );
  const content: unknown = rows[0]?.['content'];
  return content instanceof Uint8Array ? Buffer.from(content) : null;
}

const brand = row({
  accent: text.orNull,
  logo: text.at(`(select encode(l.content, 'base64') from tenant_logo l
    where l.tenant_id = tenant.id and tenant.logo_key is not null)`).orNull,
});

/** For mails, which hold what they show. */
export const selectBrand = (tenant: TenantId): Statement => ({
  text: `select ${brand.columns} from tenant where id = $1`,
  values: [tenant],
});
export function readBrand(answer: Answer | undefined): MailBrand {
  const { accent, logo } = brand.get(answer);
  return { accent, logo: logo === null ? null : Buffer.from(logo, 'base64') };
}
