// What a view that is saved for a role names: the role, the record type, its fields, and the choices of conditions.
import { linkColumnKeys } from '../grid-preferences/model.ts';
import { ChoiceNeeds, findThing, needOf } from './choice-needs.ts';
import type { Need } from './choice-needs.ts';
import { writtenNoSum } from './describe-view.ts';
import type { Configuration, ViewPart } from './format.ts';
import { keyOf } from './match.ts';
import { titleOfView } from './match-views.ts';

/** Columns that are no field stand in a file by their keys. */
export const linkColumns: readonly string[] = linkColumnKeys.map((key) => `@${key}`);

export function listViewNeeds(view: ViewPart, given: Configuration, current: Configuration): Need[] {
  if (view.enabled === false) return [];
  const { role, recordType } = view;
  const place = titleOfView(view);
  const needs = new ChoiceNeeds(place, recordType, given, current);
  const conditions = [...(view.filters ?? []), ...(view.colours ?? []).flatMap((rule) => rule.conditions)];
  return [
    needOf(place, `role “${role}”`, keyOf('roles', role), [
      findThing(given.roles, role),
      findThing(current.roles, role),
    ]),
    needOf(place, `record type “${recordType}”`, keyOf('recordTypes', recordType), [
      findThing(given.recordTypes, recordType),
      findThing(current.recordTypes, recordType),
    ]),
    ...[...new Set(fieldsOf(view))].flatMap((field) => needs.ofField(field)),
    ...needs.ofValues(conditions),
  ];
}

const fieldsOf = (view: ViewPart): string[] =>
  [
    ...(view.columns ?? []),
    ...(view.hidden ?? []),
    ...(view.pinned?.left ?? []),
    ...(view.pinned?.right ?? []),
    ...[
      view.widths ?? [],
      view.filters ?? [],
      view.sorts ?? [],
      view.groups ?? [],
      ...(view.colours ?? []).map((rule) => rule.conditions),
    ].flatMap((named) => named.map(({ field }) => field)),
    ...[view.layout?.field, view.layout?.sum, ...(view.colours ?? []).map((rule) => rule.column)].flatMap(
      (field) => field ?? [],
    ),
  ].filter((written) => !linkColumns.includes(written) && written !== writtenNoSum);
