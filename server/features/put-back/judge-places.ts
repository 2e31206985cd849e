// The places that the ticked entries changed, each with the evaluator's verdict and as it reads.
import { whyNotEditable } from '@rowhouse/domain/access/why-not-editable.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { isComputed } from '@rowhouse/domain/formulas/computed-fields.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import { changeLine } from '@rowhouse/domain/line-items/rules.ts';
import { evaluate, reasons } from '@rowhouse/domain/put-back/evaluate.ts';
import { whyNotAdditional } from '@rowhouse/domain/records/additional-value.ts';
import { whyNotChoice, whyNotListValue } from '@rowhouse/domain/records/choices.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import { commentNeeded, judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import type { StoredLineItemField, StoredLineItemType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readAudited } from '../../platform/record-store/audited-value.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import type { FieldChange } from '../../platform/record-store/seen-changes.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';
import type { StoredLine } from '../line-items/sql.ts';
import {
  isTicked,
  keyOf,
  sinceTicked,
  toPlaceEntry,
  type Asked,
  type Changed,
  type JudgedRow,
  type Setting,
  type Target,
} from './asked-place.ts';
import { judgeObjectsWhole, objectPlaces } from './judge-objects.ts';
import { orderPlaces } from './judge-order.ts';
import { judgeRulesWhole } from './judge-rules.ts';
import { changesOf, fileIdsOf, type Facts } from './read-facts.ts';

/**
 * Those that can be put back first.
 * @param chosen the keys that are to be put back together; null for all that can be
 */
export function judgePlaces(
  facts: Facts,
  chosen: ReadonlySet<string> | null,
  timeZone: string,
  context: MemberContext,
): JudgedRow[] {
  const setting = { facts, timeZone, context };
  const asked = [
    ...recordPlaces(setting),
    ...parentPlaces(setting),
    ...linePlaces(setting),
    ...orderPlaces(setting),
  ];
  const rows = asked.map(({ target, place, ticked, dataType, show }): JudgedRow => {
    const verdict = evaluate(place, ticked ?? facts.ticked);
    return { ...verdict, target, shown: { dataType, now: show(place.now), to: show(verdict.to) } };
  });
  const whole = judgeObjectsWhole(judgeLinesWhole(rows, chosen, setting), chosen, setting);
  const judged = judgeRulesWhole(whole, chosen, setting);
  return [
    ...judged.filter(({ whyNot }) => whyNot === null),
    ...judged.filter(({ whyNot }) => whyNot !== null),
  ];
}

function recordPlaces(setting: Setting): Asked[] {
  const { facts } = setting;
  const { grid, entries, isEnabled } = facts;
  const ofRecord = entries.filter(({ isOfLines }) => !isOfLines);
  const whole = ofRecord.flatMap((entry): Changed[] => {
    if (entry.action === 'update') return [];
    const after = entry.action !== 'delete';
    return [{ entry, before: entry.action === 'create' ? null : { value: !after }, after }];
  });
  const byField = new Map<string, { field: FieldChange['field']; changes: Changed[] }>();
  for (const entry of ofRecord)
    for (const { field, before, after } of changesOf(entry, grid)) {
      // It follows what it is computed from, and the level where the record stands.
      if ([...field.stored.values()].some(isComputed) || field.base?.name === 'level') continue;
      const found = byField.get(field.key) ?? { field, changes: [] };
      byField.set(field.key, found);
      found.changes.push({ entry, before: { value: before }, after });
    }
  return [
    ...(isTicked(facts, whole)
      ? [wholePlace({ kind: 'record' }, 'The record', whole, isEnabled, setting)]
      : []),
    ...[...byField.values()].flatMap(({ field, changes }) =>
      isTicked(facts, changes)
        ? (objectPlaces(field, changes, setting) ?? [fieldPlace(field, changes, setting)])
        : [],
    ),
  ];
}

function parentPlaces(setting: Setting): Asked[] {
  const { recordId, links } = setting.facts;
  return links.map((link): Asked => {
    const target = { kind: 'parent', recordId: link.recordId } as const;
    const entries = link.moves.map(({ before, after, ...entry }) =>
      toPlaceEntry({ entry, before: { value: before }, after }, setting),
    );
    return {
      target,
      ticked: link.ticked,
      dataType: 'string',
      show: link.show,
      place: {
        key: keyOf(target),
        name: link.recordId === recordId ? 'Parent' : `Parent of ${link.name}`,
        now: link.parentId,
        entries: entries.slice(
          Math.max(
            0,
            entries.findIndex(({ id }) => link.ticked.has(id)),
          ),
        ),
        whyClosed: link.whyClosed,
        whyNotValue: () => link.whyNotBack,
      },
    };
  });
}

