// What the options of an opportunity ask of each other. An option that cannot be chosen as things stand says why, and what would
// make it possible: nothing is hidden, and nothing ends in "invalid".
import { capital } from '../kernel/capital.ts';
import { longestWay } from './limits.ts';

/** As the file of options has it. */
export type RuledOption = {
  readonly option: string;
  readonly needs: string;
  readonly excludes: string;
  readonly group: string;
};

/** Of a cell of the file: what is needed, each with its alternatives. 'Axle B|Axle C; Lights' */
export const readNeeds = (cell: string): readonly (readonly string[])[] =>
  readNames(cell).map((one) => one.split('|').flatMap((name) => name.trim() || []));
export const readNames = (cell: string): readonly string[] =>
  cell.split(';').flatMap((name) => name.trim() || []);

export type OptionVerdict = {
  /** 'needs Axle B', 'does not go with Rack' */
  readonly sentence: string;
  /** What makes it possible, the option itself with it; null where nothing does. */
  readonly repair: { readonly add: readonly string[]; readonly remove: readonly string[] } | null;
};

export type OptionRules = {
  /** Of each option that cannot be chosen as things stand, or that was chosen and cannot stay; of the others nothing. */
  readonly judge: (chosen: ReadonlySet<string>) => ReadonlyMap<string, OptionVerdict>;
  /** Whether any choice has this option in it. */
  readonly isReachable: (option: string) => boolean;
};

type Rule = {
  readonly needs: readonly (readonly string[])[];
  readonly group: string;
};

export function readOptionRules(options: readonly RuledOption[]): OptionRules {
  const rules = new Map<string, Rule>();
  const against = new Map<string, Set<string>>();
  const exclude = (one: string, other: string) => {
    const known = against.get(one) ?? new Set();
    against.set(one, known.add(other));
  };
  for (const { option, needs, excludes, group } of options) {
    rules.set(option, { needs: readNeeds(needs), group });
    for (const other of readNames(excludes)) {
      // What one does not go with does not go with it.
      exclude(option, other);
      exclude(other, option);
    }
  }
  const groups = Map.groupBy(
    options.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  for (const members of groups.values())
    for (const { option } of members)
      for (const { option: other } of members) if (other !== option) exclude(option, other);

  const neededBy = new Map<string, string[]>();
  for (const [option, { needs }] of rules)
    for (const one of needs.flat()) neededBy.set(one, [...(neededBy.get(one) ?? []), option]);

  const none: ReadonlySet<string> = new Set();
  const excludedBy = (option: string): ReadonlySet<string> => against.get(option) ?? none;

  /** The least that has to be chosen with these, alternatives that are chosen already first; null where there is no way. */
  function findWay(first: string, chosen: ReadonlySet<string>): ReadonlySet<string> | null {
    let steps = 0;
    const seek = (
      way: ReadonlySet<string>,
      open: readonly (readonly string[])[],
    ): ReadonlySet<string> | null => {
      steps += 1;
      const [need, ...rest] = open;
      if (steps > longestWay) return null;
      if (need === undefined) return way;
      if (need.some((one) => way.has(one))) return seek(way, rest);
      for (const one of [
        ...need.filter((name) => chosen.has(name)),
        ...need.filter((name) => !chosen.has(name)),
      ]) {
        const rule = rules.get(one);
        if (rule === undefined || [...excludedBy(one)].some((other) => other === one || way.has(other)))
          continue;
        const found = seek(new Set([...way, one]), [...rest, ...rule.needs]);
        if (found !== null) return found;
      }
      return null;
    };
    return seek(none, [[first]]);
  }

  /** What of the chosen cannot stay beside the way, with what needed those. */
  function findLosses(way: ReadonlySet<string>, chosen: ReadonlySet<string>): readonly string[] {
    const lost = new Set<string>();
    const isLeft = (option: string) => !lost.has(option) && (way.has(option) || chosen.has(option));
    const missesSome = (option: string) =>
      rules.get(option)?.needs.some((need) => !need.some(isLeft)) === true;
    for (const option of way) for (const other of excludedBy(option)) if (isLeft(other)) lost.add(other);
    // A set is walked with what is added on the way: what needed the lost is lost, and what needed that.
    for (const gone of lost)
      for (const option of neededBy.get(gone) ?? [])
        if (isLeft(option) && !way.has(option) && missesSome(option)) lost.add(option);
    return [...lost];
  }

  function judgeOne(option: string, chosen: ReadonlySet<string>): OptionVerdict | null {
    const missing = (rules.get(option)?.needs ?? []).filter((need) => !need.some((one) => chosen.has(one)));
    const clash = [...excludedBy(option)].filter((other) => chosen.has(other) && other !== option);
    if (missing.length === 0 && clash.length === 0) return null;
    const way = findWay(option, chosen);
    return {
      sentence: [
        ...(missing.length === 0 ? [] : [`needs ${missing.map((need) => need.join(' or ')).join(', and ')}`]),
        ...(clash.length === 0 ? [] : [`does not go with ${clash.join(', ')}`]),
      ].join('; '),
      repair:
        way === null
          ? null
          : { add: [...way].filter((one) => !chosen.has(one)), remove: findLosses(way, chosen) },
    };
  }

  return {
    judge: (chosen) =>
      new Map(
        [...rules.keys()].flatMap((option) => {
          const verdict = judgeOne(option, chosen);
          return verdict === null ? [] : [[option, verdict] as const];
        }),
      ),
    isReachable: (option) => findWay(option, none) !== null,
  };
}

/** 'Choose Axle B; take out Rack': what the repair does beside choosing the option itself. */
export function sayRepair(option: string, { add, remove }: NonNullable<OptionVerdict['repair']>): string {
  const others = add.filter((one) => one !== option);
  const [first = '', ...rest] = [
    ...(others.length === 0 ? [] : [`choose ${others.join(' and ')}`]),
    ...(remove.length === 0 ? [] : [`take out ${remove.join(' and ')}`]),
  ];
  return [capital(first), ...rest].join('; ');
}
