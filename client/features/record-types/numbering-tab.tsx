// The series from which records of a type get their numbers.
import { seriesNumber } from '@rowhouse/domain/record-types/rules.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { faultOf } from './inspectors.tsx';
import styles from './record-types.module.css';
import type { Designer } from './use-designer.ts';

const thisYear = () => new Date().getFullYear();

export function NumberingTab({ designer }: { designer: Designer }) {
  const { draft, fault, set } = designer;
  const { key, values } = draft.numbering;
  const change = (given: Partial<typeof values>) =>
    set({ numbering: { ...draft.numbering, values: { ...values, ...given } } });
  return (
    <div className={styles.narrowForm}>
      <div className={styles.form}>
        <LabelledCheckbox
          label="Give record numbers from a series, where a new record leaves its number empty"
          checked={values.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <TextInput
          label="Prefix"
          hint="Digits, for a record number is a number: 45 in 4500123. It may be empty."
          inputMode="numeric"
          value={values.prefix}
          error={faultOf(fault, key, 'prefix')}
          onChange={(prefix) => change({ prefix })}
        />
        <LabelledCheckbox
          label="The year stands before the counter, which begins at 1 again each year"
          checked={values.byYear}
          onChange={(event) => change({ byYear: event.currentTarget.checked })}
        />
        <TextInput
          label="Digits of the counter"
          hint="At least: zeros fill it up behind a prefix or a year."
          inputMode="numeric"
          value={String(values.padding)}
          error={faultOf(fault, key, 'padding')}
          onChange={(padding) => change({ padding: Number(padding.replace(/\D/g, '')) })}
        />
        <TextInput
          label="Next number"
          inputMode="numeric"
          value={String(values.nextNumber)}
          error={faultOf(fault, key, 'nextNumber')}
          onChange={(next) => change({ nextNumber: Number(next.replace(/\D/g, '').slice(0, 12)) })}
        />
        {values.enabled && (
          <p role="status" className={styles.notice}>
            The next record gets {seriesNumber(values, values.nextNumber, thisYear())}.
          </p>
        )}
      </div>
    </div>
  );
}
