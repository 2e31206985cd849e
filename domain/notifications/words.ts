import type { Notification } from '../contract.generated.ts';

export type WordedNotification = Pick<
  Notification,
  'kind' | 'by' | 'record' | 'fields' | 'roleName' | 'company'
> & { readonly mapping?: { readonly typeName: string } | null };

const mostNamed = 3;

/** 'Purchase order 7408', with what of it the reader may see. */
export const nameOfRecord = (record: NonNullable<WordedNotification['record']>): string =>
  `${record.recordTypeName} ${record.recordNumber ?? `ID ${record.id}`}`;

/**
 * What happened, in one sentence without its end: who, what, and which record. The same in the bell and in a mail.
 */
export function sayNotification(notification: WordedNotification): string {
  const { kind, record, fields, roleName } = notification;
  const who = notification.by?.name ?? 'Rowhouse';
  const what = record == null ? '' : nameOfRecord(record);
  const company = notification.company ?? 'Another company';
  const offered = notification.mapping?.typeName ?? 'records';
  switch (kind) {
    case 'ASSIGNED':
      return `${who} assigned ${what} to you`;
    case 'MENTIONED':
      return `${who} mentioned you in ${what}`;
    case 'COMMENTED':
      return `${who} commented on ${what}`;
    case 'CHANGED':
      return `${who} changed ${listNames(fields)} of ${what}`;
    case 'TO_ANSWER':
      return `${company} waits for your answer to ${what}`;
    case 'OVERDUE':
      return `Your answer to ${notification.company ?? 'another company'} is overdue: ${what}`;
    case 'REMINDED':
      return `${company} reminds you of your answer to ${what}`;
    case 'MAPPING_OFFERED':
      return `${company} offers ${offered}, and waits for your approval`;
    case 'MAPPING_APPROVED':
      return `${company} approved the mapping of ${offered}`;
    case 'MAPPING_DECLINED':
      return `${company} declined the mapping of ${offered}`;
    case 'ROLE':
      return `${who} changed your role${roleName == null ? '' : ` to ${roleName}`}`;
    case 'VIEWED':
      return `${who} viewed the company as you, and could change nothing`;
  }
}

function listNames(names: readonly string[]): string {
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names;
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length <= 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
