import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const alias = row(
  {
    roleId: number.at('r.id'),
    name: text,
    description: text.orNull,
    enabled: flag,
    members: number.at(`(select count(*) from membership m join app_user u on u.id = m.user_id
      where m.tenant_id = r.tenant_id and m.role_id = r.id and m.enabled and u.enabled)`),
    alias: text.orNull,
    version: number,
  },
  'r',
);

export type StoredAlias = Described<typeof alias>;

export const selectAliases = (tenant: TenantId): Statement => ({
  text: `select ${alias.columns} from role r where r.tenant_id = $1 order by lower(r.name), r.id`,
  values: [tenant],
});

export const readAliases = (answer: Answer | undefined): StoredAlias[] => alias.read(answer);

export const changeAlias = (tenant: TenantId, role: number, to: string | null): Statement => ({
  text: 'update role set alias = $3, version = version + 1 where tenant_id = $1 and id = $2',
  values: [tenant, role, to],
});
