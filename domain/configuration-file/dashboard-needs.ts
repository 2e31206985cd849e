// What a shared dashboard names: its roles, and of each chart the record type, its fields, and the choices of its conditions.
import { ChoiceNeeds, findThing, needOf } from './choice-needs.ts';
import type { Need } from './choice-needs.ts';
import type { ChartPart, Configuration, DashboardPart } from './format.ts';
import { keyOf } from './match.ts';

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
    ...(widgets ?? []).flatMap(({ chart }) => ofChart(`${name} › ${chart.title}`, chart, given, current)),
  ];
}

function ofChart(
  place: string,
  { recordType, filters = [], groups = [], measure }: ChartPart,
  given: Configuration,
  current: Configuration,
): Need[] {
  const fields = [...filters, ...groups, ...(measure.field == null ? [] : [{ field: measure.field }])];
  const needs = new ChoiceNeeds(place, recordType, given, current);
  return [
    needOf(place, `record type “${recordType}”`, keyOf('recordTypes', recordType), [
      findThing(given.recordTypes, recordType),
      findThing(current.recordTypes, recordType),
    ]),
    ...fields.flatMap(({ field }) => needs.ofField(field)),
    ...needs.ofValues(filters),
  ];
}
