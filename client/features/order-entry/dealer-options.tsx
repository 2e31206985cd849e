import { capital } from '@rowhouse/domain/kernel/capital.ts';
import { showCurrency } from '@rowhouse/domain/kernel/formats.ts';
import { mostLineQuantity, mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';
import { sayRepair, type OptionVerdict } from '@rowhouse/domain/order-entry/option-rules.ts';
import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import { foldCase } from '@rowhouse/domain/kernel/fold-case.ts';
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { FindInput } from '../../ui/find-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { areLetterKeysOn } from '../../ui/screen-keys/letter-keys.ts';
import styles from './dealer-options.module.css';
import { isSamePrice, type OrderLine } from './order-lines.ts';

type DealerOptionsProps = {
  /** Of the chosen opportunity. */
  offered: readonly DealerOption[];
  lines: readonly OrderLine[];
  /** Of the options that do not go with what is chosen. */
  verdicts: ReadonlyMap<string, OptionVerdict>;
  /** Said where there is no option. */
  whyNone: string;
  /** Told the list, which takes the focus when something in it is to be put right. */
  hold: (list: HTMLElement | null) => void;
  onChange: (lines: readonly OrderLine[]) => void;
};

/** A quantity that a person would type. */
const readQuantity = (text: string): number =>
  Math.min(Math.max(Math.trunc(Number(text.replace(/\D/g, '')) || 1), 1), mostLineQuantity);

/** How many rows come at a time, so that no key waits for a thousand. */
const rowsAtOnce = 60;
/** More of them are searched. */
const mostAtAGlance = 12;

/** The options of the opportunity by group, each with its price; what was chosen and is offered no more stands first. */
export function DealerOptions({ offered, lines, verdicts, whyNone, hold, onChange }: DealerOptionsProps) {
  const byOption = useMemo(() => new Map(lines.map((line) => [line.option, line])), [lines]);
  const prices = useMemo(() => new Map(offered.map(({ option, price }) => [option, price])), [offered]);
  const [sought, setSought] = useState('');
  const all = useMemo(
    () => [
      ...lines
        .filter(({ option }) => !prices.has(option))
        .map(({ option, price }) => ({ option, price, group: '', isGone: true })),
      ...byGroup(offered).map(({ option, price, group }) => ({ option, price, group, isGone: false })),
    ],
    [offered, lines, prices],
  );
  const shown = useMemo(() => {
    const words = foldCase(sought.trim());
    if (words === '') return all;
    // What is chosen stays in sight: it is what the others go with or not.
    return all.filter(({ option }) => byOption.has(option) || foldCase(option).includes(words));
  }, [all, byOption, sought]);
  const priceOf = (option: string) => prices.get(option) ?? '';
  const repair = ({ add, remove }: Repair) =>
    onChange([
      ...lines.filter((line) => !remove.includes(line.option)),
      ...add.map((option) => ({ option, quantity: 1, price: priceOf(option) })),
    ]);
  const change: OptionChange = {
    choose: (option, price) => onChange([...lines, { option, quantity: 1, price }]),
    leaveOut: (option) => onChange(lines.filter((line) => line.option !== option)),
    set: (option, changed) =>
      onChange(lines.map((line) => (line.option === option ? { ...line, ...changed } : line))),
    repair,
    priceOf,
  };
  // A row is drawn again when something of its own changed, and asks for these when it is used.
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  const room = useGrowing(shown.length);
  const isFull = lines.length >= mostOrderLines;
  if (all.length === 0) return <p>{whyNone}</p>;
  const groups = [...Map.groupBy(shown.slice(0, room), ({ group }) => group)];
  return (
    <div ref={hold} tabIndex={-1} role="group" aria-label="Options" className={styles.options}>
      {offered.length > mostAtAGlance && (
        <FindInput label="Find an option" value={sought} onChange={setSought} />
      )}
      {shown.length === 0 && <p role="status">No option has “{sought.trim()}” in its name.</p>}
      {groups.map(([group, options]) => (
        <OptionGroup key={group} name={group}>
          {options.map(({ option, price, isGone }) => (
            <OptionRow
              key={option}
              {...{ option, price, isGone, isFull, latest }}
              line={byOption.get(option)}
              verdict={verdicts.get(option)}
            />
          ))}
        </OptionGroup>
      ))}
    </div>
  );
}

/** Those without a group first; the groups as they come in the file. */
const byGroup = (options: readonly DealerOption[]): readonly DealerOption[] => {
  const groups = Map.groupBy(options, ({ group }) => group);
  return [
    groups.get('') ?? [],
    ...[...groups].flatMap(([name, ofOne]) => (name === '' ? [] : [ofOne])),
  ].flat();
};

function OptionGroup({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  if (name === '')
    return (
      <ul className={styles.list} aria-label="Without a group">
        {children}
      </ul>
    );
  return (
    <section>
      <h3 id={id} className={styles.group}>
        {name} <span className={styles.most}>at most one</span>
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}

/** Grows to the whole while nobody waits for anything else. */
function useGrowing(whole: number): number {
  const [room, setRoom] = useState(rowsAtOnce);
  useEffect(() => {
    if (room >= whole) return undefined;
    const turn = setTimeout(() => setRoom(room + rowsAtOnce));
    return () => clearTimeout(turn);
  }, [room, whole]);
  return room;
}

type OptionChange = {
  readonly choose: (option: string, price: string) => void;
  readonly leaveOut: (option: string) => void;
  readonly set: (option: string, changed: Partial<Pick<OrderLine, 'quantity' | 'price'>>) => void;
  readonly repair: (repair: Repair) => void;
  readonly priceOf: (option: string) => string;
};

type OptionRowProps = {
  option: string;
  /** As the file has it. */
  price: string;
  isGone: boolean;
  isFull: boolean;
  line: OrderLine | undefined;
  verdict: OptionVerdict | undefined;
  latest: RefObject<OptionChange>;
};

const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { option, price, isGone, isFull, line, verdict, latest } = props;
  const mend = verdict?.repair ?? null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- R repairs the option that has the focus
    <li
      className={styles.option}
      data-chosen={line !== undefined || undefined}
      onKeyDown={(event) => {
        const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
        const isR = event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (!isR || isTyping || !areLetterKeysOn() || mend === null) return;
        event.preventDefault();
        latest.current.repair(mend);
      }}
    >
      <div className={styles.words}>
        <LabelledCheckbox
          label={option}
          checked={line !== undefined}
          disabled={line === undefined && (verdict !== undefined || isFull)}
          onChange={(event) =>
            event.target.checked ? latest.current.choose(option, price) : latest.current.leaveOut(option)
          }
        />
        {isGone && (
          <span className={styles.gone}>
            The file of options has it no more.{' '}
            <button
              type="button"
              className={styles.accept}
              aria-label={`Take it out: ${option}`}
              onClick={() => latest.current.leaveOut(option)}
            >
              Take it out
            </button>
          </span>
        )}
        {line !== undefined && !isGone && !isSamePrice(line.price, price) && (
          <span className={styles.gone}>
            Price changed from {showPrice(line.price)} to {showPrice(price)}.{' '}
            <button
              type="button"
              className={styles.accept}
              onClick={() => latest.current.set(option, { price })}
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
          onChange={(event) => latest.current.set(option, { quantity: readQuantity(event.target.value) })}
          onFocus={(event) => event.target.select()}
        />
      )}
      <span className={styles.price}>{showPrice(line?.price ?? price)}</span>
      {verdict !== undefined && (
        <div className={styles.reason}>
          <span>{`${capital(verdict.sentence)}.`}</span>
          {mend !== null && (
            <button
              type="button"
              className={styles.accept}
              aria-keyshortcuts="R"
              aria-label={`${option}: ${sayWhole(option, mend, latest.current.priceOf)}`}
              onClick={() => latest.current.repair(mend)}
            >
              {sayWhole(option, mend, latest.current.priceOf)}
            </button>
          )}
        </div>
      )}
    </li>
  );
}, isSameRow);

/** Verdicts are made anew at each change, and mostly say the same. */
function isSameRow(one: OptionRowProps, other: OptionRowProps): boolean {
  const { verdict, line, ...rest } = one;
  const { verdict: otherVerdict, line: otherLine, ...others } = other;
  return (
    line?.quantity === otherLine?.quantity &&
    line?.price === otherLine?.price &&
    (line === undefined) === (otherLine === undefined) &&
    (verdict === otherVerdict || JSON.stringify(verdict) === JSON.stringify(otherVerdict)) &&
    Object.entries(rest).every(([key, value]) => others[key as keyof typeof others] === value)
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
