import { intervalNames, intervals, type Interval } from '@rowhouse/domain/aggregates/interval.ts';
import { mostGroups } from '@rowhouse/domain/aggregates/limits.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import type { RecordField } from '../record-field.ts';
import { levelOf, type SummaryLevel } from './summary-setting.ts';
import styles from './summary.module.css';

type LevelChoiceProps = {
  levels: readonly SummaryLevel[];
  /** Those that can be grouped by. */
  fields: readonly RecordField[];
  /** Whether there is always a level. */
  isLastKept?: boolean;
  onChange: (levels: readonly SummaryLevel[]) => void;
};

/** Up to three levels; the last list adds one. */
export function LevelChoice({ levels, fields, isLastKept = false, onChange }: LevelChoiceProps) {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const isFree = ({ key }: RecordField) => levels.every((level) => level.field !== key);
  const setLevel = (at: number, key: string) => {
    const field = byKey.get(key);
    const next = field === undefined ? [] : [levelOf(field)];
    onChange([...levels.slice(0, at), ...next, ...levels.slice(at + 1)]);
  };
  return (
    <div role="group" aria-label="Groups" className={styles.row}>
      {levels.map((level, at) => (
        <span key={level.field} className={styles.one}>
          <Select
            small
            aria-label={at === 0 ? 'Group by' : `Then by, level ${at + 1}`}
            value={level.field}
            onChange={({ target }) => setLevel(at, target.value)}
          >
            {(at > 0 || !isLastKept) && (
              <option value="">{at === 0 && levels.length === 1 ? 'No groups' : 'No further level'}</option>
            )}
            {fields
              .filter((field) => field.key === level.field || isFree(field))
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
                onChange(
                  levels.map((one) => (one === level ? { ...one, interval: target.value as Interval } : one)),
                )
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
            .filter((field) => isFree(field))
            .map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
        </Select>
      )}
    </div>
  );
}
