// Which rows and cells of a grid have a colour: rules of a person or a role, in the language of filters. They are judged in the
// browser over what its reader was answered, so that a colour tells nothing that the reader does not see.
import { joinAnswers, matchesValue, type AskedAt } from '../records/matches.ts';
import type { DataType } from '../fields/data-types.ts';
import type { FilterCondition } from '../records/filter-rules.ts';

/** Each has a ground and a text on it, in light and in dark (client/ui/theme.css). */
export const colourTones = ['RED', 'AMBER', 'GREEN', 'TEAL', 'BLUE', 'VIOLET', 'GREY'] as const;
export type ColourTone = (typeof colourTones)[number];

export type ColourRule<Condition = FilterCondition> = {
  /** Said wherever the colour is shown. */
  readonly name: string;
  readonly tone: ColourTone;
  /** Whose cells it colours; null: whole rows. */
  readonly column: string | null;
  /** Joined from the left, as those of a filter are. */
  readonly conditions: readonly Condition[];
};

export const mostColourRules = 12;
export const longestRuleName = 60;

type Read = (key: string) => { readonly dataType: DataType; readonly stored: string | null } | undefined;

/** @param read what the record holds; undefined for a field that the reader does not see, which no rule is met by */
export const meetsRule = ({ conditions }: ColourRule, read: Read, at: AskedAt): boolean => {
  const held = conditions.map(({ field }) => read(field));
  if (conditions.length === 0 || held.includes(undefined)) return false;
  return joinAnswers(
    conditions.map((condition, index) => {
      const { dataType, stored } = held[index]!;
      return {
        isMet: matchesValue(dataType, stored, condition, at),
        logicOperator: condition.logicOperator,
      };
    }),
  );
};

export type RuleMark = Pick<ColourRule, 'name' | 'tone'>;
export type RecordColours = {
  readonly row: RuleMark | null;
  readonly cells: ReadonlyMap<string, RuleMark>;
};

/** Of several rules the first that is met; null where none is. */
export function findColours(rules: readonly ColourRule[], read: Read, at: AskedAt): RecordColours | null {
  let row: RuleMark | null = null;
  const cells = new Map<string, RuleMark>();
  for (const rule of rules) {
    const isTaken = rule.column === null ? row !== null : cells.has(rule.column);
    if (isTaken || !meetsRule(rule, read, at)) continue;
    if (rule.column === null) row = rule;
    else cells.set(rule.column, rule);
  }
  return row === null && cells.size === 0 ? null : { row, cells };
}

/** Rules of which the reader sees every field; of another one nothing is told, not even its name. */
export const seenRules = <Rule extends { readonly column: string | null }>(
  rules: readonly Rule[],
  fieldsOf: (rule: Rule) => readonly string[],
  fields: ReadonlyMap<string, unknown>,
): readonly Rule[] =>
  rules.filter((rule) =>
    [...fieldsOf(rule), ...(rule.column === null ? [] : [rule.column])].every((key) => fields.has(key)),
  );

export function whyNotRuleName(name: string): string | null {
  const { length } = name.trim();
  if (length === 0) return 'A rule has a name: it is said where its colour is shown.';
  return length > longestRuleName ? `The name of a rule has at most ${longestRuleName} characters.` : null;
}