/** Whether the record or a line is there. */
function wholePlace(
  target: Target,
  name: string,
  changes: readonly Changed[],
  now: boolean,
  setting: Setting,
): Asked {
  const { facts } = setting;
  const isClosed = target.kind === 'record' ? !facts.mayDelete : !facts.mayEditLines;
  return {
    target,
    dataType: 'string',
    show: (value) => (value === null ? null : value === true ? 'Active' : 'Deleted'),
    place: {
      key: keyOf(target),
      name,
      now,
      entries: sinceTicked(changes, facts).map((change) => toPlaceEntry(change, setting)),
      whyClosed:
        target.kind !== 'record' && !facts.isEnabled
          ? reasons.recordDeleted
          : isClosed
            ? reasons.viewOnly(name)
            : null,
      whyNotValue: () => null,
    },
  };
}

function fieldPlace(field: FieldChange['field'], changes: readonly Changed[], setting: Setting): Asked {
  const { facts, context } = setting;
  const typeId = facts.grid.type.id;
  const { name } = field;
  const show = (value: unknown): string | null => {
    if (value === null || value === undefined) return null;
    if (field.key === recordFileKey) return facts.files.get(Number(value)) ?? 'A file that is no longer kept';
    return readAudited(value, field, typeId, context.config);
  };
  const whyClosed = !facts.isEnabled
    ? reasons.recordDeleted
    : whyNotEditable(field) !== null
      ? reasons.viewOnly(name)
      : changes.some(({ entry }) => entry.at < (field.stored.get(typeId)?.retypedAt ?? ''))
        ? reasons.otherType(name)
        : null;
  return {
    target: { kind: 'field', key: field.key },
    dataType: field.key === recordFileKey ? 'string' : field.dataType,
    show,
    place: {
      key: keyOf({ kind: 'field', key: field.key }),
      name,
      now: facts.values[field.key] ?? null,
      entries: sinceTicked(changes, facts).map((change) => toPlaceEntry(change, setting)),
      whyClosed,
      whyNotValue: (value) => whyNotFieldValue(field, value, show(value), setting),
    },
  };
}

function whyNotFieldValue(
  field: FieldChange['field'],
  value: unknown,
  words: string | null,
  { facts, context: { config, viewer } }: Setting,
): string | null {
  const { type } = facts.grid;
  const { name, key, base } = field;
  const stored = field.stored.get(type.id);
  const isRequired =
    base === null ? stored?.required === true : !baseColumns[base.name as BaseFieldName].nullable;
  if (value === null && key === 'status' && facts.way !== null)
    return whyNotBack(null, facts.way, viewer.userId);
  if (value === null) return isRequired ? `${name} is required` : null;
  // A field that was given another type since holds other JSON.
  if (!storedForm(field.dataType).isKept(value)) return reasons.otherType(name);
  if (field.dataType === 'attachment')
    return fileIdsOf(key, value).every((id) => facts.files.has(id)) ? null : reasons.fileGone;
  const now = facts.values[key];
  if (base !== null) {
    if (base.relation === undefined) return null;
    const current = now === null ? null : Number(now);
    const whyNot = whyNotChoice(config, type.id, base, Number(value), current);
    if (whyNot !== null) return reasons.noChoice(words ?? String(value));
    return key === 'status' ? whyNotBack(Number(value), facts.way, viewer.userId) : null;
  }
  if (stored === undefined) return reasons.gone(name);
  const text = storedForm(stored.dataType).readOverflow(value);
  const current = now == null ? [] : readIds(JSON.stringify(now));
  if (whyNotListValue(config, stored, text, current) !== null) return reasons.noChoice(words ?? text);
  return whyNotAdditional(stored, text, config, current);
}

/** Putting a status back is a move like any other. Where its way asks for a comment, it is to be moved by hand. */
function whyNotBack(to: number | null, way: Facts['way'], userId: number): string | null {
  if (way === null) return null;
  const { from, createdBy, values } = way.values;
  const move = { from, to, createdBy, userId, read: (key: string) => values.get(key) ?? null };
  const { whyNot, needsComment } = judgeTransition(way.path, move);
  return whyNot ?? (needsComment ? commentNeeded(way.path, move) : null);
}

function linePlaces(setting: Setting): Asked[] {
  const { facts, context } = setting;
  const ids = new Set(
    facts.entries.flatMap(({ id, lineId }) => (facts.ticked.has(id) && lineId ? [lineId] : [])),
  );
  return [...ids].flatMap((id) => {
    const line = facts.lines.get(id);
    const type = line && context.config.lineItemTypes.get(line.typeId);
    return line === undefined || type === undefined ? [] : placesOfLine(line, type, setting);
  });
}

