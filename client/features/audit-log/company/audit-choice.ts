// The filters of the company's audit log, as the address holds them.
import { sourceKinds } from '@rowhouse/domain/audit-log/change-source.ts';
import {
  auditActions,
  auditKinds,
  configurationKinds,
  type AuditAction,
  type AuditKind,
} from '@rowhouse/domain/audit-log/kinds.ts';
import type { AuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { daysOf, isPeriod, spanOf } from '@rowhouse/domain/values/periods.ts';

export const choiceNames = ['period', 'person', 'kind', 'action', 'from', 'text'] as const;
/** '' for all. */
export type AuditChoice = Readonly<Record<(typeof choiceNames)[number], string>>;

/** In the place of one kind: the history of the configuration. */
export const allConfigured = 'CONFIGURATION';

export const anyAudit: AuditChoice = { period: '', person: '', kind: '', action: '', from: '', text: '' };

/** What stands in the address and is none of the choices counts as not chosen. */
export function readChoice(address: URLSearchParams): AuditChoice {
  const read = (name: keyof AuditChoice, isOne: (value: string) => boolean) => {
    const value = address.get(name) ?? '';
    return isOne(value) ? value : '';
  };
  return {
    period: read('period', isPeriod),
    person: read('person', (value) => /^\d{1,15}$/.test(value)),
    kind: read('kind', (value) => value === allConfigured || Object.hasOwn(auditKinds, value)),
    action: read('action', (value) => Object.hasOwn(auditActions, value)),
    from: read('from', (value) => sourceKinds.some((kind) => kind === value)),
    text: read('text', () => true),
  };
}

export function writeChoice(choice: AuditChoice): URLSearchParams {
  return new URLSearchParams(
    choiceNames.flatMap((name) => (choice[name] === '' ? [] : [[name, choice[name]]])),
  );
}

/** The days of a period are those of the zone. */
export function toFilter(choice: AuditChoice, today: string, timeZone: string): AuditLogsFilter {
  const { period, person, kind, action, from, text } = choice;
  const [since, until] = isPeriod(period) ? spanOf(daysOf(period, today), timeZone).split('/') : [null, null];
  const source = sourceKinds.find((one) => one === from);
  return {
    since: since ?? null,
    until: until ?? null,
    userIds: person === '' ? null : [Number(person)],
    kinds: kind === '' ? null : kind === allConfigured ? [...configurationKinds] : [kind as AuditKind],
    actions: action === '' ? null : [action as AuditAction],
    sources: source === undefined ? null : [source],
    text: text.trim() === '' ? null : text.trim(),
  };
}
