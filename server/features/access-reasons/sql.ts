// Since when a decision has been so: the newest entry of the audit log in which what decided was set.
import type { DecidedBy } from '@rowhouse/domain/access/explain.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { storedNamesOf } from '@rowhouse/domain/menu/actions.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement, StatementValue } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const entry = row({ at: text.as(instantFromText), userId: number.as(userId).orNull }, 'entry');

export type SetAt = Described<typeof entry>;
export const readSetAt = (answer: Answer | undefined): SetAt | null => entry.find(answer);

export function selectSetAt(tenantId: TenantId, decidedBy: DecidedBy): Statement {
  const { entity, ids, where, values } = entriesOf(decidedBy);
  return {
    text: `select ${entry.columns} from audit_log entry
           where entry.tenant_id = $1 and entry.entity = $2 and entry.entity_id = any($3::bigint[]) and ${where}
           order by entry.id desc limit 1`,
    values: [tenantId, entity, ids, ...values],
  };
}

type Entries = {
  readonly entity: string;
  readonly ids: readonly number[];
  readonly where: string;
  readonly values: readonly StatementValue[];
};

function entriesOf(decidedBy: DecidedBy): Entries {
  switch (decidedBy.kind) {
    case 'access line':
      return {
        entity: 'role_field_access',
        ids: [decidedBy.id],
        where: `(entry.changes ? 'access' or entry.changes ? 'enabled')`,
        values: [],
      };
    case 'role':
      return {
        entity: 'role',
        ids: [decidedBy.id],
        where: `entry.changes ? 'default_field_access'`,
        values: [],
      };
    case 'action':
      return {
        entity: 'role_menu_item_action',
        ids: decidedBy.menuItemIds,
        where: `entry.changes -> 'role_id' ->> 1 = $4 and lower(entry.changes -> 'name' ->> 1) = any($5::text[])`,
        values: [String(decidedBy.roleId), storedNamesOf(decidedBy.action)],
      };
    case 'status':
      return { entity: 'record_status', ids: [decidedBy.id], where: `entry.changes ? 'enabled'`, values: [] };
    case 'transition':
      return { entity: 'status_transition', ids: [decidedBy.id], where: 'true', values: [] };
    case 'field condition':
      return { entity: 'field_condition', ids: [decidedBy.id], where: 'true', values: [] };
  }
}