function placesOfLine(line: StoredLine, type: StoredLineItemType, setting: Setting): Asked[] {
  const { facts } = setting;
  const entries = facts.entries.filter(({ lineId }) => lineId === line.id);
  const index = facts.placed.get(line.id)?.index ?? null;
  const name = index === null ? `${type.name}, deleted line` : `${type.name} ${index}`;
  const makes = entries.filter(({ id, action }) => facts.ticked.has(id) && action !== 'update');
  // A line that came goes again only when nobody has written into it since: then all of its entries are one.
  const comes = makes.some(({ action }) => action !== 'delete');
  const ofWhole = entries.filter(({ action }) => comes || action !== 'update');
  const whole = ofWhole.map((entry): Changed => {
    const after = entry.action !== 'delete';
    return { entry, before: { value: entry.action === 'update' ? true : !after }, after };
  });
  const found =
    makes.length === 0
      ? []
      : [wholePlace({ kind: 'line', lineId: line.id }, name, whole, line.enabled, setting)];
  if (comes) return found;
  return [
    ...found,
    ...type.fields.flatMap((field) => {
      if (isComputed(field)) return [];
      const key = additionalFieldKey(field.id);
      const changes = entries.flatMap((entry): Changed[] => {
        const pair = (entry.changes as Readonly<Record<string, readonly [unknown, unknown]>>)[key];
        // What a line held is told with its deletion, and is still there.
        if (pair === undefined || entry.action === 'delete' || entry.action === 'restore') return [];
        return [{ entry, before: { value: pair[0] }, after: pair[1] }];
      });
      return isTicked(facts, changes)
        ? [lineFieldPlace(line, field, `${name}, ${field.name}`, changes, setting)]
        : [];
    }),
  ];
}

function lineFieldPlace(
  line: StoredLine,
  field: StoredLineItemField,
  name: string,
  changes: readonly Changed[],
  setting: Setting,
): Asked {
  const { facts, context } = setting;
  const target = { kind: 'line field', lineId: line.id, fieldId: field.id } as const;
  const show = (value: unknown): string | null => {
    if (typeof value !== 'string') return null;
    const { choosing } = valueOf(field.dataType);
    if (choosing === null) return value;
    const ids = readIds(value);
    const nameOf = choiceNamer({ base: null, listId: field.listId }, context.config, 'UTC');
    return ids.map(nameOf).filter(Boolean).join(', ') || (ids.length === 0 ? value : null);
  };
  return {
    target,
    dataType: field.dataType,
    show,
    place: {
      key: keyOf(target),
      name,
      now: line.values[field.id] ?? null,
      entries: sinceTicked(changes, facts).map((change) => toPlaceEntry(change, setting)),
      whyClosed: !facts.isEnabled
        ? reasons.recordDeleted
        : !line.enabled
          ? reasons.lineDeleted
          : !facts.mayEditLines
            ? reasons.viewOnly(name)
            : changes.some(({ entry }) => entry.at < (field.retypedAt ?? ''))
              ? reasons.otherType(name)
              : null,
      whyNotValue(value) {
        const text = typeof value === 'string' ? value : null;
        const current = readIds(line.values[field.id] ?? '');
        if (text !== null && whyNotListValue(context.config, field, text, current) !== null)
          return reasons.noChoice(show(text) ?? text);
        return whyNotAdditional(field, text, context.config, current);
      },
    },
  };
}

/** A line is judged as it would be saved: with all of its values that are put back together. */
function judgeLinesWhole(
  rows: readonly JudgedRow[],
  chosen: ReadonlySet<string> | null,
  { facts, context }: Setting,
): JudgedRow[] {
  let judged = [...rows];
  for (const line of facts.lines.values()) {
    const isAsked = (row: JudgedRow) =>
      row.target.kind === 'line field' &&
      row.target.lineId === line.id &&
      row.whyNot === null &&
      (chosen === null || chosen.has(row.place.key));
    const isOfField = (row: JudgedRow, fieldId: number | null) =>
      isAsked(row) && row.target.kind === 'line field' && row.target.fieldId === fieldId;
    // Each answer takes at least one row out.
    for (let asked = 0; asked <= rows.length; asked += 1) {
      const changed = lineWith(line, judged.filter(isAsked), context);
      if (changed === null || !('fault' in changed)) break;
      const { sentence, fieldId } = changed.fault;
      const isNamed = judged.some((row) => isOfField(row, fieldId));
      judged = judged.map((row) =>
        (isNamed ? isOfField(row, fieldId) : isAsked(row)) ? { ...row, whyNot: sentence } : row,
      );
    }
  }
  return judged;
}

/** The line with the values that the rows put back into it, or what is wrong with it; null where there are none. */
export function lineWith(line: StoredLine, rows: readonly JudgedRow[], context: MemberContext) {
  const type = context.config.lineItemTypes.get(line.typeId);
  const given = rows.flatMap(({ target, to }) => {
    if (target.kind !== 'line field' || target.lineId !== line.id) return [];
    const field = context.config.lineItemFields.get(target.fieldId);
    return field === undefined ? [] : [{ field, value: typeof to === 'string' ? to : null }];
  });
  return type === undefined || given.length === 0
    ? null
    : changeLine(type, line.values, given, context, { fills: false });
}

/** The entries that say in the history what was put back: of what was asked for, and of each moved record its own. */
export function entriesOf(rows: readonly JudgedRow[], { ticked, links }: Facts): number[] {
  const found = new Set<number>();
  for (const { target, place } of rows) {
    const link =
      target.kind === 'parent' ? links.find(({ recordId }) => recordId === target.recordId) : undefined;
    const own = link?.ticked ?? ticked;
    for (const { id } of place.entries) if (own.has(id)) found.add(id);
    for (const id of link?.toldBy ?? []) found.add(id);
  }
  return [...found];
}
