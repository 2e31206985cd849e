// What a person may save in a field, and how it is answered when it is read.
import { readDigits } from '@rowhouse/domain/values/read-number.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';
import type { ModelField } from './model-record.ts';
import { plainNumber } from './plain-number.ts';

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('a', 'É', ' ', '"', '\\', '\n', '😀', '{', "'", '\u2028'),
      fc.string({ unit: anyCharacter, maxLength: 1 }),
    ),
    maxLength: 60,
  })
  .filter(
    (value) => value.trim() !== '' && value.length <= 500 && !value.includes('\0') && value.isWellFormed(),
  );

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);

const wholeNumber = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.constantFrom('0', '-0', '007', '12.0', '1,234', '$5'),
);
const amount = fc.oneof(
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom('0', '-0', '007', '.5', '-.25', '1.500', '$1,234.50', '(12.50)', '9,999,999,999,999.99'),
);
const decimal = fc.oneof(
  wholeNumber,
  amount,
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => plainNumber(value.toFixed(9))),
  fc.double({ min: -1e-6, max: 1e-6, noNaN: true }).map((value) => plainNumber(value.toFixed(18))),
  fc.constantFrom('0.30000000000000004', '0.0000001'),
);

const twoDigits = (value: number) => String(value).padStart(2, '0');
const moment = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

/** Any value that the field takes, in a form in which a client may send it. */
export function givenValue(field: ModelField): fc.Arbitrary<string> {
  const ids = [...field.names.keys()];
  if (field.dataType === 'email') return fc.tuple(word, word).map(([one, host]) => `${one}@${host}.example`);
  if (field.dataType === 'phone') {
    return fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map((national) => `[1,${national}]`);
  }
  if (field.dataType === 'url') {
    return fc
      .tuple(fc.constantFrom('https://', 'http://', '', ' '), word, word)
      .map(([scheme, host, path]) => `${scheme}${host}.example/${path}`);
  }
  switch (valueOf(field.dataType).family) {
    case 'number':
      return field.dataType === 'number' ? wholeNumber : field.dataType === 'currency' ? amount : decimal;
    case 'date':
      return moment.map((day) => day.toISOString().slice(0, 10));
    case 'datetime':
      return moment.map((day) => day.toISOString());
    case 'time':
      return fc
        .tuple(fc.nat(23), fc.nat(59))
        .map(([hour, minute]) => `${twoDigits(hour)}:${twoDigits(minute)}`);
    case 'relation':
      return fc.constantFrom(...ids);
    case 'relations':
      return fc
        .uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 })
        .map((chosen) => `[${chosen.join(', ')}]`);
    case 'checkbox':
      return fc.constantFrom('true', 'false');
    case 'opaque':
      if (field.dataType !== 'object') return fc.constantFrom('{"7":"a","8":"é"}', '[{"name":"a.pdf"}]');
      // In any order, and with the spaces that a client may write.
      return fc
        .tuple(fc.shuffledSubarray(ids, { minLength: 1 }), text, text)
        .map(([properties, one, other]) =>
          JSON.stringify(
            Object.fromEntries(properties.map((id, index) => [id, index === 0 ? one : other])),
            null,
            1,
          ),
        );
    case 'text':
      return text;
  }
}

/** The same value as the contract writes it. */
export function asAnswered(field: ModelField, given: string): string {
  if (field.dataType === 'url') {
    const plain = given.trim();
    return /^https?:/.test(plain) ? plain : `https://${plain}`;
  }
  if (field.dataType === 'object') return JSON.stringify(JSON.parse(given));
  const family = valueOf(field.dataType).family;
  if (family === 'number') return plainNumber(readDigits(given) ?? given);
  return family === 'relations' ? given.replaceAll(' ', '') : given;
}
