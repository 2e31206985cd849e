// The formula of a field, judged while it is written by what the server asks when it is saved.
import { isComputable, resultLength } from '@rowhouse/domain/formulas/formula.ts';
import { nameInFormula } from '@rowhouse/domain/formulas/write-formula.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { TextArea } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import styles from './record-types.module.css';

type FormulaInputProps = {
  dataType: DataType;
  formula: string | null;
  /** What is wrong with it as it stands, or null. */
  error: string | null;
  /** What it may name, the fields of the lines apart. */
  names: FormulaNames;
  /** Whether values stand that the formula replaces. */
  replaces: boolean;
  onSet: (formula: string | null) => void;
};

export type FormulaNames = {
  readonly own: readonly string[];
  readonly ofLines: readonly string[];
  /** Whether it may gather lines: a line has none. */
  readonly gathers: boolean;
};

const hintOf = (dataType: DataType): string =>
  resultLength(dataType) === null
    ? 'With + - * / and parentheses, for example Quantity * Unit price.'
    : 'Texts in quotes and fields, joined by &, for example City & ", " & Country.';

type Example = { readonly written: string; readonly says: string; readonly gathers?: true };

const examples: readonly Example[] = [
  {
    written: 'Quantity * Unit price',
    says: 'Computes with numbers: + - * / and parentheses. An empty field is left out of + and -, and leaves * and / empty.',
  },
  { written: 'round(Weight / 3, 2)', says: 'Rounds to so many decimals.' },
  {
    written: 'sum(Line total) + Freight',
    says: 'Gathers a number of the lines: sum, count, min or max.',
    gathers: true,
  },
  {
    written: 'City & ", " & Country',
    says: 'Joins texts, fields and numbers. An empty field adds nothing. A number stands without commas, 1234.5, an amount with two decimals, and what round gives with as many as it rounds to.',
  },
  {
    written: 'if(Quantity >= 100, "Bulk", "Piece")',
    says: 'Gives the one or the other. It compares two numbers or two texts by = <> < <= > or >=, capitals or not. Without the last part it is empty otherwise.',
  },
];

export function FormulaInput({ dataType, formula, error, names, replaces, onSet }: FormulaInputProps) {
  if (!isComputable(dataType)) return null;
  const append = (text: string) => onSet(`${(formula ?? '').trimEnd()} ${text}`.trimStart());
  return (
    <>
      <LabelledCheckbox
        label="Computed by a formula"
        checked={formula !== null}
        onChange={(event) => onSet(event.currentTarget.checked ? '' : null)}
      />
      {formula !== null && (
        <div className={styles.formula}>
          <TextArea
            label="Formula"
            required
            hint={hintOf(dataType)}
            value={formula}
            error={formula.trim() === '' ? null : error}
            onChange={onSet}
          />
          <Names label="Fields" names={names.own.map(nameInFormula)} onChoose={append} />
          <Names
            label="Of its lines"
            names={names.ofLines.map((name) => `sum(${nameInFormula(name)})`)}
            onChoose={append}
          />
          <details className={styles.formulaHelp}>
            <summary>What a formula can say</summary>
            <dl>
              {examples.map(({ written, says, gathers }) =>
                gathers && !names.gathers ? null : (
                  <div key={written}>
                    <dt>{written}</dt>
                    <dd>{says}</dd>
                  </div>
                ),
              )}
            </dl>
          </details>
          <p className={styles.quiet}>
            Nobody fills it. Who may see it sees the result, even where they may not see the fields that it
            comes from: close it on the page of roles where that tells too much.
            {replaces && ' Saving computes it in all records, in the place of what stands there.'}
          </p>
        </div>
      )}
    </>
  );
}

type NamesProps = { label: string; names: readonly string[]; onChoose: (name: string) => void };

function Names({ label, names, onChoose }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <div className={styles.formulaNames} role="group" aria-label={`${label} to put into the formula`}>
      <span>{label}</span>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}
