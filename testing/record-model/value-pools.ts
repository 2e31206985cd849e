// Values that a wrong engine trips over: few enough that ties are common, strange enough that a shortcut shows.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { takesMany, takesNoValue, takesPeriod, takesRange } from '@rowhouse/domain/values/operators.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import { periods } from '@rowhouse/domain/values/periods.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
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

const dayMs = 86_400_000;
/** So far from now that periods, as 'last week', have their edges among them. */
const distances = [-62, -40, -30, -29, -14, -8, -7, -6, -5, -2, -1, 0, 1, 2, 5, 6, 7, 8, 31];
const nearDays = distances.map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10));
const nearMoments = nearDays.flatMap((day) => [`${day}T02:30:00.000Z`, `${day}T14:00:00.000Z`]);

const phones = [
  ['[1,2065550199]', '[1,2065550100]', '[1,4252060199]', '[44,2079460018]', '[358,401234567]'],
  ['[7,9161234567]', '[1,9162065550]'],
].flat();
const askedPhones = [
  ['(206)', '+1 206', '+1206', '206-555', '206.555.0199', '2065550199', '12065550199', '+1 (206) 555-0199'],
  ['+44 20', '44', '0199', '0018', '+7', '7', '123', '358 40', '1,206', '[44', 'none'],
].flat();

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
  '2024-02-29',
  '2024-03-01',
  '0001-01-01',
  '9999-12-31',
  nearDays[11]!,
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
  switch (valueOf(field.dataType).family) {
    case 'text':
      return some(field.dataType === 'phone' ? phones : texts.filter((text) => text.trim() !== ''));
    case 'number':
      return some(field.isWhole ? numbers : [...numbers, ...fractions]);
    case 'date':
      return fc.oneof(some(days), some(nearDays));
    case 'datetime':
      return fc.oneof(some(moments), some(nearMoments));
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
  switch (valueOf(field.dataType).family) {
    case 'text':
      return field.dataType === 'phone' ? some([...askedPhones, ...phones]) : typedText;
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

function inOrderOf(field: ModelField, pair: readonly [string, string]): string[] {
  const family = valueOf(field.dataType).family;
  const rank = (text: string) => (family === 'number' ? Number(text) : Date.parse(text));
  const byText = family === 'date' || family === 'time';
  return pair.toSorted((one, other) =>
    byText ? Number(one > other) - Number(one < other) : rank(one) - rank(other),
  );
}

export function criteriaOf(field: ModelField, operator: Operator): fc.Arbitrary<FilterCriteria> {
  if (takesNoValue(operator)) return fc.constant({ operator });
  if (takesPeriod(operator)) return some(Object.keys(periods)).map((value) => ({ operator, value }));
  if (takesRange(operator)) {
    return fc
      .tuple(askedValue(field), askedValue(field))
      .filter(([one, other]) => valueOf(field.dataType).family !== 'datetime' || one.length === other.length)
      .map((pair) => ({ operator, values: inOrderOf(field, pair) }));
  }
  if (takesMany(operator)) {
    return fc
      .array(askedValue(field), { minLength: 1, maxLength: 4 })
      .map((values) => ({ operator, values }));
  }
  return askedValue(field).map((value) => ({ operator, value }));
}

export const anyCriteria = (field: ModelField): fc.Arbitrary<FilterCriteria> =>
  fc.constantFrom(...valueOf(field.dataType).operators).chain((operator) => criteriaOf(field, operator));

export const isChoice = (dataType: DataType): boolean =>
  valueOf(dataType).family === 'relation' || valueOf(dataType).family === 'relations';
