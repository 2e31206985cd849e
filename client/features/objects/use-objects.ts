import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findListedObjects, findObjectProperties } from './api.ts';

/** What a company changes of them is told to open screens. */
const objectsKeptMs = 60_000;

type PropertiesByDefinition = ReadonlyMap<number, readonly ObjectProperty[]>;

/** By definition; undefined while they are on the way. */
export function useObjectProperties(definitionIds: readonly number[]) {
  const query = useQuery({
    queryKey: ['objects', 'properties', definitionIds],
    queryFn: ({ signal }) => findObjectProperties(definitionIds, signal),
    enabled: definitionIds.length > 0,
    staleTime: objectsKeptMs,
  });
  const { data } = query;
  const properties = useMemo((): PropertiesByDefinition | undefined => {
    if (definitionIds.length === 0) return none;
    if (data === undefined) return undefined;
    return new Map(
      definitionIds.map((id) => [
        id,
        data
          .filter(({ objectDefinitionId }) => objectDefinitionId === id)
          .map(({ listType, ...property }) => ({ ...property, listId: listType?.id ?? null })),
      ]),
    );
  }, [definitionIds, data]);
  return { properties, failure: query.error, refetch: query.refetch };
}

const none: PropertiesByDefinition = new Map();

type ListedObjects = ReadonlyMap<number, PropertyValues>;

/** The objects that the values of the lists stand for, by the value's id; undefined while they are on the way. */
export function useListedObjects(listIds: readonly number[]): ListedObjects | undefined {
  const { data } = useQuery({
    queryKey: ['objects', 'listed', listIds],
    queryFn: ({ signal }) => findListedObjects(listIds, signal),
    enabled: listIds.length > 0,
    staleTime: objectsKeptMs,
  });
  return useMemo(
    () =>
      data &&
      new Map(
        data.map(({ id, dynamicObjectValue }) => [
          id,
          new Map(
            (dynamicObjectValue?.objectValues ?? []).flatMap(({ value, objectProperty }) =>
              value ? [[objectProperty.id, value] as const] : [],
            ),
          ),
        ]),
      ),
    [data],
  );
}
