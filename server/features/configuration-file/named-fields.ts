// The fields of a record type or of a kind of lines and the choices of each, by the keys and ids that conditions and charts keep
// and by the names that the file has.
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { writeFieldName } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName } from '@rowhouse/domain/configuration-file/match.ts';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { meansCurrentUser } from '@rowhouse/domain/values/choice.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { StoredList, StoredValue } from '../lists/sql.ts';
import type { StoredDesign, StoredDesignLineType } from '../record-types/sql.ts';

export type Here = {
  readonly lists: readonly (Pick<StoredList, 'id' | 'listType'> & {
    readonly values: readonly StoredValue[];
  })[];
  readonly recordTypes: readonly StoredDesign[];
};
type Choice = { readonly id: number; readonly name: string; readonly enabled: boolean };
type StoredField = StoredDesign['fields'][number];

export type NamedField = {
  readonly key: string;
  /** As in `access`. */
  readonly written: string;
  /** FREE: any text. UNNAMED: people and other companies, which no file names. */
  readonly choices: () => readonly Choice[] | 'FREE' | 'UNNAMED';
};

/** Itself, or the types that a super type gathers, in their order. */
const sourcesOf = (design: StoredDesign, here: Here): readonly StoredDesign[] =>
  design.isSuper
    ? design.relatedRecordTypes.flatMap(
        (id) => here.recordTypes.find((one) => one.enabled && one.id === id) ?? [],
      )
    : [design];

/** Those that are switched on. A super type has what all that it gathers have alike. */
export function nameFields(design: StoredDesign, here: Here): readonly NamedField[] {
  const sources = sourcesOf(design, here);
  const [first, ...others] = sources;
  const shared = (first?.fields ?? []).filter(
    (field) =>
      field.enabled && others.every(({ fields }) => fields.some((other) => isSameField(field, other))),
  );
  return [
    ...baseFields.map((base: BaseField) => ({
      key: base.name,
      written: `@${base.name}`,
      choices: () => choicesOfBase(base, design, sources),
    })),
    ...shared.map((field) => ({
      key: additionalFieldKey(field.id),
      written: writeFieldName(field.name),
      choices: () => choicesOf(field, here),
    })),
  ];
}

/** Those that are switched on; a line has nothing that every record has. */
export const nameLineFields = ({ fields }: StoredDesignLineType, here: Here): readonly NamedField[] =>
  fields
    .filter(({ enabled }) => enabled)
    .map((field) => ({
      key: lineKey(field.id),
      written: field.name,
      choices: () => choicesOf(field, here),
    }));

/** The choice that a name leads to, the ones that are in use before the others. */
export function findChoice(known: readonly Choice[], name: string): Choice | 'NONE' | 'SEVERAL' {
  const called = known.filter((one) => foldName(one.name) === foldName(name));
  const inUse = called.filter(({ enabled }) => enabled);
  const [found, second] = inUse.length > 0 ? inUse : called;
  return found === undefined ? 'NONE' : second === undefined ? found : 'SEVERAL';
}

/** The name of a choice, '@username' is whoever looks or acts; null for what no name leads back to. */
export function writeValue(value: string, { choices }: NamedField): string | null {
  const known = choices();
  if (known === 'FREE' || meansCurrentUser(value)) return value;
  if (known === 'UNNAMED') return null;
  const own = known.find(({ id }) => id === Number(value));
  return own === undefined || findChoice(known, own.name) !== own ? null : writeFieldName(own.name);
}

const isSameField = (one: StoredField, other: StoredField): boolean =>
  other.enabled &&
  one.name.toLowerCase() === other.name.toLowerCase() &&
  one.dataType === other.dataType &&
  one.listId === other.listId &&
  one.objectDefinitionId === other.objectDefinitionId;

/** Statuses of a super type are those of its types: two of them may have one name. */
function choicesOfBase({ relation }: BaseField, design: StoredDesign, sources: readonly StoredDesign[]) {
  if (relation === undefined) return 'FREE';
  if (relation !== 'status' && relation !== 'problemCode') return 'UNNAMED';
  return sources.flatMap((type) =>
    (relation === 'status' ? type.statuses : type.problemCodes).map(({ id, name, enabled }) => ({
      id,
      name: design.isSuper ? `${type.name} › ${name}` : name,
      enabled,
    })),
  );
}

function choicesOf({ dataType, listId }: Pick<StoredField, 'dataType' | 'listId'>, here: Here) {
  if (valueOf(dataType).choosing === null) return 'FREE';
  const list = here.lists.find(({ id }) => id === listId);
  if (list === undefined || list.listType === 'User') return 'UNNAMED';
  return list.values.map(({ id, value, enabled }) => ({ id, name: value, enabled }));
}
