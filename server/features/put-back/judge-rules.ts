// The conditions of fields, asked of the record with all of its values that are put back together.
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { writeObject } from '@rowhouse/domain/objects/stored-object.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';
import type { JudgedRow, Setting } from './asked-place.ts';
import { readStored } from './judge-objects.ts';
import type { Facts } from './read-facts.ts';

/** @param chosen the keys that are to be put back together; null for all that can be */
export function judgeRulesWhole(
  rows: readonly JudgedRow[],
  chosen: ReadonlySet<string> | null,
  { facts }: Setting,
): JudgedRow[] {
  const { ruled } = facts;
  let judged = [...rows];
  if (ruled === null) return judged;
  const isAsked = (row: JudgedRow) =>
    row.whyNot === null &&
    (row.target.kind === 'field' || row.target.kind === 'property') &&
    (chosen === null || chosen.has(row.place.key));
  const refuse = (whyNot: string, isRefused: (row: JudgedRow) => boolean) => {
    judged = judged.map((row) => (isRefused(row) ? { ...row, whyNot } : row));
  };
  // Each answer takes at least one row out.
  for (let asked = 0; asked <= rows.length && judged.some(isAsked); asked += 1) {
    const fault = ruled.rules.judge(ruled.values, givenOf(judged.filter(isAsked), facts));
    if (fault === null) break;
    const isOfField = (row: JudgedRow) => isAsked(row) && keyOfField(row) === fault.field;
    refuse(fault.sentence, judged.some(isOfField) ? isOfField : isAsked);
  }
  return judged;
}

const keyOfField = ({ target }: JudgedRow): string | null =>
  target.kind === 'field' || target.kind === 'property' ? target.key : null;

function givenOf(rows: readonly JudgedRow[], { grid, values }: Facts): Map<string, string | null> {
  const given = new Map<string, string | null>();
  const objects = new Map<string, Map<number, string>>();
  for (const { target, to } of rows) {
    if (target.kind === 'property') {
      const object = objects.get(target.key) ?? new Map(readStored(values[target.key]));
      objects.set(target.key, object);
      if (typeof to === 'string') object.set(target.propertyId, to);
      else object.delete(target.propertyId);
    }
    if (target.kind !== 'field') continue;
    const stored = grid.type.fields.find(({ id }) => additionalFieldKey(id) === target.key);
    given.set(
      target.key,
      to == null ? null : stored === undefined ? asText(to) : storedForm(stored.dataType).readOverflow(to),
    );
  }
  for (const [key, object] of objects) given.set(key, writeObject(object));
  return given;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
