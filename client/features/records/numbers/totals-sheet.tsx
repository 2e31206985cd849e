import { measureNames, type FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { useId } from 'react';
import { BottomSheet } from '../../../ui/bottom-sheet.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import styles from './totals.module.css';
import { useTotals, type ColumnTotal } from './use-totals.ts';

/** The totals where there are no columns to stand under: one below the other. */
export function TotalsSheet({ screen, onClose }: { screen: GridScreen; onClose: () => void }) {
  const shownKeys = useShown(screen, (shown) => shown.shownKeys);
  const fields = useShown(screen, (shown) => shown.fields);
  const totals = useTotals(screen, true);
  return (
    <BottomSheet title="Totals" height="whole" onClose={onClose}>
      <p className={styles.scope}>Of {totals.scopeWords[totals.scope]}</p>
      {totals.failure !== null && <p role="alert">{totals.failure}</p>}
      <ul className={styles.list}>
        {shownKeys.flatMap((key) => {
          const total = totals.columnOf(key);
          return total === null
            ? []
            : [
                <Total
                  key={key}
                  name={fields.get(key)?.name ?? key}
                  total={total}
                  onChoose={(kind) => screen.totals.choose(key, kind)}
                />,
              ];
        })}
      </ul>
    </BottomSheet>
  );
}

type TotalProps = { name: string; total: ColumnTotal; onChoose: (kind: FieldMeasure | null) => void };

function Total({ name, total: { kind, offered, shown }, onChoose }: TotalProps) {
  const id = useId();
  return (
    <li className={styles.item}>
      <label htmlFor={id}>{name}</label>
      <Select
        id={id}
        value={kind ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : (target.value as FieldMeasure))}
      >
        <option value="">No total</option>
        {offered.map((one) => (
          <option key={one} value={one}>
            {measureNames[one]}
          </option>
        ))}
      </Select>
      {kind !== null && <output className={`${styles.value} rh-figures`}>{shown ?? '–'}</output>}
    </li>
  );
}
