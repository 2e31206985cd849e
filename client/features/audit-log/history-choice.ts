import { auditParts } from '@rowhouse/domain/audit-log/parts.ts';
import type { ChangeSourceKind } from '@rowhouse/domain/contract.generated.ts';
import type { HistoryChoice } from './api.ts';

/** As the filters hold it; '' for all. */
export type Chosen = {
  readonly what: string;
  readonly person: string;
  readonly source: ChangeSourceKind | '';
  readonly since: '' | '1' | '7' | '30';
};

export const anyHistory: Chosen = { what: '', person: '', source: '', since: '' };

export const partNames = {
  [auditParts.record]: 'The record',
  [auditParts.lines]: 'Lines',
  [auditParts.files]: 'Files',
  [auditParts.comments]: 'Comments',
  [auditParts.conversations]: 'Conversations',
} as const;

/** Days are counted back to a midnight, so that the same question has the same answer for a day. */
export function toChoice({ what, person, source, since }: Chosen): HistoryChoice {
  return {
    what: what === '' ? null : [what],
    userIds: person === '' ? null : [Number(person)],
    sources: source === '' ? null : [source],
    since: since === '' ? null : midnightBefore(Number(since) - 1),
  };
}

function midnightBefore(days: number): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days);
  return day.toISOString();
}
