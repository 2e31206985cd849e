/** A number as the contract writes it: no exponent, no zeros that say nothing, every digit that tells it from others. */
export function plainNumber(text: string): string {
  const [digits = '', exponent = '0'] = String(Number(text)).split('e');
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const sign = digits.startsWith('-') ? '-' : '';
  const point = whole.length + Number(exponent);
  const all = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(0, point);
  const behind = all.slice(at).replace(/0+$/, '');
  return `${sign}${all.slice(0, at) || '0'}${behind === '' ? '' : `.${behind}`}`;
}
