// What choices from lists of objects fill, for a session of edit: by the fields as the server tells them, and by the objects.
import { toFilled } from '@rowhouse/domain/fills/fill-from.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import type { FillLookup } from '../../edit-session/fill-lookup.ts';
import type { FieldOptions } from '../value-field.ts';
import { findObjectsOfLists } from './api.ts';
import { choicesKeptMs } from './choices-kept.ts';
import { listsOf } from './lists-of.ts';

type FillingField = {
  readonly key: string;
  readonly dataType: DataType;
  readonly listType: { readonly id: number } | null;
  readonly fills?: readonly { readonly fieldId: number; readonly propertyId: number }[] | undefined;
};

/** By the id of a value, the texts of its properties by their ids. */
type Objects = ReadonlyMap<string, ReadonlyMap<number, string>>;

/**
 * Tells the session what its choices fill.
 * @param isWanted false while nothing is edited: the objects are not asked for
 */
export function useFilling(
  session: { readonly setFilling: (filling: FillLookup | null) => void },
  fields: readonly FillingField[],
  options: FieldOptions,
  isWanted = true,
): void {
  const choosing = useMemo(() => fields.filter(({ fills }) => (fills ?? []).length > 0), [fields]);
  const listIds = useMemo(() => listsOf(choosing), [choosing]);
  const { data: objects } = useQuery({
    queryKey: ['lists', 'listed-objects', listIds],
    queryFn: ({ signal }): Promise<Objects> => findObjectsOfLists(listIds, signal),
    enabled: isWanted && listIds.length > 0,
    staleTime: choicesKeptMs,
  });
  const filling = useMemo(
    () => (choosing.length === 0 ? null : lookupOf(choosing, fields, options, objects)),
    [choosing, fields, options, objects],
  );
  useLayoutEffect(() => session.setFilling(filling), [session, filling]);
}

function lookupOf(
  choosing: readonly FillingField[],
  fields: readonly FillingField[],
  options: FieldOptions,
  objects: Objects | undefined,
): FillLookup {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const fillsOf = new Map(
    choosing.map(({ key, fills = [] }) => [
      key,
      fills.map(({ fieldId, propertyId }) => ({ key: additionalFieldKey(fieldId), propertyId })),
    ]),
  );
  return {
    fillsOf: (key) => fillsOf.get(key) ?? [],
    read(key, chosen, propertyId) {
      const field = byKey.get(key);
      const object = objects?.get(chosen);
      if (field === undefined || object === undefined) return null;
      const text = toFilled(field.dataType, object.get(propertyId) ?? '');
      // A choice that is no longer one fills nothing.
      const isOver =
        valueOf(field.dataType).choosing === 'one' &&
        options.get(key)?.find(({ id }) => id === text)?.enabled === false;
      return isOver ? '' : text;
    },
  };
}
