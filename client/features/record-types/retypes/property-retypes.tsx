// Properties of objects that get another data type. The page of objects puts this beside them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { targetsOf } from '@rowhouse/domain/values/conversion.ts';
import { propertyType } from '@rowhouse/domain/objects/object-property.ts';
import { useMemo } from 'react';
import {
  findWrittenSinceProperty,
  getPropertyRetypes,
  startPropertyRetype,
  stopPropertyRetype,
  undoPropertyRetype,
} from './api.ts';
import { RetypeDialog } from './retype-dialog.tsx';
import type { ToRecords } from './retype-report.tsx';
import { Retypes, type RetypeWork } from './retypes.tsx';
import { lookAtProperty } from './use-retype-report.ts';

const progressMs = 1000;

/** Asked again with the objects, and while one is under way. */
export const usePropertyRetypes = () =>
  useQuery({
    queryKey: ['objects', 'retypes'],
    queryFn: ({ signal }) => getPropertyRetypes(signal),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'RUNNING') === true ? progressMs : false,
  });
type PropertyRetype = Awaited<ReturnType<typeof getPropertyRetypes>>[number];

/** Whatever comes of the change, the page is up to date before the answer, and so are open grids. */
function useChangeTypes(): (change: () => Promise<void>) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    try {
      await change();
    } finally {
      await Promise.all(
        ['objects', 'fields', 'lists'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    }
  };
}

/** Not while its type is being changed, or can be changed back. */
export const canRetypeProperty = (
  property: { readonly id: number; readonly dataType: string; readonly listId: number | null },
  retypes: readonly PropertyRetype[] | undefined,
): boolean =>
  retypes !== undefined &&
  targetsOf(propertyType(property)).length > 0 &&
  !retypes.some(({ propertyId }) => propertyId === property.id);

type PropertyRetypeDialogProps = {
  property: {
    readonly id: number;
    readonly name: string;
    readonly dataType: string;
    readonly listId: number | null;
    readonly isRequired: boolean;
  };
  /** Of its object. */
  version: number;
  lists: readonly { readonly id: number; readonly name: string }[];
  toRecords: ToRecords;
  onClose: () => void;
};

export function PropertyRetypeDialog({ property, version, ...more }: PropertyRetypeDialogProps) {
  const { id, isRequired, ...told } = property;
  const change = useChangeTypes();
  const look = useMemo(() => lookAtProperty(id), [id]);
  return (
    <RetypeDialog
      thing={{
        ...told,
        dataType: propertyType(property),
        required: isRequired,
        holders: 'objects',
        look,
        change: { kind: 'OBJECT_PROPERTY', id, takes: 'RETYPE' },
        start: (choice) => change(() => startPropertyRetype({ propertyId: id, version, ...choice })),
      }}
      {...more}
    />
  );
}

type PropertyRetypesProps = {
  retypes: readonly PropertyRetype[];
  properties: readonly { readonly id: number; readonly name: string }[];
};

/** Of one object: what is being changed, or was changed and can be changed back. */
export function PropertyRetypes({ retypes, properties }: PropertyRetypesProps) {
  const change = useChangeTypes();
  const work: RetypeWork = {
    holders: 'objects',
    stop: (id) => change(() => stopPropertyRetype(id)),
    undo: (id) => change(() => undoPropertyRetype(id)),
    async findWritten(id, signal) {
      const found = await findWrittenSinceProperty(id, signal);
      return {
        written: found.map(({ holder, at, by }, index) => ({
          key: String(index),
          holder,
          at,
          by: by ?? null,
        })),
        // They stand in several types.
        toGrid: null,
      };
    },
  };
  const named = retypes.map((one) => ({
    ...one,
    name: properties.find(({ id }) => id === one.propertyId)?.name ?? 'A deleted property',
  }));
  return <Retypes retypes={named} work={work} />;
}
