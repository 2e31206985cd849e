import { intervalNames, intervals, type Interval } from '@rowhouse/domain/aggregates/interval.ts';
import { mostGroups } from '@rowhouse/domain/aggregates/limits.ts';
import { mayGroup, measureNames, measuresOf } from '@rowhouse/domain/aggregates/measures.ts';
import type { FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import type { RecordField } from '../record-field.ts';
import styles from './summary.module.css';
import { levelOf, mostSummaryMeasures, type SummarySetting } from './summary-setting.ts';

type SummaryChoiceProps = {
  setting: SummarySetting;
  fields: readonly RecordField[];
  onChange: (setting: SummarySetting) => void;
};

/** Up to three levels, and up to three numbers beside the count. The last list of each adds one. */
export function SummaryChoice({ setting, fields, onChange }: SummaryChoiceProps) {
  const { levels, measures } = setting;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const setLevel = (at: number, key: string) => {
    const field = byKey.get(key);
    const next = field === undefined ? [] : [levelOf(field)];
    onChange({ ...setting, levels: [...levels.slice(0, at), ...next, ...levels.slice(at + 1)] });
  };
  const setMeasure = (at: number, chosen: string) => {
    const [kind, field] = chosen.split(' ');
    const next = field === undefined ? [] : [{ kind: kind as FieldMeasure, field }];
    onChange({ ...setting, measures: [...measures.slice(0, at), ...next, ...measures.slice(at + 1)] });
  };
  return (
    <div className={styles.choice}>
      <div role="group" aria-label="Groups" className={styles.row}>
        {levels.map((level, at) => (
          <span key={level.field} className={styles.one}>
            <Select
              small
              aria-label={at === 0 ? 'Group by' : `Then by, level ${at + 1}`}
              value={level.field}
              onChange={({ target }) => setLevel(at, target.value)}
            >
              {at > 0 && <option value="">No further level</option>}
              {fields
                .filter((field) => field.key === level.field || isFree(field, setting))
                .map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
            </Select>
            {level.interval !== null && (
              <Select
                small
                aria-label={`${byKey.get(level.field)?.name ?? ''} by`}
                value={level.interval}
                onChange={({ target }) =>
                  onChange({
                    ...setting,
                    levels: levels.map((one) =>
                      one === level ? { ...one, interval: target.value as Interval } : one,
                    ),
                  })
                }
              >
                {intervals.map((interval) => (
                  <option key={interval} value={interval}>
                    by {intervalNames[interval]}
                  </option>
                ))}
              </Select>
            )}
          </span>
        ))}
        {levels.length < mostGroups && (
          <Select
            small
            aria-label="Add a level"
            value=""
            onChange={({ target }) => setLevel(levels.length, target.value)}
          >
            <option value="">{levels.length === 0 ? 'Group by…' : 'then by…'}</option>
            {fields
              .filter((field) => isFree(field, setting))
              .map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </div>
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

const isFree = (field: RecordField, { levels }: SummarySetting): boolean =>
  mayGroup(field) && levels.every((level) => level.field !== field.key);
