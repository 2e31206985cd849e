// What of formulas and fills a change of a type gives, by the ids that its fields have by then.
import type { FieldDesign, LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import type { GivenFills } from './put-fills.ts';
import type { GivenFormula } from './put-formulas.ts';
import type { StoredDesign } from './sql.ts';

/** Of a type that was just made: its fields stand in the order in which they were given. */
export function formulasOfNew(
  made: StoredDesign,
  fields: readonly FieldDesign[],
  lineTypes: readonly { readonly fields: readonly LineFieldDesign[] }[],
): GivenFormula[] {
  return [
    ...made.fields.map(({ id }, index) => ({
      key: `f${id}`,
      text: fields[index]?.formula ?? null,
      at: `fields.${index}`,
    })),
    ...made.lineTypes.flatMap(({ fields: own }, kind) =>
      own.map(({ id }, index) => ({
        key: `l${id}`,
        text: lineTypes[kind]?.fields[index]?.formula ?? null,
        at: `lineTypes.${kind}.fields.${index}`,
      })),
    ),
  ].filter(({ text }) => text !== null);
}

export function fillsOfNew(
  made: StoredDesign,
  fields: readonly FieldDesign[],
  lineTypes: readonly { readonly fields: readonly LineFieldDesign[] }[],
): GivenFills[] {
  const idsOf = (some: readonly { readonly id: number }[]) => some.map(({ id }) => id);
  return [
    ...made.fields.flatMap(({ id }, index) => {
      const design = fields[index];
      return design === undefined ? [] : toFills(id, design, idsOf(made.fields), `fields.${index}`);
    }),
    ...made.lineTypes.flatMap(({ fields: own }, kind) =>
      own.flatMap(({ id }, index) => {
        const design = lineTypes[kind]?.fields[index];
        const at = `lineTypes.${kind}.fields.${index}`;
        return design === undefined ? [] : toFills(id, design, idsOf(own), at, true);
      }),
    ),
  ].filter(({ text }) => text !== '');
}

export const toFormula = (
  key: string,
  { formula: text }: { readonly formula: string | null },
  at: string,
) => ({
  key,
  text,
  at,
});

export const toFills = (
  id: number,
  { fills: text }: { readonly fills: string },
  made: readonly number[],
  at: string,
  isOfLines = false,
): GivenFills => ({ id, isOfLines, text, made, at });
