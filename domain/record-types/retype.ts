// A field that gets another data type: first a report of what becomes of each value, then the work, and the way back
// (decision 122).
import type { DataType } from '../fields/data-types.ts';
import { deletionGraceDays } from '../kernel/deletion.ts';
import { showCount } from '../kernel/formats.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import type { Outcome } from '../values/conversion.ts';
import { classOfPair } from '../values/conversion.ts';
import { valueOf } from '../values/values.ts';
import { dataTypeNames, needsList, slotsUsedUp } from './rules.ts';

export type RetypeState = 'RUNNING' | 'FAILED' | 'WAITING';
/** What a person sees of how far it is. */
export type RetypePhase = 'BEGIN' | 'CONVERT' | 'SWITCH' | 'KEPT' | 'UNDO' | 'CLEAN_NEW' | 'CLEAN_OLD';

export const outcomes: readonly Outcome[] = ['kept', 'changed', 'lost'];

/** Shown of each outcome, and records by which the grid shows some. */
export const mostSamples = 5;
export const mostNumbers = 100;

export type RetypeSample = {
  readonly outcome: Outcome;
  readonly recordId: number;
  readonly recordNumber: number;
  /** Of a field of lines. */
  readonly lineId: number | null;
  readonly before: string;
  readonly after: string;
};

/** What becomes of the values of some records, or of all of them. */
export type RetypeReport = {
  readonly total: number;
  /** Records that were looked at. */
  readonly done: number;
  readonly kept: number;
  readonly changed: number;
  readonly lost: number;
  /** Records that hold nothing, or lines that do. */
  readonly empty: number;
  /** Of the values: those of records that are deleted, or of lines that are. */
  readonly deleted: number;
  readonly samples: readonly RetypeSample[];
  /** Of records that are not deleted the first numbers, by outcome. */
  readonly numbers: Readonly<Record<Outcome, readonly number[]>>;
};

export const nothingReported: RetypeReport = {
  total: 0,
  done: 0,
  kept: 0,
  changed: 0,
  lost: 0,
  empty: 0,
  deleted: 0,
  samples: [],
  numbers: { kept: [], changed: [], lost: [] },
};

/** Of what was looked at before, and what was looked at after it. */
export function addReports(one: RetypeReport, other: RetypeReport): RetypeReport {
  const samples = [...one.samples, ...other.samples];
  const first = (outcome: Outcome) =>
    samples.filter((sample) => sample.outcome === outcome).slice(0, mostSamples);
  const numbers = (outcome: Outcome) =>
    [...one.numbers[outcome], ...other.numbers[outcome]].slice(0, mostNumbers);
  return {
    total: other.total,
    done: one.done + other.done,
    kept: one.kept + other.kept,
    changed: one.changed + other.changed,
    lost: one.lost + other.lost,
    empty: one.empty + other.empty,
    deleted: one.deleted + other.deleted,
    samples: outcomes.flatMap(first),
    numbers: { kept: numbers('kept'), changed: numbers('changed'), lost: numbers('lost') },
  };
}

export type RetypeTarget = { readonly dataType: DataType; readonly listId: number | null };
type RetypedField = RetypeTarget & {
  readonly name: string;
  readonly formula: string | null;
};

/** Why the field cannot become that, whatever it holds; null where it can. */
export function whyNotRetype(field: RetypedField, to: RetypeTarget): Refusal | null {
  if (field.formula !== null)
    return new Refusal('CONFLICT', `“${field.name}” is computed. Take its formula away first.`);
  if (needsList(to.dataType) && to.listId === null)
    return invalid('Choose the list that its values come from.', 'listId');
  if (classOfPair(field.dataType, to.dataType, field.listId === to.listId) === 'refused')
    return invalid(
      field.dataType === to.dataType
        ? `“${field.name}” is of this type already.`
        : `No value of a field of the type ${dataTypeNames[field.dataType]} can become one of ${dataTypeNames[to.dataType]}.`,
      'dataType',
    );
  return null;
}

/** Whether conditions, formulas and mappings of the field mean the same afterwards. */
export const isReadAlike = (from: RetypeTarget, to: RetypeTarget): boolean =>
  valueOf(from.dataType).family === valueOf(to.dataType).family &&
  from.dataType !== 'phone' &&
  to.dataType !== 'phone' &&
  from.listId === to.listId;

/** @param places that decide by its values: they would decide otherwise, or not at all */
export const stillDecides = (name: string, places: readonly string[]) =>
  new Refusal(
    'CONFLICT',
    `“${name}” is used where something is decided, computed or sent by its values: ${places.slice(0, 5).join('; ')}${
      places.length > 5 ? ` and ${places.length - 5} more` : ''
    }. Take it out there first.`,
  );

export const noRoomForType = (dataType: DataType, typeName: string) =>
  new Refusal('CONFLICT', slotsUsedUp(dataType, typeName));

export const retypeUnderWay = (name: string) =>
  new Refusal(
    'CONFLICT',
    `The type of “${name}” is being changed already, or the values from before are still kept.`,
  );

export const retypeInTheWay = (name: string) =>
  new Refusal('CONFLICT', `The type of “${name}” is being changed. Wait until it is done, or stop it.`);

export const nothingToCancel = () =>
  new Refusal('CONFLICT', 'This change of a type is not under way any more.');
export const nothingToUndo = () =>
  new Refusal('CONFLICT', 'This change of a type cannot be undone: the values from before are not there.');

export const whatRetypeDoes = `Everybody works on meanwhile. When all values are converted, forms, grids and filters take the new type at one moment; until then nothing is different, and it can be stopped. The values from before are kept for ${deletionGraceDays} days, in which it can be undone.`;

const verbs: Readonly<Record<Outcome, string>> = {
  kept: 'kept',
  changed: 'changed',
  lost: 'lost',
};

/** '1,204 values are kept' */
export const sayOutcome = (outcome: Outcome, count: number): string =>
  `${showCount(count)} ${count === 1 ? 'value is' : 'values are'} ${verbs[outcome]}`;

/** What holds the values. */
export type RetypeHolders = 'records' | 'lines' | 'objects';

export function whatOutcomeMeans(outcome: Outcome, holders: RetypeHolders): string {
  if (outcome === 'kept') return 'They mean what they meant.';
  if (outcome === 'changed') return 'Something of each goes.';
  return `These ${holders} have nothing there any more.`;
}
