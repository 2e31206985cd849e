// How a value reads, in a cell, on the clipboard and in a history.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showDisabled } from '@rowhouse/domain/kernel/formats.ts';
import type { Showing } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Option } from '../ui/inputs/option.ts';

/** The names of one field's values by id. */
export type Names = ReadonlyMap<string, Option>;

export const namesOf = (options: readonly Option[]): Names =>
  new Map(options.map((option) => [option.id, option]));

/** How the values of a field read whose choices have these names. */
export const showingOf = (names: Names, timeZone: string): Showing => ({
  timeZone,
  nameOf(id) {
    const option = names.get(String(id));
    if (option === undefined) return '';
    return option.enabled ? option.name : showDisabled(option.name);
  },
});

export const textOfStored = (
  { dataType }: { readonly dataType: DataType },
  stored: string,
  names: Names,
  timeZone: string,
): string => valueOf(dataType).show(stored, showingOf(names, timeZone));
