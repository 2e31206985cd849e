import { type DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';

/** Of a record itself, or a value of a list of objects. */
export type ObjectKind = 'own' | 'listed';

export type ObjectField = {
  readonly key: string;
  readonly kind: ObjectKind;
  /** Null of an object that nobody has defined: it has no properties. */
  readonly definitionId: number | null;
  readonly listId: number | null;
};

type AnyField = {
  readonly key: string;
  readonly dataType: DataType;
  readonly listType: { readonly id: number; readonly dataType: string } | null;
  readonly objectDefinition: { readonly id: number } | null;
};

/** Those whose cells hold one object. A field of several values of a list holds several, and reads by their names. */
export const findObjectFields = (fields: readonly AnyField[]): readonly ObjectField[] =>
  fields.flatMap(({ key, dataType, listType, objectDefinition }): ObjectField[] => {
    const definitionId = objectDefinition?.id ?? null;
    if (dataType === 'object') return [{ key, kind: 'own', definitionId, listId: null }];
    const isListed = listType?.dataType === 'Object' && valueOf(dataType).choosing === 'one';
    return isListed ? [{ key, kind: 'listed', definitionId, listId: listType.id }] : [];
  });
