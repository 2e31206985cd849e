// Whether a value can be put back to what it was before some entries of its history. Asked twice: when the sheet is read,
// and in the transaction that writes. Whoever asks brings the facts; nothing is read here.

/** Something that holds one value: a field of a record or of a line, or whether the record or the line is there. */
export type Place = {
  /** Unique among the places of a record. */
  readonly key: string;
  readonly name: string;
  /** What it holds now, as the audit log writes it. */
  readonly now: unknown;
  /** All entries that changed it since the first ticked one, that one included, the oldest first. */
  readonly entries: readonly PlaceEntry[];
  /** Why nothing may be written there now, whatever the value; null when it may. */
  readonly whyClosed: string | null;
  /** Why this value may not stand there; null when it may. */
  readonly whyNotValue: (value: unknown) => string | null;
};

export type PlaceEntry = {
  readonly id: number;
  /** Who made it, as it reads. */
  readonly person: string;
  /** When, as it reads. */
  readonly when: string;
  /** Null where nothing was before: it made the record. */
  readonly before: { readonly value: unknown } | null;
  readonly after: unknown;
  /** The entries that it put back. */
  readonly putsBack: readonly number[];
};

export type Verdict = {
  readonly place: Place;
  /** How many of the ticked entries changed the place. */
  readonly entries: number;
  /** What it would hold. */
  readonly to: unknown;
  readonly whyNot: string | null;
  /** The entry that stands in the way. */
  readonly because: number | null;
};

export const reasons = {
  nothingBefore: 'There is nothing before this entry.',
  superseded: (name: string, when: string) => `Superseded by ${name}, ${when}. That value is kept.`,
  alreadyPutBack: (name: string, when: string) => `Already put back by ${name}, ${when}.`,
  gone: (name: string) => `The field ${name} is gone.`,
  otherType: (name: string) => `${name} is now of another type.`,
  viewOnly: (name: string) => `${name} is view only for your role.`,
  noChoice: (value: string) => `“${value}” can no longer be chosen.`,
  lineDeleted: 'The line was deleted. Put back its deletion first.',
  standsThere: 'It stands there now.',
  recordDeleted: 'The record is deleted. Show it again first.',
  parentGone: 'What it stood under is not there any more, or you may not see it.',
  fileGone: 'The file is no longer kept.',
} as const;

/**
 * Back to before the first ticked entry, when the ticked ones are the last that happened to the place, without another
 * between them: what anybody wrote after the first of them, and did not tick, would be lost.
 */
export function evaluate(place: Place, ticked: ReadonlySet<number>): Verdict {
  const chosen = place.entries.filter(({ id }) => ticked.has(id));
  const [first] = chosen;
  const verdict = (whyNot: string | null, because: number | null = null): Verdict => ({
    place,
    entries: chosen.length,
    to: first?.before?.value ?? null,
    whyNot,
    because,
  });
  if (first === undefined || first.before === null) return verdict(reasons.nothingBefore);
  const since = place.entries.slice(place.entries.indexOf(first));
  const others = since.filter(({ id }) => !ticked.has(id));
  const putBack = others.find(({ putsBack }) => putsBack.some((id) => ticked.has(id)));
  if (putBack !== undefined) return verdict(reasons.alreadyPutBack(putBack.person, putBack.when), putBack.id);
  const newest = others.at(-1);
  if (newest !== undefined) return verdict(reasons.superseded(newest.person, newest.when), newest.id);
  const last = since.at(-1) ?? first;
  // Written by no entry that is known: kept like any other.
  if (!isSameStored(place.now, last.after)) return verdict(reasons.superseded('the system', last.when));
  return verdict(place.whyClosed ?? place.whyNotValue(first.before.value));
}

/** As JSON; nothing and null are one. */
export const isSameStored = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const pairs = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
}
