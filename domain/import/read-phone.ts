import { readPhone, writePhone } from '../kernel/formats.ts';

/** As it is stored, or as people write it; ten digits alone are of the United States and Canada. */
export function readWrittenPhone(text: string): string | null {
  if (readPhone(text) !== null) return text;
  const international = /^\+\s*(\d{1,3})[\s().-]+([\d\s().-]+)$/.exec(text) ?? /^\+(1)(\d{10})$/.exec(text);
  if (international !== null) {
    const national = (international[2] ?? '').replace(/\D/g, '').replace(/^0+/, '');
    return writePhone({ countryCode: international[1] ?? '', national });
  }
  if (!/^[\d\s().-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? writePhone({ countryCode: '1', national: digits }) : null;
}
