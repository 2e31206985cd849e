// From version 1 to 2. In version 1, conditions of transitions, of fields and of roles have choices by the ids of the company that
// wrote the file. Nobody can translate these, and without the condition more would be open than was meant: such a file is refused.
import { z } from 'zod';
import { findBaseField } from '../fields/base-fields.ts';
import { isDataType } from '../fields/data-types.ts';
import { invalid } from '../kernel/refusal.ts';
import { meansCurrentUser } from '../values/choice.ts';
import { valueOf } from '../values/values.ts';
import { nameFieldCondition, nameTransition } from './name-conditions.ts';
import { foldName } from './match.ts';
import { readFieldName } from './read-field-name.ts';
import { sayKey } from './words.ts';

const fields = z.array(z.looseObject({ name: z.string(), dataType: z.string().optional() })).optional();
const criterion = z.looseObject({ value: z.unknown().optional(), values: z.unknown().optional() });
const conditions = z.array(criterion.extend({ field: z.string() })).optional();
const numbered = z.looseObject({
  recordTypes: z
    .array(
      z.looseObject({
        name: z.string(),
        fields,
        lineTypes: z.array(z.looseObject({ name: z.string(), fields })).optional(),
        transitions: z
          .array(z.looseObject({ from: z.string().nullable(), to: z.string(), conditions }))
          .optional(),
        fieldConditions: z
          .array(
            z.looseObject({
              lines: z.string().optional(),
              field: z.string(),
              kind: z.enum(['REQUIRED', 'READ_ONLY', 'SHOWN']),
              conditions,
            }),
          )
          .optional(),
      }),
    )
    .optional(),
  roles: z
    .array(
      z.looseObject({
        name: z.string(),
        confinements: z
          .array(z.looseObject({ recordType: z.string(), field: z.string(), criteria: z.array(criterion) }))
          .optional(),
      }),
    )
    .optional(),
});

type Numbered = z.infer<typeof numbered>;
type Criterion = z.infer<typeof criterion>;
type Fields = z.infer<typeof fields>;

export function refuseNumberedChoices(given: unknown): unknown {
  const brought = { ...(given as object), version: 2 };
  const read = numbered.safeParse(brought);
  // What has another form is refused by the form of the file, with its place.
  if (read.success) for (const place of findNumbered(read.data)) throw namesNumbers(place);
  return brought;
}

const namesNumbers = (place: string) =>
  invalid(
    `${place}: the file has format version 1, in which a condition has the values of a choice as numbers of the company that wrote it. Download the file there again, or take this condition out of it. Nothing was changed.`,
    'text',
  );

function* findNumbered({ recordTypes = [], roles = [] }: Numbered): Generator<string> {
  for (const type of recordTypes) {
    for (const way of type.transitions ?? [])
      if ((way.conditions ?? []).some((one) => isNumbered(one, one.field, type.fields)))
        yield `${type.name} › ${nameTransition(way).name}`;
    for (const one of type.fieldConditions ?? []) {
      const kind = type.lineTypes?.find(({ name }) => foldName(name) === foldName(one.lines ?? ''));
      const isOf = (own: Criterion & { readonly field: string }) =>
        one.lines === undefined
          ? isNumbered(own, own.field, type.fields)
          : hasNumbers(own, isChoiceOf(kind?.fields, own.field));
      if ((one.conditions ?? []).some(isOf)) yield `${type.name} › ${nameFieldCondition(one).name}`;
    }
  }
  for (const role of roles)
    for (const { recordType, field, criteria } of role.confinements ?? []) {
      const type = recordTypes.find(({ name }) => foldName(name) === foldName(recordType));
      if (criteria.some((one) => isNumbered(one, field, type?.fields)))
        yield `${role.name} › ${recordType} › ${sayKey(field)}`;
    }
}

function isNumbered(criterion: Criterion, written: string, own: Fields): boolean {
  const read = readFieldName(written);
  const isChoice =
    'base' in read ? findBaseField(read.base)?.relation !== undefined : isChoiceOf(own, read.name);
  return hasNumbers(criterion, isChoice);
}

/** Null where the file does not say what the field is. */
function isChoiceOf(own: Fields, name: string): boolean | null {
  const dataType = own?.find((one) => foldName(one.name) === foldName(name))?.dataType;
  return dataType === undefined || !isDataType(dataType) ? null : valueOf(dataType).choosing !== null;
}

/** Of a field that the file does not describe, a number may be one of a choice. */
function hasNumbers({ value, values }: Criterion, isChoice: boolean | null): boolean {
  if (isChoice === false) return false;
  const all = [value, values].flat().filter((one) => one != null && !meansCurrentUser(String(one)));
  return all.some((one) => isChoice === true || /^\d+$/.test(String(one)));
}
