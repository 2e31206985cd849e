import type { Company } from './api.ts';

/** What the form holds of the company while it is edited. */
export type CompanyDraft = {
  readonly name: string;
  readonly url: string;
  /** '' for none. */
  readonly accent: string;
  readonly description: string;
  readonly currency: string;
  readonly mfaRequired: boolean;
};

export const toDraft = ({
  name,
  url,
  accent,
  description,
  currency,
  mfaRequired,
}: Company): CompanyDraft => ({
  name,
  url,
  accent: accent ?? '',
  description: description ?? '',
  currency,
  mfaRequired,
});

/** Only what is different from the company as it was opened: another administrator's other changes stand. */
export function changesOf(draft: CompanyDraft, company: Company): Partial<CompanyDraft> {
  const before = toDraft(company);
  const keys = Object.keys(before) as (keyof CompanyDraft)[];
  return Object.fromEntries(keys.filter((key) => draft[key] !== before[key]).map((key) => [key, draft[key]]));
}

/** What was typed, over what another administrator has made of the company meanwhile. */
export const rebase = (draft: CompanyDraft, before: Company, after: Company): CompanyDraft => ({
  ...toDraft(after),
  ...changesOf(draft, before),
});
