// Which fields an index must hold for numbers over records to be computed of it alone (docs/decisions/165).
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type {
  AuthorisedField,
  AuthorisedSource,
  Confinement,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AggregateQuery } from './aggregate-query.ts';
import { findColumn } from './column.ts';
import { findIndexableColumn } from './index-by-use.ts';
import { slotOf } from './places.ts';

/** These have an index that answers them alone. */
const countedAlready = new Set<string>(['status', 'createdAt']);

/**
 * What is read of each record of the type, by the names of its fields: groups, measures, conditions and what confines the role.
 * Null where one of them cannot stand in such an index, for then it would serve nobody.
 */
export function fieldsOfNumbers(
  { records, groups, measures }: AggregateQuery,
  source: AuthorisedSource,
): readonly string[] | null {
  const { conditions, enabledOnly, ids, search, parentId, parentIds, rootsOnly } = records;
  const isOfAll =
    ids === null &&
    search === null &&
    parentId === undefined &&
    parentIds === undefined &&
    rootsOnly !== true;
  if (!isOfAll || !enabledOnly) return null;
  const asked = [...groups, ...measures, ...conditions].flatMap(({ field }) => field ?? []);
  const keys = [
    ...asked.map((field) => keyOfField(field, source)),
    ...source.confinement.map((confinement) => keyOfConfinement(confinement)),
  ];
  const known = [...new Set(keys.filter((key) => key !== null))];
  if (known.length < new Set(keys).size) return null;
  return known.every((key) => countedAlready.has(key)) ? null : known;
}

function keyOfField(field: AuthorisedField, { type }: AuthorisedSource): string | null {
  const column = findColumn(field, type);
  if (column === null || field.seenBy !== undefined) return null;
  const stored = field.stored.get(type.id);
  const key = stored === undefined ? field.key : additionalFieldKey(stored.id);
  return findIndexableColumn(key, column.slot, 'numbers') === null ? null : key;
}

function keyOfConfinement({ base, stored }: Confinement): string | null {
  const key = stored === null ? base?.name : additionalFieldKey(stored.id);
  // The role's own Updated At is computed of each record.
  if (key === undefined || key === 'updatedAt') return null;
  const slot = stored === null ? null : slotOf(stored);
  return findIndexableColumn(key, slot, 'numbers') === null ? null : key;
}
