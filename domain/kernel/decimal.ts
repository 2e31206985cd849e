// Decimal numbers as they are written, without a binary fraction between: amounts that are added must come out to the cent.

/** `units` counted in steps of one part in 10^scale: 16.45 is 1645 with scale 2. */
export type Decimal = { readonly units: bigint; readonly scale: number };

export const zero: Decimal = { units: 0n, scale: 0 };

/** @param text a plain number: '-12.50', '.5', '7' */
export function readDecimal(text: string): Decimal {
  const [whole = '', decimals = ''] = text.split('.');
  return {
    units: BigInt(`${whole === '' || whole === '-' ? `${whole}0` : whole}${decimals}`),
    scale: decimals.length,
  };
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

export function isSameDecimal(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return unitsAt(one, scale) === unitsAt(other, scale);
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

/** A half goes away from zero, as bookkeepers round: 16.445 is 16.45, -16.445 is -16.45. */
export function roundDecimal(decimal: Decimal, scale: number): Decimal {
  if (decimal.scale <= scale) return decimal;
  const step = 10n ** BigInt(decimal.scale - scale);
  const size = decimal.units < 0n ? -decimal.units : decimal.units;
  const rounded = (size * 2n + step) / (step * 2n);
  return { units: decimal.units < 0n ? -rounded : rounded, scale };
}

/** @param scale to which the quotient is rounded, a half away from zero */
export function divideDecimal({ units, scale: own }: Decimal, divisor: bigint, scale: number): Decimal {
  const dividend = (units < 0n ? -units : units) * 10n ** BigInt(scale);
  const whole = divisor * 10n ** BigInt(own);
  const quotient = (dividend * 2n + whole) / (whole * 2n);
  return { units: units < 0n ? -quotient : quotient, scale };
}

/** Without the zeros behind its last digit. */
export function trimDecimal({ units, scale }: Decimal): Decimal {
  let trimmed = { units, scale };
  while (trimmed.scale > 0 && trimmed.units % 10n === 0n)
    trimmed = { units: trimmed.units / 10n, scale: trimmed.scale - 1 };
  return trimmed;
}

/** As the contract writes a number. */
export function writeDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}
