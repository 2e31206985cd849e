// Opportunities by what is typed, at each key: all words, anywhere in what a dealer knows an opportunity by.
import type { Opportunity } from './order-files.ts';

export type FoundOpportunities = { readonly total: number; readonly found: readonly Opportunity[] };

export type OpportunityIndex = {
  readonly size: number;
  /** Those that begin with what is sought come first. */
  readonly search: (text: string, most: number) => FoundOpportunities;
  readonly find: (spaOppNumber: string) => Opportunity | null;
};

const textOf = (one: Opportunity): string =>
  [
    one.opportunityName,
    one.spaOppNumber,
    one.account,
    one.customerNumber,
    one.customer,
    one.city,
    one.contactName.first,
    one.contactName.last,
  ]
    .join('\n')
    .toLowerCase();

export function indexOpportunities(all: readonly Opportunity[]): OpportunityIndex {
  const texts = all.map(textOf);
  const byNumber = new Map(all.map((one) => [one.spaOppNumber, one]));
  const everywhere = all.map((_, index) => index);
  /** What one more letter is sought in: what the letters before it found. */
  let last: { readonly sought: string; readonly places: readonly number[] } = {
    sought: '',
    places: everywhere,
  };

  function findPlaces(sought: string): readonly number[] {
    const among = last.sought !== '' && sought.startsWith(last.sought) ? last.places : everywhere;
    const words = sought.split(/\s+/).filter((word) => word !== '');
    const places =
      words.length === 0 ? among : among.filter((at) => words.every((word) => texts[at]?.includes(word)));
    last = { sought, places };
    return places;
  }

  return {
    size: all.length,
    find: (spaOppNumber) => byNumber.get(spaOppNumber) ?? null,
    search(text, most) {
      const sought = text.trim().toLowerCase();
      const places = findPlaces(sought);
      const first: number[] = [];
      const others: number[] = [];
      for (const at of places) {
        if (sought !== '' && isBeginning(texts[at] ?? '', sought)) first.push(at);
        else if (others.length < most) others.push(at);
        if (first.length === most) break;
      }
      const found = [...first, ...others].slice(0, most).flatMap((at) => all[at] ?? []);
      return { total: places.length, found };
    },
  };
}

/** Of the name, or of any other of its texts. */
const isBeginning = (text: string, sought: string): boolean =>
  text.startsWith(sought) || text.includes(`\n${sought}`);
