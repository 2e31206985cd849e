import type { LineItemAuditChange, LineItemAuditLog } from '@rowhouse/domain/contract.generated.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import type { HistoryEntry } from './sql.ts';

/** Changes of fields that are no more are left out: nothing says what they were called. */
export function describeHistory(entry: HistoryEntry, config: TenantConfig): LineItemAuditLog {
  const member = entry.userId === null ? undefined : config.members.get(userId(entry.userId));
  return {
    id: entry.id,
    action: entry.action,
    datetime: instantFromText(entry.at),
    user: member === undefined ? null : { id: member.id, name: member.name, email: member.email },
    lineItemsRowId: entry.lineId,
    changes: entry.lineId === null ? [describeOrder(entry)] : describeChanges(entry, config),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function describeChanges({ changes }: HistoryEntry, config: TenantConfig): LineItemAuditChange[] {
  return Object.entries(changes)
    .flatMap(([key, [before, after]]) => {
      const field = config.lineItemFields.get(Number(key.slice(1)));
      if (field === undefined) return [];
      const [oldValue, newValue] = [textOrNull(before), textOrNull(after)];
      const action = oldValue === null ? 'create' : newValue === null ? 'delete' : 'update';
      return {
        order: field.order,
        change: { what: field.name, lineItemsByTypeFiledsId: field.id, oldValue, newValue, action },
      };
    })
    .sort((one, other) => one.order - other.order)
    .map(({ change }) => change);
}

function describeOrder({ changes }: HistoryEntry): LineItemAuditChange {
  const [before, after] = (changes['order'] ?? []).map((order) => (Array.isArray(order) ? order : []));
  // Lines that were only numbered anew, after one was deleted or added before them, stand where they stood.
  const count = (after ?? []).filter((id, at) => id !== before?.[at]).length;
  return {
    what: 'Order',
    lineItemsByTypeFiledsId: null,
    oldValue: null,
    newValue: `${count} ${count === 1 ? 'line' : 'lines'} in another place`,
    action: 'update',
  };
}
