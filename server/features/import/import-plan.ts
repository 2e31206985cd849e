// A file that is imported in the browser, by the choices of the person and by what their role may do now: the one way in
// which its rows are judged, before anything is written and while it is.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { rulesOfType } from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import { fillRecord, keysToFill } from '@rowhouse/domain/fills/fill-record.ts';
import { createBeginningRule } from '@rowhouse/domain/import/beginning.ts';
import { ChoiceNames } from '@rowhouse/domain/import/choice-names.ts';
import { createdAtKey, parentKey, type ImportField } from '@rowhouse/domain/import/import-field.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import { findTypeNamed, readParent, writeParent } from '@rowhouse/domain/import/parent-cell.ts';
import { createRowReader, type RowReading } from '@rowhouse/domain/import/read-row.ts';
import { listScreenFields, needsClosedField, planChosen } from '@rowhouse/domain/import/screen-fields.ts';
import {
  givenMeanwhile,
  noParent,
  notParent,
  notYetMade,
  mayNotUpdate,
  recordThere,
  rowThere,
  severalThere,
  tooDeep,
} from '@rowhouse/domain/import/screen-rules.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { mostLevels } from '@rowhouse/domain/projects/limits.ts';
import { mayChangePlace, mayNotPlace, maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import { defaultValuesOf, firstStatusOf } from '@rowhouse/domain/records/given-values.ts';
import { commentNeeded, judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { findStatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { heldExpression, type HeldField } from '../../platform/record-store/held-fields.ts';
import { slotOf } from '../../platform/record-store/places.ts';
import { overflowJson } from '../../platform/record-store/stored-forms.ts';
import { readingOfRules } from '../field-conditions/sql.ts';
import { readingOfPath } from '../status-paths/sql.ts';
import type { ImportChoices, JudgedRow } from './staged-sql.ts';

/** A record that has the number of a row, as it stands and as far as the role sees it. */
export type CurrentRecord = {
  readonly id: number;
  readonly version: number;
  readonly number: number;
  /** What it holds in the fields of the file, by key. */
  readonly held: Held;
  readonly ofPath: TextRow;
  /** Whether this very import has made or changed it. */
  readonly isOwn: boolean;
};
type Held = Readonly<Record<string, unknown>>;

/** What a row says that its record stands under. */
export type RowParent = {
  readonly number: number;
  /** As it is written, where it is not the type of the file. */
  readonly typeName: string | null;
  /** Null where there is none of the name whose places and numbers the role sees. */
  readonly recordType: AuthorisedRecordType | null;
};

/** A record that new ones may stand under. */
export type RecordAbove = { readonly id: number; readonly level: number };

/** What is there of all that a part of a file names. */
export type Current = {
  readonly numbered: ReadonlyMap<number, readonly CurrentRecord[]>;
  /** By `aboveKey`. */
  readonly above: ReadonlyMap<string, readonly RecordAbove[]>;
};

export const aboveKey = (typeId: number, number: number): string => `${typeId} ${number}`;

export type PlannedRow =
  | {
      readonly kind: 'MAKE';
      readonly row: number;
      readonly number: number | null;
      readonly values: Values;
      readonly parent: RowParent | null;
    }
  | { readonly kind: 'CHANGE'; readonly row: number; readonly record: CurrentRecord; readonly held: Held }
  | { readonly kind: 'UNCHANGED'; readonly row: number; readonly record: CurrentRecord }
  | {
      readonly kind: 'FAULTY';
      readonly row: number;
      /** All of its reasons in one. */
      readonly fault: string;
      readonly faults?: readonly RowFault[];
    };
/** `key` of the field whose cell it is said of; null of the row. */
type RowFault = { readonly key: string | null; readonly reason: string };
type Values = ReadonlyMap<string, string>;

/** What was seen of a file before a row of it. */
export class SeenRows {
  /** By number the row that had it first. */
  readonly rowOf = new Map<number, number>();
  /** The numbers of those that come in, with the levels at which they will stand. */
  readonly coming = new Map<number, number>();
}

export type ReadRow = {
  readonly staged: JudgedRow;
  readonly reading: RowReading;
  readonly number: number | null;
  readonly parent: RowParent | null;
  /** Whether the cell of the parent names no record. */
  readonly isParentUnread: boolean;
};

export type ImportPlan = ReturnType<typeof createImportPlan>;

export function createImportPlan(
  recordType: AuthorisedRecordType,
  headers: readonly string[],
  choices: ImportChoices,
  { config, viewer }: MemberContext,
  nowMs: number,
) {
  const { type } = recordType;
  requireGrants(recordType, choices, viewer);
  const fields = listScreenFields(recordType, config, viewer);
  requireFields(choices, recordType, fields);
  const mapping = planChosen(choices.columns, headers, fields, (keys) =>
    keysToFill(keys, recordType, config),
  );
  const optional: Mapping = {
    ...mapping,
    columns: mapping.columns.map((column) => ({ ...column, field: { ...column.field, required: false } })),
  };
  const timeZone = viewer.timeZone ?? 'UTC';
  const writing = {
    decimalSign: choices.decimalSign,
    dayFirst: choices.dayFirst,
    timeZone,
    century: undefined,
    rounds: false,
    isWorkbook: choices.isWorkbook,
  };
  const names = new ChoiceNames(config, type.id);
  const readRow = createRowReader(optional, [], {
    ...writing,
    config,
    recordType: type,
    choices: names,
    createsListValues: false,
    today: dayAt(nowMs, viewer.timeZone ?? 'Pacific/Kiritimati'),
    isOnScreen: true,
  });
  const filled = mapping.columns.map(({ field }) => field);
  /** What the choices of the file may fill beside its columns. */
  const toFill = new Set(
    keysToFill(
      filled.map(({ key }) => key),
      recordType,
      config,
    ),
  );
  /** When a record was made is said once, with it. */
  const changeable = [
    ...filled.filter(({ key }) => !saidOnce.has(key)),
    ...fields.filter(({ key }) => toFill.has(key)),
  ];
  const isDated = filled.some(({ key }) => key === createdAtKey);
  const hasNumbers = filled.some(({ key }) => key === 'recordNumber');
  const required = fields.filter(
    ({ key, required: isRequired }) => isRequired && (key !== 'recordNumber' || hasNumbers),
  );
  const given = givenValues();
  const whyNotBegin = createBeginningRule(config, type.id, viewer.userId);
  const path = filled.some(({ key }) => key === 'status') ? findStatusPath(config, viewer, type.id) : null;
  const ofPath = path === null ? null : readingOfPath(path, type);
  const rules = rulesOfType(config, viewer, type);
  const ofRules = rules && readingOfRules(rules, type, viewer.tenantId);
  const pathColumns = ofPath?.columns ?? [];
  const heldFields = changeable.map(heldFieldOf);

  function givenValues(): Values {
    const status = firstStatusOf(config, type.id);
    return new Map([
      ...(status === null ? [] : [['status', String(status)] as const]),
      ...defaultValuesOf(config, type).map(
        ({ field, value }) => [additionalFieldKey(field.id), value] as const,
      ),
    ]);
  }

  function read(staged: JudgedRow): ReadRow {
    const reading = readRow(staged.cells);
    const number = reading.values.get('recordNumber');
    const parent = reading.values.get(parentKey);
    const named = parent === undefined ? null : readParent(parent, writing);
    return {
      staged,
      reading,
      number: number === undefined ? null : Number(number),
      parent: named && { number: named.number, ...findParentType(named.type) },
      isParentUnread: parent !== undefined && named === null,
    };
  }

  const typesAbove = [...config.recordTypes.values()].flatMap((one) => {
    const open = one.isSuper ? null : findAuthorisedRecordType(config, viewer, one.id);
    const isNamed = open !== null && maySeePlace(open) && open.fields.has('recordNumber');
    return isNamed ? [{ name: one.name, recordType: open }] : [];
  });
  const typesFound = new Map<string, Pick<RowParent, 'recordType' | 'typeName'>>();

  function findParentType(name: string | null): Pick<RowParent, 'recordType' | 'typeName'> {
    if (name === null) return { recordType, typeName: null };
    const before = typesFound.get(name);
    if (before !== undefined) return before;
    const found = findTypeNamed(typesAbove, name)?.recordType ?? null;
    const answer = { recordType: found, typeName: found?.type.id === type.id ? null : name };
    typesFound.set(name, answer);
    return answer;
  }

  /** At which level a new record stands under it, or the sentence that refuses it. */
  function judgeParent(
    { number, typeName, recordType: parentType }: RowParent,
    current: Current,
    seen: SeenRows,
  ) {
    if (parentType === null) return noParent(number, typeName);
    const name = writeParent({ type: typeName, number });
    if (!mayChangePlace(parentType)) return mayNotPlace(name);
    const [there, ...others] = current.above.get(aboveKey(parentType.type.id, number)) ?? [];
    if (others.length > 0) return severalThere(name);
    const above = there?.level ?? (typeName === null ? seen.coming.get(number) : undefined);
    if (above === undefined) return noParent(number, typeName);
    return above + 1 < mostLevels ? above + 1 : tooDeep;
  }

  /** @param seen of the rows before; this one is added to it */
  function judge(
    { staged, reading, number, parent, isParentUnread }: ReadRow,
    current: Current,
    seen: SeenRows,
  ): PlannedRow {
    const { row } = staged;
    const refuse = (...given: RowFault[]): PlannedRow => {
      const faults = given.filter(
        ({ reason }, index) => given.findIndex((one) => one.reason === reason) === index,
      );
      return { kind: 'FAULTY', row, fault: faults.map(({ reason }) => reason).join('; '), faults };
    };
    const faulty = (reason: string, key: string | null = null) => refuse({ key, reason });
    if (staged.broken !== null) return faulty(staged.broken);
    const [record, ...others] = number === null ? [] : (current.numbered.get(number) ?? []);
    const faults: RowFault[] = reading.rejections.flatMap(({ key, reason, meant }) =>
      choices.existing === 'UPDATE' && others.length === 0 && holds(record, key, meant)
        ? []
        : { key, reason },
    );
    const earlier = number === null ? undefined : seen.rowOf.get(number);
    if (earlier !== undefined) faults.push({ key: 'recordNumber', reason: rowThere });
    if (isParentUnread) faults.push({ key: parentKey, reason: notParent });
    if (number !== null && earlier === undefined) seen.rowOf.set(number, row);
    if (faults.length > 0) return refuse(...faults);
    if (record !== undefined && number !== null) {
      if (record.isOwn) return faulty(givenMeanwhile(number), 'recordNumber');
      if (choices.existing === 'REFUSE') return faulty(recordThere, 'recordNumber');
      if (others.length > 0) return faulty(severalThere(number), 'recordNumber');
      return judgeChange(row, record, reading.values, faulty);
    }
    const started = fillRow(new Map([...given, ...reading.values]), reading.values, null);
    if (typeof started === 'string') return faulty(started);
    const values = new Map([...started].filter(([, value]) => value !== ''));
    const madeAt = values.get(createdAtKey);
    if (madeAt !== undefined && Date.parse(madeAt) > nowMs) return faulty(notYetMade, createdAtKey);
    const missing = required
      .filter(({ key }) => !values.has(key) && rules?.stateOf(key, null, values).isShown !== false)
      .map(({ key, name }) => ({ key, reason: `${name} is required` }));
    if (missing.length > 0) return refuse(...missing);
    const whyNot = whyNotBegin(values);
    if (whyNot !== null) return faulty(whyNot);
    const level = parent === null ? 0 : judgeParent(parent, current, seen);
    if (typeof level === 'string') return faulty(level, parentKey);
    if (number !== null) seen.coming.set(number, level);
    return { kind: 'MAKE', row, number, values, parent };
  }

  /** Whether a record has what a cell says already: a file that was exported asks for nothing else, whatever may be chosen now. */
  function holds(record: CurrentRecord | undefined, key: string, meant: string | undefined): boolean {
    const field = changeable.find((one) => one.key === key);
    if (record === undefined || field === undefined || meant === undefined) return false;
    return isSameHeld(field, record.held[key], toHeld(field, meant));
  }

  function judgeChange(
    row: number,
    record: CurrentRecord,
    values: Values,
    faulty: (reason: string, key?: string) => PlannedRow,
  ): PlannedRow {
    const whyNot = whyNotMove(record, values);
    if (whyNot !== null) return faulty(whyNot, 'status');
    const own: Record<string, unknown> = {};
    const given = new Map<string, string>();
    const all = fillRow(values, values, record);
    if (typeof all === 'string') return faulty(all);
    for (const field of changeable) {
      const value = all.get(field.key);
      if (value === undefined) continue;
      given.set(field.key, value);
      const held = value === '' ? null : toHeld(field, value);
      if (!isSameHeld(field, record.held[field.key], held)) own[field.key] = held;
    }
    if (Object.keys(own).length === 0) return { kind: 'UNCHANGED', row, record };
    const fault =
      rules?.judge(ofRules && ofRules.read(record.ofPath.slice(pathColumns.length)), given) ?? null;
    if (fault !== null) return faulty(fault.sentence);
    return { kind: 'CHANGE', row, record, held: { ...record.held, ...own } };
  }

  /**
   * With what its choices fill, '' for what they empty; or the fault of it.
   * @param said what the row says itself: an empty cell says nothing
   * @param record null: a new one
   */
  function fillRow(values: Values, said: Values, record: CurrentRecord | null): Values | string {
    if (toFill.size === 0) return values;
    const filled = fillRecord(values, recordType, {
      config,
      held: (id) => readIds(String(record?.held[additionalFieldKey(id)] ?? '')),
      rules,
      ruled: record && ofRules && ofRules.read(record.ofPath.slice(pathColumns.length)),
      said: new Set(said.keys()),
    });
    if ('sentence' in filled) return filled.sentence;
    return new Map([
      ...values,
      ...filled.map(({ field, value }) => [additionalFieldKey(field.id), value ?? ''] as const),
    ]);
  }

  function whyNotMove(record: CurrentRecord, values: Values): string | null {
    const status = values.get('status');
    if (path === null || ofPath === null || status === undefined) return null;
    const before = ofPath.read(record.ofPath);
    const move = {
      from: before.from,
      to: Number(status),
      createdBy: before.createdBy,
      userId: viewer.userId,
      read: (key: string) => values.get(key) ?? before.values.get(key) ?? null,
    };
    const { whyNot, needsComment } = judgeTransition(path, move);
    return whyNot ?? (needsComment ? commentNeeded(path, move) : null);
  }

  return {
    mapping,
    /** The fields that the file fills in records that are there. */
    changeable,
    heldFields,
    isDated,
    given,
    /** A value of a field as a person reads it. */
    show: ({ dataType, choices: source }: ImportField, value: string): string =>
      valueOf(dataType).show(value, {
        timeZone,
        nameOf: (id) => (source === null ? '' : names.nameOf(source, id)),
      }),
    read,
    judge,
    /** What is read of a record that is there, before anything of it is judged. */
    currentColumns: (more: readonly HeldField[] = []): readonly string[] => [
      `(${heldExpression([...heldFields, { key: 'recordNumber', column: 'record_number' }, ...more])})::text`,
      ...pathColumns,
      ...(ofRules?.columns ?? []),
    ],
  };
}

/** Of a new record alone: no file changes it in one that is there. */
const saidOnce: ReadonlySet<string> = new Set(['recordNumber', createdAtKey, parentKey]);

function requireGrants(
  { type }: AuthorisedRecordType,
  choices: ImportChoices,
  viewer: MemberContext['viewer'],
): void {
  if (type.isSuper || !mayOnRecordType(viewer, 'create records', type.id))
    throw new Refusal('FORBIDDEN', 'Your role may not create records here.');
  if (choices.existing === 'UPDATE' && !mayOnRecordType(viewer, 'bulk update', type.id))
    throw new Refusal('FORBIDDEN', mayNotUpdate, { field: 'existing' });
}

/** Hidden reads as unknown; read-only is said. */
function requireFields(
  { columns }: ImportChoices,
  recordType: AuthorisedRecordType,
  fields: readonly ImportField[],
): void {
  for (const { fieldKey } of columns) {
    if (fields.some(({ key }) => key === fieldKey)) continue;
    const seen = recordType.fields.get(fieldKey);
    if (seen === undefined) throw invalid(`There is no field '${fieldKey}' here.`, fieldKey);
    throw new Refusal('FORBIDDEN', `${seen.name} cannot be filled by a file.`, { field: fieldKey });
  }
}

/** Hidden reads as unknown: which of the fields it is, is not said. */
export const whyNotMake = (recordType: AuthorisedRecordType, { config }: MemberContext): string | null =>
  needsClosedField(recordType, config)
    ? 'Your role cannot create records here: a new record needs fields that it may not fill. An administrator can give it access to them.'
    : null;

function heldFieldOf({ key, stored }: ImportField): HeldField {
  if (stored === null) return { key, column: baseColumns[key as BaseFieldName].expression };
  const slot = slotOf(stored);
  return slot === null ? { key, overflowId: stored.id } : { key, column: slot };
}

/** A value of the contract as JSON of its column. */
function toHeld({ dataType, stored }: ImportField, value: string): unknown {
  if (stored !== null) return JSON.parse(overflowJson(stored.dataType, value)) as unknown;
  return valueOf(dataType).toInput(value);
}

/** A moment is one moment in whatever zone it is written; without seconds, as every screen and file shows it, it is any of its minute. */
function isSameHeld({ dataType }: ImportField, one: unknown, other: unknown): boolean {
  if (JSON.stringify(one ?? null) === JSON.stringify(other)) return true;
  if ((dataType !== 'date' && dataType !== 'datetime') || typeof one !== 'string') return false;
  const [held, said] = [Date.parse(one), Date.parse(String(other))];
  return held === said || (dataType === 'datetime' && Math.floor(held / minuteMs) * minuteMs === said);
}

const minuteMs = 60_000;
