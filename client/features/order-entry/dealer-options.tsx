import { showCurrency } from '@rowhouse/domain/kernel/formats.ts';
import { mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';
import { sayRepair, type OptionVerdict } from '@rowhouse/domain/order-entry/option-rules.ts';
import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { areLetterKeysOn } from '../../ui/screen-keys/letter-keys.ts';
import styles from './dealer-options.module.css';
import type { OrderLine } from './order-lines.ts';

type DealerOptionsProps = {
  /** Of the chosen opportunity. */
  offered: readonly DealerOption[];
  lines: readonly OrderLine[];
  /** Of the options that do not go with what is chosen. */
  verdicts: ReadonlyMap<string, OptionVerdict>;
  onChange: (lines: readonly OrderLine[]) => void;
};

/** A quantity that a person would type. */
const readQuantity = (text: string): number =>
  Math.min(Math.max(Math.trunc(Number(text.replace(/\D/g, '')) || 1), 1), 99_999);

/** The options of the opportunity, each with its price; what was chosen and is offered no more stays in its place. */
export function DealerOptions({ offered, lines, verdicts, onChange }: DealerOptionsProps) {
  const gone = lines.filter(({ option }) => !offered.some((one) => one.option === option));
  const shown = [
    ...offered.map(({ option, price }) => ({ option, price, isGone: false })),
    ...gone.map(({ option, price }) => ({ option, price, isGone: true })),
  ];
  const priceOf = (option: string) => offered.find((one) => one.option === option)?.price ?? '';
  const repair = ({ add, remove }: Repair) =>
    onChange([
      ...lines.filter((line) => !remove.includes(line.option)),
      ...add.map((option) => ({ option, quantity: 1, price: priceOf(option) })),
    ]);
  if (shown.length === 0) return <p>The file of options has none for this opportunity.</p>;
  return (
    <ul className={styles.list} aria-label="Options">
      {shown.map(({ option, price, isGone }) => {
        const line = lines.find((one) => one.option === option);
        const others = lines.filter((one) => one !== line);
        const verdict = verdicts.get(option);
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- R repairs the option that has the focus
          <li
            key={option}
            className={styles.option}
            data-chosen={line !== undefined || undefined}
            onKeyDown={(event) => {
              const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
              const isR =
                event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey;
              if (!isR || isTyping || !areLetterKeysOn() || verdict?.repair == null) return;
              event.preventDefault();
              repair(verdict.repair);
            }}
          >
            <div className={styles.words}>
              <LabelledCheckbox
                label={option}
                checked={line !== undefined}
                disabled={line === undefined && (verdict !== undefined || lines.length >= mostOrderLines)}
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
            {verdict !== undefined && (
              <div className={styles.reason}>
                <span>{`${verdict.sentence.slice(0, 1).toUpperCase()}${verdict.sentence.slice(1)}.`}</span>
                {verdict.repair !== null && (
                  <button
                    type="button"
                    className={styles.accept}
                    aria-keyshortcuts="R"
                    aria-label={`${option}: ${sayWhole(option, verdict.repair, priceOf)}`}
                    onClick={() => repair(verdict.repair!)}
                  >
                    {sayWhole(option, verdict.repair, priceOf)}
                  </button>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type Repair = NonNullable<OptionVerdict['repair']>;

/** With what the options that it adds come to, where all have a price. */
function sayWhole(option: string, repair: Repair, priceOf: (option: string) => string): string {
  const prices = repair.add.map(priceOf);
  const cents = prices.reduce((sum, price) => sum + Math.round(Number(price) * 100), 0);
  const others = sayRepair(option, repair);
  const words = repair.add.includes(option) ? `${others}; then choose this` : others;
  return prices.includes('') || cents === 0 ? words : `${words} (+${showCurrency((cents / 100).toFixed(2))})`;
}

const showPrice = (price: string): string => (price === '' ? 'no price' : showCurrency(price));
