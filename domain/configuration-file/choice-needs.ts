// What conditions over the fields of a record type name: the fields, and the values of choices. What stands neither in the file nor
// here refuses the file.
import { findBaseField } from '../fields/base-fields.ts';
import { invalid } from '../kernel/refusal.ts';
import { meansCurrentUser } from '../values/choice.ts';
import type { Configuration, RecordTypePart } from './format.ts';
import { foldName, keyOf } from './match.ts';
import { readChoiceName, readFieldName } from './read-field-name.ts';

type Thing = { readonly name: string; readonly enabled?: boolean | undefined };
/** `isHere`: whether what stands here is enough, so that the one of the file need not come. */
export type Need = { readonly key: string; readonly isHere: boolean };
type Member = 'fields' | 'statuses' | 'problemCodes';
export type WrittenCondition = {
  readonly field: string;
  readonly value?: string | null | undefined;
  readonly values?: readonly string[] | null | undefined;
};

export const findThing = <One extends Thing>(
  things: readonly One[] | undefined,
  name: string,
): One | undefined => things?.find((one) => foldName(one.name) === foldName(name));

export function needOf(
  place: string,
  what: string,
  key: string,
  [inFile, here]: readonly [Thing | undefined, Thing | undefined],
): Need {
  if (inFile === undefined && here === undefined) throw namesNothing(place, what);
  return { key, isHere: here !== undefined && here.enabled !== false };
}

const namesNothing = (place: string, what: string) =>
  invalid(`${place} names the ${what}, which is neither in the file nor here. Nothing was changed.`, 'text');

export class ChoiceNeeds {
  private readonly place: string;
  private readonly recordType: string;
  private readonly given: Configuration;
  private readonly current: Configuration;

  constructor(place: string, recordType: string, given: Configuration, current: Configuration) {
    this.place = place;
    this.recordType = recordType;
    this.given = given;
    this.current = current;
  }

  ofField(written: string): Need[] {
    const read = readFieldName(written);
    if ('name' in read) return this.typeNames().map((type) => this.ofOwn(type, 'fields', read.name, 'field'));
    if (findBaseField(read.base)?.name !== read.base)
      throw namesNothing(this.place, `field “${written}” of ${this.recordType}`);
    return [];
  }

  ofValues(conditions: readonly WrittenCondition[]): Need[] {
    return conditions.flatMap((one) => valuesOf(one).flatMap((value) => this.ofValue(one.field, value)));
  }

  /** Fields of lines go by their names alone: a line has nothing that every record has. */
  ofLineValues(lines: string, conditions: readonly WrittenCondition[]): Need[] {
    const fieldsOf = (type: RecordTypePart | undefined) => findThing(type?.lineTypes, lines)?.fields;
    const [inFile, here] = this.typesOf(this.recordType);
    return conditions.flatMap((one) => {
      const own = findThing(fieldsOf(here), one.field) ?? findThing(fieldsOf(inFile), one.field);
      return valuesOf(one).flatMap((value) =>
        meansCurrentUser(value) ? [] : this.ofListValue(own?.list, readChoiceName(value)),
      );
    });
  }

  /** Itself, or those that a super type gathers. */
  private typeNames(): readonly string[] {
    const parts = this.typesOf(this.recordType);
    return parts.some((one) => one?.isSuper === true)
      ? (parts.find((one) => one?.gathers !== undefined)?.gathers ?? [])
      : [this.recordType];
  }

  private typesOf(name: string): readonly [RecordTypePart | undefined, RecordTypePart | undefined] {
    return [findThing(this.given.recordTypes, name), findThing(this.current.recordTypes, name)];
  }

  private ofOwn(type: string, member: Member, name: string, noun: string): Need {
    const [inFile, here] = this.typesOf(type);
    return needOf(this.place, `${noun} “${name}” of ${type}`, keyOf('recordTypes', type, member, name), [
      findThing<Thing>(inFile?.[member], name),
      findThing<Thing>(here?.[member], name),
    ]);
  }

  private ofValue(written: string, value: string): Need[] {
    if (meansCurrentUser(value)) return [];
    const read = readFieldName(written);
    if ('name' in read) return this.ofListValue(this.listOf(read.name), readChoiceName(value));
    const relation = findBaseField(read.base)?.relation;
    if (relation === 'status') return [this.ofStanding('statuses', readChoiceName(value), 'status')];
    if (relation === 'problemCode')
      return [this.ofStanding('problemCodes', readChoiceName(value), 'problem code')];
    if (relation !== undefined) throw this.namesSomebody(value);
    return [];
  }

  /** Of a super type it stands behind the name of its type: 'Orders › Open'. */
  private ofStanding(member: 'statuses' | 'problemCodes', value: string, noun: string): Need {
    const types = this.typeNames();
    const [only] = types;
    if (types.length === 1 && only !== undefined && foldName(only) === foldName(this.recordType))
      return this.ofOwn(only, member, value, noun);
    for (const type of types)
      for (const part of this.typesOf(type))
        for (const { name } of part?.[member] ?? [])
          if (foldName(`${type} › ${name}`) === foldName(value)) return this.ofOwn(type, member, name, noun);
    throw namesNothing(this.place, `${noun} “${value}” of ${this.recordType}`);
  }

  /** The list of a field that stands here is for good. */
  private listOf(field: string): string | null | undefined {
    const [own] = this.typeNames().flatMap((type) => {
      const [inFile, here] = this.typesOf(type);
      return findThing(here?.fields, field) ?? findThing(inFile?.fields, field) ?? [];
    });
    return own?.list;
  }

  private ofListValue(name: string | null | undefined, value: string): Need[] {
    if (name == null) return [];
    const lists = [findThing(this.given.lists, name), findThing(this.current.lists, name)] as const;
    if (lists.some((list) => list?.kind === 'User')) throw this.namesSomebody(value);
    const [inFile, here] = lists.map((list) => findThing<Thing>(list?.values, value));
    const need = needOf(this.place, `value “${value}” of the list ${name}`, keyOf('lists', name), [
      inFile,
      here,
    ]);
    // A disabled value is asked for as well: records still hold it.
    return [{ ...need, isHere: here !== undefined }];
  }

  private namesSomebody(value: string) {
    return invalid(
      `${this.place} asks for “${value}”: a configuration file names no people and no other companies. Nothing was changed.`,
      'text',
    );
  }
}

const valuesOf = ({ value, values }: WrittenCondition): readonly string[] =>
  values ?? (value == null ? [] : [value]);
