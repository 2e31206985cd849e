// Values that a wrong engine trips over: few enough that ties are common, strange enough that a shortcut shows.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { operatorsOf, takesMany, takesNoValue } from '@rowhouse/domain/records/operators.ts';
import type { Operator } from '@rowhouse/domain/records/operators.ts';
import fc from 'fast-check';
import { foldCase } from './fold-case.ts';
import type { ModelField } from './model-record.ts';

const texts = [
  ['Écluse', 'écluse', 'ÉCLUSE', 'e\u0301cluse', 'E\u0301CLUSE', 'ecluse'],
  ['Straße', 'STRASSE', 'strasse', 'STRAẞE', 'İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ', 'σίσυφοσ', 'ǅungla', 'ǆungla', 'Жук', 'жук', '中文', '𐐀deseret', '𐐨DESERET'],
  ['😀 smile', '😀 SMILE', '👩‍👩‍👧', '\uFFFDlast', '\u{10FFFD}', 'ﬁn'],
  ['100%', '100', '1000', 'a_b', 'aXb', 'A\\b', 'a\\\\b', '%', '_', '\\', '\\%', '%%'],
  [' leading', 'trailing ', 'two  blanks', 'tab\there', 'line\nbreak', 'null', 'NULL', '{a,b}', '"q"'],
  ["O'Brien; -- /*", 'true', 't', '0', '-', '$1', 'x'.repeat(500)],
].flat();

const numbers = ['0', '1', '2', '3', '-3', '10', '1000000', '9007199254740991', '-9007199254740991'];
const fractions = ['0.5', '-0.5', '1.5', '2.25', '0.1', '0.30000000000000004', '-2.75', '99.99', '0.0000001'];

const days = [
  ['2024-02-28', '2024-02-29', '2024-03-01', '2023-12-31', '2024-01-01', '2024-01-31', '2024-04-30'],
  ['0001-01-01', '1969-12-31', '9999-12-31'],
].flat();

const moments = [
  ['2024-02-29T23:59:00.000Z', '2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'],
  ['2024-03-01T00:00:30.500Z', '2024-03-01T00:01:00.000Z', '2023-12-31T23:59:59.999Z'],
  ['1969-12-31T23:59:30.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
].flat();
/** The same moments as another zone writes them, and between the stored ones. */
const askedMoments = [
  '2024-03-01T01:00:00+01:00',
  '2024-02-29T18:59:12-05:00',
  '2024-03-01T00:00:59.999Z',
  '2025-01-01T00:00Z',
];

const times = ['00:00', '00:01', '09:30', '12:00', '12:01', '23:59'];

const files = ['a.pdf', '[{"name":"b.pdf"}]'];

const some = (values: readonly string[]) => fc.constantFrom(...values);

/** A value that the field can hold, in the text of the contract. */
export function storedValue(field: ModelField): fc.Arbitrary<string> {
  const ids = [...field.names.keys()];
  switch (valueFamily(field.dataType)) {
    case 'text':
      return some(texts.filter((text) => text.trim() !== ''));
    case 'number':
      return some(field.isWhole ? numbers : [...numbers, ...fractions]);
    case 'date':
      return some(days);
    case 'datetime':
      return some(moments);
    case 'time':
      return some(times);
    case 'relation':
      return some(ids);
    case 'relations':
      return fc
        .uniqueArray(some(ids), { minLength: 1, maxLength: 3 })
        .map((chosen) => `[${chosen.join(',')}]`);
    case 'checkbox':
      return some(['true', 'false']);
    case 'opaque':
      return field.dataType === 'object'
        ? some([`{"${ids[0]}":"a"}`, `{"${ids[0]}":"b","${ids[1]}":"c"}`])
        : some(files);
  }
}

/** A part of a text, or the text in other letters: what somebody types who looks for it. */
const typedText: fc.Arbitrary<string> = fc
  .tuple(
    some(texts),
    fc.nat(6),
    fc.integer({ min: 1, max: 8 }),
    fc.constantFrom('as it is', 'upper', 'fold', 'part'),
  )
  .map(([text, from, length, way]) => {
    if (way === 'upper') return text.toUpperCase().slice(0, 500);
    if (way === 'fold') return foldCase(text);
    const characters = [...text];
    return way === 'part'
      ? characters
          .slice(from % characters.length)
          .slice(0, length)
          .join('')
      : text;
  })
  .filter((text) => text.trim() !== '' && text.isWellFormed());

function askedValue(field: ModelField): fc.Arbitrary<string> {
  switch (valueFamily(field.dataType)) {
    case 'text':
      return typedText;
    // Fractions are asked of columns of whole numbers too.
    case 'number':
      return some([...numbers, ...fractions]);
    case 'datetime':
      return some([...moments, ...askedMoments]);
    case 'relation':
    case 'relations':
      return some([...field.names.keys(), '999999']);
    default:
      return storedValue(field);
  }
}

export function criteriaOf(field: ModelField, operator: Operator): fc.Arbitrary<FilterCriteria> {
  if (takesNoValue(operator)) return fc.constant({ operator });
  if (takesMany(operator)) {
    return fc
      .array(askedValue(field), { minLength: 1, maxLength: 4 })
      .map((values) => ({ operator, values }));
  }
  return askedValue(field).map((value) => ({ operator, value }));
}

export const anyCriteria = (field: ModelField): fc.Arbitrary<FilterCriteria> =>
  fc.constantFrom(...operatorsOf(field.dataType)).chain((operator) => criteriaOf(field, operator));

export const isChoice = (dataType: DataType): boolean =>
  valueFamily(dataType) === 'relation' || valueFamily(dataType) === 'relations';
