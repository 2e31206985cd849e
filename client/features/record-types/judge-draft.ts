// The formulas of a draft, judged as they would stand together. One that nobody touched is the server's: it follows its
// fields through a rename, and its text does so when the draft is saved.
import {
  isFormulaInput,
  judgeFormulas,
  type DesignedField,
} from '@rowhouse/domain/formulas/judge-formulas.ts';
import type { FieldDesign, LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import type { DesignDraft, Part, Parts } from './design-draft.ts';
import type { FormulaNames } from './formula-input.tsx';

const isUntouched = ({ id, base, values }: Part<{ readonly formula: string | null }>): boolean =>
  id !== null && base.formula === values.formula;

const toDesigned = <Values extends FieldDesign | LineFieldDesign>(
  part: Part<Values>,
  isOn: boolean,
): DesignedField => {
  const { name, dataType, required, enabled, formula } = part.values;
  return {
    key: part.key,
    name,
    dataType,
    required,
    enabled: enabled && isOn,
    defaultValue: 'defaultValue' in part.values ? part.values.defaultValue : null,
    formula: formula === null ? null : { written: formula },
  };
};

/** What is wrong with formulas, by the key of their part. */
export function judgeDraft({ fields, lineTypes }: DesignDraft): ReadonlyMap<string, string> {
  const toFields = <Values extends FieldDesign | LineFieldDesign>({ parts }: Parts<Values>, isOn = true) =>
    parts.map((part) => toDesigned(part, isOn));
  const judged = judgeFormulas(
    toFields(fields),
    lineTypes.map(({ values: { name, enabled }, fields: own }) => ({
      name,
      enabled,
      fields: toFields(own, enabled),
    })),
  );
  const untouched = new Set(
    [...fields.parts, ...lineTypes.flatMap((one): readonly Part<LineFieldDesign>[] => one.fields.parts)]
      .filter(isUntouched)
      .map(({ key }) => key),
  );
  return new Map(
    judged.flatMap(({ key, whyNot }) => (whyNot === null || untouched.has(key) ? [] : [[key, whyNot]])),
  );
}

const namesIn = (
  parts: readonly Part<LineFieldDesign>[],
  except: string,
  place: 'own' | 'lines' = 'own',
): string[] =>
  parts.flatMap(({ key, values: { name, dataType, enabled } }) =>
    key !== except && enabled && name !== '' && isFormulaInput(dataType, place) ? [name] : [],
  );

/** What the formula of a field of the record may name. */
export const namesForField = ({ fields, lineTypes }: DesignDraft, key: string): FormulaNames => ({
  own: namesIn(fields.parts, key),
  gathers: true,
  ofLines: [
    ...new Set(
      lineTypes.flatMap((one) => (one.values.enabled ? namesIn(one.fields.parts, key, 'lines') : [])),
    ),
  ],
});

export const namesForLine = (fields: Parts<LineFieldDesign>, key: string): FormulaNames => ({
  own: namesIn(fields.parts, key),
  gathers: false,
  ofLines: [],
});
