// Transitions, conditions of fields and confinements of roles, as they are written into a configuration file: fields and values by
// their names. One condition that no file can say keeps the whole out of it, for without it more would be open than was meant.
import { nameFieldCondition, nameTransition } from '@rowhouse/domain/configuration-file/name-conditions.ts';
import type { RecordTypePart, RolePart } from '@rowhouse/domain/configuration-file/format.ts';
import { sayKey } from '@rowhouse/domain/configuration-file/words.ts';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { findFilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { readKeptCondition } from '@rowhouse/domain/records/kept-conditions.ts';
import type { StoredDesign, StoredDesignLineType } from '../record-types/sql.ts';
import { byText } from './by-text.ts';
import { nameFields, nameLineFields, writeValue } from './named-fields.ts';
import type { Here, NamedField } from './named-fields.ts';

type TransitionPart = NonNullable<RecordTypePart['transitions']>[number];
type FieldConditionPart = NonNullable<RecordTypePart['fieldConditions']>[number];
type Criteria = NonNullable<RolePart['confinements']>[number]['criteria'];

export type Gathering = Here & {
  readonly roleNames: ReadonlyMap<number, string>;
  /** Told in a sentence what stays out of the file. */
  readonly leaveOut: (sentence: string) => void;
  /** Told what stands here on conditions, and its part of the file; null where it stays out. */
  readonly note: (key: string, part: object | null) => void;
};

const whatNoFileNames =
  'a certain person, another company, what is gone or switched off, or one of several of one name';

/** What an export says to whoever asked for it. */
export const sayLeftOut = (place: string): string =>
  `${place} is not in the file: it asks for what no file names (${whatNoFileNames}).`;

/** With the rest of what such a confinement takes along. */
export const sayUnconfined = (role: string, recordType: string, field: string): string =>
  `${sayLeftOut(`${role} › ${recordType} › ${sayKey(field)}`)} Without it the role would see more, so that what it may do with ${recordType} is not in the file either.`;

export function writeTransitions(design: StoredDesign, here: Gathering): TransitionPart[] {
  const statusName = new Map(design.statuses.map((status) => [status.id, status.name]));
  const fields = nameFields(design, here);
  const written = design.transitions
    .flatMap((way): TransitionPart[] => {
      const from = way.fromStatusId === null ? null : (statusName.get(way.fromStatusId) ?? '');
      const to = statusName.get(way.toStatusId) ?? '';
      const conditions = writeConditions(way.conditions, fields);
      const roles = way.roleIds.flatMap((id) => here.roleNames.get(id) ?? []).sort(byText);
      const { creator, needsComment } = way;
      const part = conditions && { from, to, roles, creator, conditions, needsComment };
      here.note(`transition ${way.id}`, part);
      if (part === null) here.leaveOut(sayLeftOut(`${design.name} › ${nameTransition({ from, to }).name}`));
      return part === null ? [] : [part];
    })
    .sort((one, other) => byText(one.from ?? '', other.from ?? '') || byText(one.to, other.to));
  if (written.length === 0 && design.transitions.length > 0)
    here.leaveOut(
      `No transition of ${design.name} is in the file: where it is new, each of its statuses will lead to each other.`,
    );
  return written;
}

export function writeFieldConditions(design: StoredDesign, here: Gathering): FieldConditionPart[] {
  const ofRecord = nameFields(design, here);
  return design.fieldConditions
    .flatMap(({ id, field: key, kind, conditions: stored }): FieldConditionPart[] => {
      const lines = findLinesOf(key, design);
      const fields = lines === null ? ofRecord : nameLineFields(lines, here);
      const field = fields.find((one) => one.key === key)?.written;
      const place =
        field === undefined ? null : { ...(lines !== null && { lines: lines.name }), field, kind };
      const conditions = writeConditions(stored, fields);
      const part = place && conditions && { ...place, conditions };
      here.note(`condition ${id}`, part);
      // Of a field that is switched off nothing is asked.
      if (part === null && place !== null)
        here.leaveOut(sayLeftOut(`${design.name} › ${nameFieldCondition(place).name} …`));
      return part === null ? [] : [part];
    })
    .sort(
      (one, other) =>
        byText(one.lines ?? '', other.lines ?? '') ||
        byText(one.field, other.field) ||
        byText(one.kind, other.kind),
    );
}

/** Null where one of them cannot be read or said. */
export function writeCriteria(stored: readonly unknown[], field: NamedField): Criteria | null {
  const written = stored.flatMap((one) => {
    const read = findFilterCriteria(one);
    const values = read === null ? null : writeValues(read, field);
    return read === null || values === null ? [] : [{ operator: read.operator, ...values }];
  });
  return written.length < stored.length ? null : written;
}

/** Null where one of them cannot be read or said, or names a field that is off. */
function writeConditions(stored: readonly unknown[], fields: readonly NamedField[]) {
  const written = stored.flatMap((one) => {
    const read = readKeptCondition(one);
    const field = read === null ? undefined : fields.find(({ key }) => key === read.field);
    const values = read === null || field === undefined ? null : writeValues(read, field);
    if (read === null || field === undefined || values === null) return [];
    return [{ field: field.written, operator: read.operator, ...values, logicOperator: read.logicOperator }];
  });
  return written.length < stored.length ? null : written;
}

function writeValues(
  { value, values }: FilterCriteria,
  field: NamedField,
): { readonly value?: string; readonly values?: string[] } | null {
  const one = value == null ? undefined : writeValue(value, field);
  const many = values?.map((each) => writeValue(each, field));
  if (one === null || many?.some((each) => each === null) === true) return null;
  return {
    ...(one !== undefined && { value: one }),
    ...(many !== undefined && { values: many as string[] }),
  };
}

/** The kind of lines that 'l12' is of; null of a field of the record. */
const findLinesOf = (key: string, { lineTypes }: StoredDesign): StoredDesignLineType | null =>
  lineTypes.find(({ fields }) => fields.some(({ id }) => lineKey(id) === key)) ?? null;
