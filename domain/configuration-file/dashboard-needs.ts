// What a shared dashboard names: its roles, and of each chart the record type, its fields, and the choices of its conditions. What
// stands neither in the file nor here refuses the file.
import { findBaseField } from '../fields/base-fields.ts';
import { invalid } from '../kernel/refusal.ts';
import { meansCurrentUser } from '../values/choice.ts';
import type { ChartPart, Configuration, DashboardPart, RecordTypePart } from './format.ts';
import { foldName, keyOf } from './match.ts';
import { readChoiceName, readFieldName } from './read-field-name.ts';

type Thing = { readonly name: string; readonly enabled?: boolean | undefined };
/** `isHere`: whether what stands here is enough, so that the one of the file need not come. */
export type Need = { readonly key: string; readonly isHere: boolean };
type Member = 'fields' | 'statuses' | 'problemCodes';

const findThing = <One extends Thing>(things: readonly One[] | undefined, name: string): One | undefined =>
  things?.find((one) => foldName(one.name) === foldName(name));

export function listDashboardNeeds(
  { name, roles, widgets, enabled }: DashboardPart,
  given: Configuration,
  current: Configuration,
): Need[] {
  if (enabled === false) return [];
  return [
    ...(roles ?? []).map((role) =>
      needOf(name, `role “${role}”`, keyOf('roles', role), [
        findThing(given.roles, role),
        findThing(current.roles, role),
      ]),
    ),
    ...(widgets ?? []).flatMap(({ chart }) =>
      new ChartNeeds(`${name} › ${chart.title}`, chart, given, current).list(),
    ),
  ];
}

function needOf(
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

class ChartNeeds {
  private readonly place: string;
  private readonly chart: ChartPart;
  private readonly given: Configuration;
  private readonly current: Configuration;

  constructor(place: string, chart: ChartPart, given: Configuration, current: Configuration) {
    this.place = place;
    this.chart = chart;
    this.given = given;
    this.current = current;
  }

  list(): Need[] {
    const { recordType, filters = [], groups = [], measure } = this.chart;
    const fields = [...filters, ...groups, ...(measure.field == null ? [] : [{ field: measure.field }])];
    return [
      needOf(this.place, `record type “${recordType}”`, keyOf('recordTypes', recordType), [
        findThing(this.given.recordTypes, recordType),
        findThing(this.current.recordTypes, recordType),
      ]),
      ...fields.flatMap(({ field }) => this.ofField(field)),
      ...filters.flatMap(({ field, value, values }) =>
        (values ?? (value == null ? [] : [value])).flatMap((one) => this.ofValue(field, one)),
      ),
    ];
  }

  /** Itself, or those that a super type gathers. */
  private typeNames(): readonly string[] {
    const { recordType } = this.chart;
    const parts = this.typesOf(recordType);
    return parts.some((one) => one?.isSuper === true)
      ? (parts.find((one) => one?.gathers !== undefined)?.gathers ?? [])
      : [recordType];
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

  private ofField(written: string): Need[] {
    const read = readFieldName(written);
    if ('name' in read) return this.typeNames().map((type) => this.ofOwn(type, 'fields', read.name, 'field'));
    if (findBaseField(read.base)?.name !== read.base)
      throw namesNothing(this.place, `field “${written}” of ${this.chart.recordType}`);
    return [];
  }

  private ofValue(written: string, value: string): Need[] {
    if (meansCurrentUser(value)) return [];
    const read = readFieldName(written);
    if ('name' in read) return this.ofListValue(read.name, readChoiceName(value));
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
    if (types.length === 1 && only !== undefined && foldName(only) === foldName(this.chart.recordType))
      return this.ofOwn(only, member, value, noun);
    for (const type of types)
      for (const part of this.typesOf(type))
        for (const { name } of part?.[member] ?? [])
          if (foldName(`${type} › ${name}`) === foldName(value)) return this.ofOwn(type, member, name, noun);
    throw namesNothing(this.place, `${noun} “${value}” of ${this.chart.recordType}`);
  }

  private ofListValue(field: string, value: string): Need[] {
    // The list of a field that stands here is for good.
    const [own] = this.typeNames().flatMap((type) => {
      const [inFile, here] = this.typesOf(type);
      return findThing(here?.fields, field) ?? findThing(inFile?.fields, field) ?? [];
    });
    if (own?.list == null) return [];
    const lists = [findThing(this.given.lists, own.list), findThing(this.current.lists, own.list)] as const;
    if (lists.some((list) => list?.kind === 'User')) throw this.namesSomebody(value);
    const [inFile, here] = lists.map((list) => findThing<Thing>(list?.values, value));
    const need = needOf(this.place, `value “${value}” of the list ${own.list}`, keyOf('lists', own.list), [
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
