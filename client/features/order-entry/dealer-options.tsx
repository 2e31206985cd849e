import { showCurrency } from '@rowhouse/domain/kernel/formats.ts';
import { mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';
import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import styles from './dealer-options.module.css';
import type { OrderLine } from './order-lines.ts';

type DealerOptionsProps = {
  /** Of the chosen opportunity. */
  offered: readonly DealerOption[];
  lines: readonly OrderLine[];
  onChange: (lines: readonly OrderLine[]) => void;
};

/** A quantity that a person would type. */
const readQuantity = (text: string): number =>
  Math.min(Math.max(Math.trunc(Number(text.replace(/\D/g, '')) || 1), 1), 99_999);

/** The options of the opportunity, each with its price; what was chosen and is offered no more stays in its place. */
export function DealerOptions({ offered, lines, onChange }: DealerOptionsProps) {
  const gone = lines.filter(({ option }) => !offered.some((one) => one.option === option));
  const shown = [
    ...offered.map(({ option, price }) => ({ option, price, isGone: false })),
    ...gone.map(({ option, price }) => ({ option, price, isGone: true })),
  ];
  if (shown.length === 0) return <p>The file of options has none for this opportunity.</p>;
  return (
    <ul className={styles.list} aria-label="Options">
      {shown.map(({ option, price, isGone }) => {
        const line = lines.find((one) => one.option === option);
        const others = lines.filter((one) => one !== line);
        return (
          <li key={option} className={styles.option} data-chosen={line !== undefined || undefined}>
            <div className={styles.words}>
              <LabelledCheckbox
                label={option}
                checked={line !== undefined}
                disabled={line === undefined && lines.length >= mostOrderLines}
                onChange={(event) =>
                  onChange(event.target.checked ? [...lines, { option, quantity: 1, price }] : others)
                }
              />
              {isGone && <span className={styles.gone}>The file of options has it no more.</span>}
              {line !== undefined && !isGone && line.price !== price && (
                <span className={styles.gone}>
                  Price changed from {showPrice(line.price)} to {showPrice(price)}.{' '}
                  <button
                    type="button"
                    className={styles.accept}
                    onClick={() => onChange(lines.map((one) => (one === line ? { ...one, price } : one)))}
                  >
                    Take the new price
                  </button>
                </span>
              )}
            </div>
            {line !== undefined && (
              <input
                className={styles.quantity}
                inputMode="numeric"
                aria-label={`Quantity of ${option}`}
                value={line.quantity}
                onChange={(event) =>
                  onChange(
                    lines.map((one) =>
                      one === line ? { ...one, quantity: readQuantity(event.target.value) } : one,
                    ),
                  )
                }
                onFocus={(event) => event.target.select()}
              />
            )}
            <span className={styles.price}>{showPrice(line?.price ?? price)}</span>
          </li>
        );
      })}
    </ul>
  );
}

const showPrice = (price: string): string => (price === '' ? 'no price' : showCurrency(price));
