// A property of objects that gets another data type: its values stand in records of several types, and in values of lists
// (decision 122).
import type { Outcome } from '../values/conversion.ts';
import { mostNumbers, mostSamples, outcomes } from './retype.ts';

export type PropertySample = {
  readonly outcome: Outcome;
  /** What holds the object, as people know it. */
  readonly holder: string;
  readonly before: string;
  readonly after: string;
};

/** Numbers of records of one type, by outcome. */
export type RecordsOfType = Readonly<Record<Outcome, readonly number[]>> & {
  readonly recordTypeId: number;
  readonly typeName: string;
};

/** What becomes of the values in some of what holds such objects, or in all of it. */
export type PropertyReport = {
  readonly total: number;
  /** Records and values of lists that were looked at. */
  readonly done: number;
  readonly kept: number;
  readonly changed: number;
  readonly lost: number;
  /** Objects that hold nothing of it. */
  readonly empty: number;
  readonly deleted: number;
  readonly samples: readonly PropertySample[];
  readonly records: readonly RecordsOfType[];
};

export const nothingOfProperty: PropertyReport = {
  total: 0,
  done: 0,
  kept: 0,
  changed: 0,
  lost: 0,
  empty: 0,
  deleted: 0,
  samples: [],
  records: [],
};

/** Of what was looked at before, and what was looked at after it. */
export function addPropertyReports(one: PropertyReport, other: PropertyReport): PropertyReport {
  const samples = [...one.samples, ...other.samples];
  const ofTypes = Map.groupBy([...one.records, ...other.records], ({ recordTypeId }) => recordTypeId);
  const first = (some: readonly RecordsOfType[], outcome: Outcome) =>
    [...new Set(some.flatMap((records) => records[outcome]))].slice(0, mostNumbers);
  return {
    total: other.total,
    done: one.done + other.done,
    kept: one.kept + other.kept,
    changed: one.changed + other.changed,
    lost: one.lost + other.lost,
    empty: one.empty + other.empty,
    deleted: one.deleted + other.deleted,
    samples: outcomes.flatMap((outcome) =>
      samples.filter((sample) => sample.outcome === outcome).slice(0, mostSamples),
    ),
    records: [...ofTypes].map(([recordTypeId, some]) => ({
      recordTypeId,
      typeName: some[0]?.typeName ?? '',
      kept: first(some, 'kept'),
      changed: first(some, 'changed'),
      lost: first(some, 'lost'),
    })),
  };
}
