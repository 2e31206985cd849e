// What an order comes to as each side has it. A line is worth its one number times its one amount of money; terms that could be
// multiplied in two ways are not summed.
import type { DataType } from '../fields/data-types.ts';
import {
  addDecimals,
  isSameDecimal,
  readDecimal,
  roundDecimal,
  writeDecimal,
  zero,
} from '../kernel/decimal.ts';
import type { Decimal } from '../kernel/decimal.ts';
import { valueOf } from '../values/values.ts';

type Term = { readonly name: string; readonly dataType: DataType; readonly currency?: string | null };
/** What a side would have of a line: values in the order of the terms. */
type Position = { readonly isWithout: boolean; readonly values: readonly string[] } | null | undefined;
type Line = {
  readonly mine?: Position;
  readonly theirs?: Position;
  readonly agreed?: Position;
  readonly waitsForUs: boolean;
  readonly waitsForThem: boolean;
};

export type ConversationSums = {
  /** What was multiplied, in the words of the terms. */
  readonly of: string;
  readonly currency: string | null;
  /** Of the lines about which both are at one. */
  readonly agreed: string;
  /** Of the open lines as this side has them, and as the other has them; what is not answered yet counts as nothing. */
  readonly mine: string;
  readonly theirs: string;
  /** Theirs less mine, of the open lines about which both have said something. */
  readonly difference: string;
};

/** Null where the terms that the viewer sees do not say what a line is worth. */
export function sumConversation(terms: readonly Term[], lines: readonly Line[]): ConversationSums | null {
  const prices = terms.flatMap(({ dataType }, at) => (dataType === 'currency' ? at : []));
  const counts = terms.flatMap(({ dataType }, at) =>
    dataType !== 'currency' && valueOf(dataType).family === 'number' ? at : [],
  );
  const [price] = prices;
  const [count] = counts;
  if (price === undefined || count === undefined || prices.length > 1 || counts.length > 1) return null;

  const worth = (position: Position): Decimal => {
    if (position == null || position.isWithout) return zero;
    const [one = '', other = ''] = [position.values[count], position.values[price]];
    if (!isNumber(one) || !isNumber(other)) return zero;
    const [left, right] = [readDecimal(one), readDecimal(other)];
    return { units: left.units * right.units, scale: left.scale + right.scale };
  };
  const sum = (of: readonly Line[], position: (line: Line) => Position): Decimal =>
    of.reduce((all, line) => addDecimals(all, roundDecimal(worth(position(line)), 2)), zero);
  const isOpen = ({ waitsForUs, waitsForThem }: Line) => waitsForUs || waitsForThem;
  const open = lines.filter(isOpen);
  const mine = sum(open, (line) => line.mine);
  const theirs = sum(open, (line) => line.theirs);
  const answered = open.filter((line) => line.mine != null && line.theirs != null);
  const less = sum(answered, (line) => line.mine);
  const difference = addDecimals(
    sum(answered, (line) => line.theirs),
    { units: -less.units, scale: less.scale },
  );
  return {
    of: `${terms[count]?.name ?? ''} × ${terms[price]?.name ?? ''}`,
    currency: terms[price]?.currency ?? null,
    agreed: writeDecimal(
      sum(
        lines.filter((line) => !isOpen(line)),
        (line) => line.agreed,
      ),
    ),
    mine: writeDecimal(mine),
    theirs: writeDecimal(theirs),
    difference: isSameDecimal(difference, zero) ? '0' : writeDecimal(difference),
  };
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
