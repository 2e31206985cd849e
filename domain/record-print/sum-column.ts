/**
 * The sum of a column of stored numbers, exact to their last decimal; null when none of them is a number.
 * @param values '12.5', '' for an empty one
 */
export function sumColumn(values: readonly string[]): string | null {
  const numbers = values.filter((value) => /^-?\d+(\.\d+)?$/.test(value));
  if (numbers.length === 0) return null;
  const decimals = Math.max(...numbers.map((value) => value.split('.')[1]?.length ?? 0));
  let sum = 0n;
  for (const value of numbers) {
    const [whole = '', part = ''] = value.split('.');
    sum += BigInt(`${whole}${part.padEnd(decimals, '0')}`);
  }
  const digits = (sum < 0n ? -sum : sum).toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return sum < 0n ? `-${text}` : text;
}
