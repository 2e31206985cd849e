// What a thing of a file names, and so what has to come with it. A name that stands neither in the file nor here refuses the file.
import { invalid } from '../kernel/refusal.ts';
import { ChoiceNeeds } from './choice-needs.ts';
import type { Need, WrittenCondition } from './choice-needs.ts';
import type {
  Configuration,
  FieldPart,
  PartName,
  RecordTypePart,
  RolePart,
  WholeConfiguration,
} from './format.ts';
import { foldName, keyOf, nameOf } from './match.ts';
import { nameFieldCondition, nameTransition } from './name-conditions.ts';
import { readFieldName } from './read-field-name.ts';
import { sayKey } from './words.ts';

type Named = { readonly name?: string | undefined; readonly route?: string | undefined };
type Reference = { readonly key: string; readonly what: string; readonly isThere: boolean };

const nouns: Partial<Readonly<Record<PartName, string>>> = {
  lists: 'list',
  objects: 'custom object',
  recordTypes: 'record type',
  roles: 'role',
};

/**
 * @param shown the difference
 * @param thing what the file has of it
 * @returns all that it names, whether or not it differs here
 */
export function listNeeds(
  shown: { readonly key: string; readonly part: PartName; readonly title: string },
  thing: unknown,
  given: Configuration,
  current: WholeConfiguration,
): Need[] {
  const has = (things: readonly Named[] | undefined, name: string) =>
    (things ?? []).some((one) => foldName(nameOf(one)) === foldName(name));
  const references: Reference[] = [];
  /** After the fields: what a condition names that is not there is said of its field first. */
  const valuesOf: (() => readonly Need[])[] = [];
  const toPart = (
    part: 'lists' | 'objects' | 'recordTypes' | 'roles',
    names: readonly (string | null | undefined)[],
  ) => {
    for (const name of names)
      if (name != null)
        references.push({
          key: keyOf(part, name),
          what: `${nouns[part]} “${name}”`,
          isThere: has(given[part], name) || has(current[part], name),
        });
  };
  const typeOf = (of: Configuration, name: string) =>
    of.recordTypes?.find((one) => foldName(one.name) === foldName(name));
  const toOwn = (
    type: string,
    member: 'fields' | 'statuses' | 'problemCodes' | 'lineTypes',
    name: string,
    noun: string,
  ) => {
    const written = member === 'fields' ? readFieldName(name) : { name };
    if ('base' in written) return;
    references.push({
      key: keyOf('recordTypes', type, member, written.name),
      what: `${noun} “${written.name}” of ${type}`,
      isThere: [typeOf(given, type), typeOf(current, type)].some((one) => has(one?.[member], written.name)),
    });
  };
  const ofFields = (
    type: string,
    fields: readonly Pick<FieldPart, 'list' | 'object' | 'formula' | 'fills'>[],
    all: readonly Named[],
  ) => {
    toPart(
      'lists',
      fields.map(({ list }) => list),
    );
    toPart(
      'objects',
      fields.map(({ object }) => object),
    );
    // Of lines the whole kind comes, with its fields.
    for (const { fills } of fields)
      for (const { field } of all.length === 0 ? [] : (fills ?? [])) toOwn(type, 'fields', field, 'field');
    for (const { formula } of fields)
      for (const one of all)
        if (formula != null && formula.toLowerCase().includes(foldName(nameOf(one))))
          references.push({
            key: keyOf('recordTypes', type, 'fields', nameOf(one)),
            what: '',
            isThere: true,
          });
  };
  const ofType = (type: RecordTypePart) => {
    toPart('recordTypes', type.gathers ?? []);
    ofFields(type.name, type.fields ?? [], []);
    for (const lines of type.lineTypes ?? []) ofFields(type.name, lines.fields ?? [], []);
    for (const way of type.transitions ?? []) ofTransition(type.name, way);
    for (const one of type.fieldConditions ?? []) ofCondition(type.name, one);
  };
  const ofTransition = (type: string, way: NonNullable<RecordTypePart['transitions']>[number]) => {
    toPart('roles', way.roles ?? []);
    for (const status of [way.from, way.to]) if (status !== null) toOwn(type, 'statuses', status, 'status');
    for (const { field } of way.conditions ?? []) toOwn(type, 'fields', field, 'field');
    const place = `${type} › ${nameTransition(way).name}`;
    valuesOf.push(() => choicesOf(place, type).ofValues(way.conditions ?? []));
  };
  const ofCondition = (type: string, one: NonNullable<RecordTypePart['fieldConditions']>[number]) => {
    if (one.lines !== undefined) toOwn(type, 'lineTypes', one.lines, 'kind of lines');
    else for (const { field } of [one, ...(one.conditions ?? [])]) toOwn(type, 'fields', field, 'field');
    const { lines, conditions = [] } = one;
    const needs = choicesOf(`${type} › ${nameFieldCondition(one).name}`, type);
    valuesOf.push(() =>
      lines === undefined ? needs.ofValues(conditions) : needs.ofLineValues(lines, conditions),
    );
  };
  const choicesOf = (place: string, type: string) => new ChoiceNeeds(place, type, given, current);
  const path = JSON.parse(shown.key) as string[];

  if (shown.part === 'lists') toPart('objects', [(thing as FieldPart).object]);
  if (shown.part === 'objects')
    toPart(
      'lists',
      ((thing as { properties?: FieldPart[] }).properties ?? []).map(({ list }) => list),
    );
  if (shown.part === 'recordTypes') {
    const [, type = '', member] = path;
    const name = typeOf(given, type)?.name ?? type;
    const own = typeOf(given, type)?.fields ?? [];
    // Keys are folded.
    const isOf = (one: 'fields' | 'lineTypes' | 'transitions' | 'fieldConditions') =>
      member !== undefined && member === foldName(one);
    if (member === undefined && shown.title !== '') ofType(thing as RecordTypePart);
    if (isOf('fields'))
      ofFields(
        name,
        [thing as FieldPart],
        own.filter((one) => one !== thing),
      );
    if (isOf('lineTypes')) ofFields(name, (thing as { fields?: FieldPart[] }).fields ?? [], []);
    if (isOf('transitions')) ofTransition(name, thing as never);
    if (isOf('fieldConditions')) ofCondition(name, thing as never);
    if (member !== undefined) references.push({ key: keyOf('recordTypes', name), what: '', isThere: true });
  }
  if (shown.part === 'menu')
    toPart(
      'recordTypes',
      ((thing as { sections?: { items?: { recordType?: string | null }[] }[] }).sections ?? []).flatMap(
        ({ items }) => (items ?? []).map(({ recordType }) => recordType),
      ),
    );
  if (shown.part === 'roles') {
    const role = thing as RolePart;
    // A confinement without its field would let the role see more.
    for (const { recordType, field } of [...(role.confinements ?? []), ...(role.mustNot ?? [])]) {
      toPart('recordTypes', [recordType]);
      toOwn(recordType, 'fields', field, 'field');
    }
    for (const { recordType, field, criteria } of role.confinements ?? []) {
      const place = `${role.name} › ${recordType} › ${sayKey(field)}`;
      const conditions = criteria.map((one) => ({ ...one, field })) as readonly WrittenCondition[];
      valuesOf.push(() => choicesOf(place, recordType).ofValues(conditions));
    }
    toPart(
      'recordTypes',
      (role.access ?? []).map(({ recordType }) => recordType),
    );
  }
  if (shown.part === 'portals') toPart('roles', (thing as { roles?: string[] }).roles ?? []);
  if (shown.part === 'orderForms') {
    const form = thing as { recordType?: string; problemCode?: string | null };
    toPart('recordTypes', [form.recordType]);
    if (form.recordType !== undefined && form.problemCode != null)
      toOwn(form.recordType, 'problemCodes', form.problemCode, 'problem code');
  }
  const absent = references.find(({ isThere }) => !isThere);
  if (absent !== undefined)
    throw invalid(
      `${shown.title} names the ${absent.what}, which is neither in the file nor here. Nothing was changed.`,
      'text',
    );
  return [...references.map(({ key }) => ({ key, isHere: true })), ...valuesOf.flatMap((list) => list())];
}
