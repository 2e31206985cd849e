import { Refusal, invalid } from '../kernel/refusal.ts';

/** For how many years a company may keep its audit log; null keeps it forever. */
export const retentionChoices = [1, 2, 3, 5, 7, 10] as const;

export function requireRetention(years: number | null | undefined): number | null {
  if (years == null) return null;
  if (!(retentionChoices as readonly number[]).includes(years))
    throw invalid(`The audit log is kept forever, or for ${retentionChoices.join(', ')} years.`, 'years');
  return years;
}

/** Whether entries are dropped that were kept before. */
export const isShorter = (years: number | null, before: number | null): boolean =>
  years !== null && (before === null || years < before);

export const sayRetention = (years: number | null): string =>
  years === null ? 'Forever' : years === 1 ? '1 year' : `${years} years`;

export const retentionChangedMeanwhile = (current: object) =>
  new Refusal('CONFLICT', 'Another administrator has changed how long the audit log is kept.', {
    details: { current },
  });
