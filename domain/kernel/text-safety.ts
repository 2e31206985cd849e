import { invalid } from './refusal.ts';

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Text that a database can keep: no NUL, no half of a surrogate pair. */
export const isStorableText = (text: string): boolean =>
  !text.includes('\u0000') && !loneSurrogate.test(text);

export function requireStorableText(text: string, field: string): string {
  if (!isStorableText(text)) {
    throw invalid(
      'The text holds a character that cannot be stored (NUL or half of a surrogate pair).',
      field,
    );
  }
  return text;
}
