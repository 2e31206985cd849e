import { mayGroup, measureNames, measuresOf } from '@rowhouse/domain/aggregates/measures.ts';
import type { FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import type { RecordField } from '../record-field.ts';
import { LevelChoice } from './level-choice.tsx';
import styles from './summary.module.css';
import { mostSummaryMeasures, type SummarySetting } from './summary-setting.ts';

type SummaryChoiceProps = {
  setting: SummarySetting;
  fields: readonly RecordField[];
  onChange: (setting: SummarySetting) => void;
};

/** Up to three levels, and up to three numbers beside the count. The last list of each adds one. */
export function SummaryChoice({ setting, fields, onChange }: SummaryChoiceProps) {
  const { levels, measures } = setting;
  const setMeasure = (at: number, chosen: string) => {
    const [kind, field] = chosen.split(' ');
    const next = field === undefined ? [] : [{ kind: kind as FieldMeasure, field }];
    onChange({ ...setting, measures: [...measures.slice(0, at), ...next, ...measures.slice(at + 1)] });
  };
  return (
    <div className={styles.choice}>
      <LevelChoice
        levels={levels}
        fields={fields.filter(mayGroup)}
        isLastKept
        onChange={(next) => onChange({ ...setting, levels: next })}
      />
      <div role="group" aria-label="Numbers" className={styles.row}>
        {[...measures, null].slice(0, mostSummaryMeasures).map((measure, at) => (
          <Select
            key={measure === null ? 'more' : `${measure.kind} ${measure.field}`}
            small
            aria-label={measure === null ? 'Add a number' : `Number ${at + 1}`}
            value={measure === null ? '' : `${measure.kind} ${measure.field}`}
            onChange={({ target }) => setMeasure(at, target.value)}
          >
            <option value="">{measure === null ? 'Add a number…' : 'No number'}</option>
            {fields
              .filter((field) => measuresOf(field).length > 0)
              .map((field) => (
                <optgroup key={field.key} label={field.name}>
                  {measuresOf(field).map((kind) => (
                    <option key={kind} value={`${kind} ${field.key}`}>
                      {measureNames[kind]} of {field.name}
                    </option>
                  ))}
                </optgroup>
              ))}
          </Select>
        ))}
      </div>
    </div>
  );
}
