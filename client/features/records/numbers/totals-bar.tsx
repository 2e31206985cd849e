import { useId } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import styles from './totals.module.css';
import { totalScopes, type TotalScope, type Totals } from './totals-setting.ts';
import type { ShownTotals } from './use-totals.ts';

type TotalsBarProps = { totals: Totals; shown: ShownTotals; onSummary: (opener: HTMLElement) => void };

/** Puts the row of totals under the rows, and says of what they are. */
export function TotalsBar({ totals, shown, onSummary }: TotalsBarProps) {
  const scopeId = useId();
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.toggle} aria-pressed={shown.isShown} onClick={totals.toggle}>
        <Icon name="sum" size={16} />
        Totals
      </button>
      <button
        type="button"
        className={styles.toggle}
        aria-haspopup="dialog"
        onClick={(event) => onSummary(event.currentTarget)}
      >
        Summary
      </button>
      {shown.isShown && (
        <>
          <label htmlFor={scopeId}>Totals of</label>
          <Select
            id={scopeId}
            small
            value={shown.scope}
            onChange={(event) => totals.setScope(event.target.value as TotalScope)}
          >
            {totalScopes.map((scope) => (
              <option key={scope} value={scope}>
                {shown.scopeWords[scope]}
              </option>
            ))}
          </Select>
          {shown.failure !== null && (
            <span role="alert" className={styles.failure} title={shown.failure}>
              {shown.failure}
            </span>
          )}
        </>
      )}
    </div>
  );
}
