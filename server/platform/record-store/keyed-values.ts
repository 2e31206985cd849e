import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { Answer } from '../database/database.ts';
import { storedForm } from './stored-forms.ts';

/** Of rows that are an id and one column for each of the fields, in their order: the values by key; null is left out. */
export const readKeyedValues = (
  answer: Answer | undefined,
  fields: readonly { readonly key: string; readonly dataType: DataType }[],
): Map<number, Map<string, string>> => {
  const readers = fields.map(({ key, dataType }) => ({ key, read: storedForm(dataType).read }));
  return new Map(
    (answer?.rows ?? []).map(([id, ...stored]) => [
      Number(id),
      new Map(
        readers.flatMap(({ key, read }, index): [string, string][] => {
          const value = stored[index];
          return value == null ? [] : [[key, read(value)]];
        }),
      ),
    ]),
  );
};

/** Of rows that begin with an id. */
export const readIds = (answer: Answer | undefined): number[] =>
  (answer?.rows ?? []).map(([id]) => Number(id));
