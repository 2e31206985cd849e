// Whether the formulas of a record type can stand together: what they name is there and fits the rest, none comes back to
// itself, and nothing that they need is switched off.
import type { DataType } from '../fields/data-types.ts';
import { dataTypeNames, foldName } from '../record-types/rules.ts';
import { isComputable, keysIn, kindOfInput, type Formula } from './formula.ts';
import { whyNotKinds } from './judge-kinds.ts';
import { readFormula, readKeptFormula, type FindName } from './read-formula.ts';
import { nameInFormula, writeFormula } from './write-formula.ts';

export type DesignedField = {
  /** 'f12' of a record, 'l12' of a line; anything else for one that is not saved yet. */
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly enabled: boolean;
  readonly required: boolean;
  readonly defaultValue?: string | null;
  /** As a person wrote it, or as it is kept; null of a field that people fill. */
  readonly formula: { readonly written: string } | { readonly kept: string } | null;
};

export type DesignedLines = {
  readonly name: string;
  readonly enabled: boolean;
  readonly fields: readonly DesignedField[];
};

export type JudgedFormula = {
  readonly key: string;
  readonly formula: Formula | null;
  readonly whyNot: string | null;
};

/** Of each computed field the formula, or what is wrong with it. */
export function judgeFormulas(
  fields: readonly DesignedField[],
  lines: readonly DesignedLines[],
): JudgedFormula[] {
  const read = [...readAll(fields, lines), ...lines.flatMap(({ fields: own }) => readAll(own, null))];
  const formulas = new Map(read.flatMap(({ key, formula }) => (formula === null ? [] : [[key, formula]])));
  const names = namesOf(fields, lines);
  return read.map((one) => {
    if (one.whyNot !== null || !one.isEnabled || one.formula === null) return one;
    const circle = findCircle(one.key, formulas);
    return circle === null
      ? one
      : {
          ...one,
          whyNot: `This goes in a circle: ${circle.map((key) => names.get(key) ?? key).join(' → ')}.`,
        };
  });
}

type Read = JudgedFormula & { readonly isEnabled: boolean };

function readAll(fields: readonly DesignedField[], lines: readonly DesignedLines[] | null): Read[] {
  const findName = nameFinder(fields, lines);
  const known = new Map(
    [...fields, ...(lines ?? []).flatMap(({ fields: own }) => own)].map((field) => [field.key, field]),
  );
  return fields.flatMap((field): Read[] => {
    if (field.formula === null) return [];
    const { key, enabled: isEnabled } = field;
    const refuse = (whyNot: string): Read[] => [{ key, isEnabled, formula: null, whyNot }];
    const whyNotFitting = (formula: Formula) =>
      whyNotKinds(formula, field.dataType, {
        dataTypeOf: (own) => known.get(own)?.dataType,
        nameOf: (own) => known.get(own)?.name ?? own,
      });
    const ofField = whyNotComputed(field);
    if (ofField !== null) return refuse(ofField);
    if ('written' in field.formula) {
      const found = readFormula(field.formula.written, findName);
      if (found.whyNot !== undefined) return refuse(found.whyNot);
      const whyNot = whyNotFitting(found.formula);
      return whyNot === null ? [{ key, isEnabled, formula: found.formula, whyNot }] : refuse(whyNot);
    }
    const formula = readKeptFormula(field.formula.kept);
    if (formula === null) return refuse('The formula cannot be read: write it again.');
    const whyNot = isEnabled ? (whyNotNamed(formula, known) ?? whyNotFitting(formula)) : null;
    return [{ key, isEnabled, formula, whyNot }];
  });
}

export const cannotBeComputed = (dataType: DataType): string =>
  `${dataTypeNames[dataType]} cannot be computed: numbers, amounts and texts can.`;

function whyNotComputed({ dataType, required, defaultValue }: DesignedField): string | null {
  if (!isComputable(dataType)) return cannotBeComputed(dataType);
  if (required) return 'A computed field is not required: nobody fills it.';
  return defaultValue == null
    ? null
    : 'A computed field has no default value: it is computed from the start.';
}

/** Of a formula that stands: whether what it names is still there. */
function whyNotNamed(formula: Formula, known: ReadonlyMap<string, DesignedField>): string | null {
  const { own, gathered } = keysIn(formula);
  for (const [keys, place] of [
    [own, 'own'],
    [gathered, 'lines'],
  ] as const)
    for (const key of keys) {
      const field = known.get(key);
      if (field === undefined) return 'A field that it names is not there any more.';
      const whyNot = whyNotInput(field, place);
      if (whyNot !== null) return whyNot;
    }
  return null;
}

type Place = Parameters<FindName>[1];

