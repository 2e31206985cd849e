// Opportunities by what is typed, at each key: all words, anywhere in what a dealer knows an opportunity by.
import type { Opportunity } from './order-files.ts';

export type FoundOpportunities = { readonly total: number; readonly found: readonly Opportunity[] };

export type OpportunityIndex = {
  readonly size: number;
  /** Those that begin with what is sought come first. */
  readonly search: (text: string, most: number) => FoundOpportunities;
  readonly find: (spaOppNumber: string) => Opportunity | null;
};

/** Each of its texts behind a line break, so that where one begins is found as any other place. */
const textOf = (one: Opportunity): string =>
  [
    '',
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
    const places = words.length === 0 ? among : among.filter((at) => holdsAll(texts[at] ?? '', words));
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
      const beginning = `\n${sought}`;
      for (const at of places) {
        if (first.length === most || (sought === '' && others.length === most)) break;
        if (sought !== '' && texts[at]?.includes(beginning)) first.push(at);
        else if (others.length < most) others.push(at);
      }
      const found = [...first, ...others].slice(0, most).flatMap((at) => all[at] ?? []);
      return { total: places.length, found };
    },
  };
}

function holdsAll(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}