/** Whether a formula may name fields of the data type; those of lines are gathered. */
export const isFormulaInput = (dataType: DataType, place: Place): boolean =>
  place === 'own' ? kindOfInput(dataType) !== null : kindOfInput(dataType) === 'number';

function whyNotInput({ name, dataType, enabled }: DesignedField, place: Place): string | null {
  if (!isFormulaInput(dataType, place))
    return `“${name}” is ${dataTypeNames[dataType].toLowerCase()}: ${
      place === 'own'
        ? 'formulas take numbers, amounts and texts'
        : 'sum, count, min and max take numbers and amounts'
    }.`;
  return enabled ? null : `“${name}” is switched off.`;
}

/** @param lines null within a line, which sees itself alone */
export function nameFinder(
  fields: readonly DesignedField[],
  lines: readonly DesignedLines[] | null,
): FindName {
  return (name, place) => {
    const folded = foldName(name);
    if (place === 'own') {
      const found = pick(fields.filter((field) => foldName(field.name) === folded));
      if (found !== undefined) return nameOrWhyNot(found, place);
      const inLines = linesFieldsCalled(folded, lines ?? [])[0];
      return {
        whyNot:
          inLines === undefined
            ? `There is no field “${name}” here.`
            : isFormulaInput(inLines.field.dataType, 'lines')
              ? `“${name}” is a field of the lines: write sum(${nameInFormula(inLines.field.name)}).`
              : `“${name}” is a field of the lines: a record gathers numbers and amounts of them.`,
      };
    }
    if (lines === null)
      return {
        whyNot:
          'A line is computed from its own fields: sum, count, min and max are for fields of the record.',
      };
    const found = linesFieldsCalled(folded, lines);
    const enabled = found.filter(({ isEnabled }) => isEnabled);
    if (enabled.length > 1)
      return {
        whyNot: `Two kinds of lines have “${name}”: write [${enabled[0]!.kind}.${enabled[0]!.field.name}].`,
      };
    const one = (enabled[0] ?? found[0])?.field;
    return one === undefined ? { whyNot: `The lines have no field “${name}”.` } : nameOrWhyNot(one, place);
  };
}

const pick = (found: readonly DesignedField[]): DesignedField | undefined =>
  found.find(({ enabled }) => enabled) ?? found[0];

function linesFieldsCalled(folded: string, lines: readonly DesignedLines[]) {
  return lines.flatMap(({ name: kind, enabled, fields }) =>
    fields
      .filter((field) => foldName(field.name) === folded || foldName(`${kind}.${field.name}`) === folded)
      .map((field) => ({ kind, field, isEnabled: enabled && field.enabled })),
  );
}

function nameOrWhyNot(field: DesignedField, place: Place) {
  const whyNot = whyNotInput(field, place);
  return whyNot === null ? { key: field.key } : { whyNot };
}

/** The way from the field back to itself, or null. */
function findCircle(start: string, formulas: ReadonlyMap<string, Formula>): readonly string[] | null {
  const seen = new Set<string>();
  const visit = (key: string, way: readonly string[]): readonly string[] | null => {
    const formula = formulas.get(key);
    if (formula === undefined) return null;
    for (const next of keysIn(formula).own) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = visit(next, [...way, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(start, [start]);
}

const namesOf = (fields: readonly DesignedField[], lines: readonly DesignedLines[]) =>
  new Map([...fields, ...lines.flatMap(({ fields: own }) => own)].map(({ key, name }) => [key, name]));

/** A kept formula with the names that its fields have now. */
export function showFormula(
  kept: string,
  fields: readonly Pick<DesignedField, 'key' | 'name'>[],
  lines: readonly (Pick<DesignedLines, 'name' | 'enabled'> & {
    readonly fields: readonly Pick<DesignedField, 'key' | 'name' | 'enabled'>[];
  })[],
): string {
  const formula = readKeptFormula(kept);
  if (formula === null) return kept;
  const own = new Map(fields.map(({ key, name }) => [key, name]));
  const ofLines = lines.flatMap(({ name: kind, enabled, fields: inKind }) =>
    inKind.map((field) => ({ ...field, kind, isEnabled: enabled && field.enabled })),
  );
  return writeFormula(formula, (key) => {
    const ownName = own.get(key);
    if (ownName !== undefined) return nameInFormula(ownName);
    const field = ofLines.find((one) => one.key === key);
    if (field === undefined) return `[${key}]`;
    const twins = ofLines.filter((one) => one.isEnabled && foldName(one.name) === foldName(field.name));
    return nameInFormula(twins.length > 1 ? `${field.kind}.${field.name}` : field.name);
  });
}
