// What row edit and the page of a record say alike.
import { viewerZone } from '../../../platform/clock.ts';
import { textOfStored } from '../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';

type Named = { readonly fields: ReadonlyMap<string, RecordField>; readonly options: FieldOptions };

/** What the fields are called, and how a value reads that is not in a row. */
export function readingOf({ fields, options }: Named) {
  const zone = viewerZone();
  return {
    nameOf: (key: string) => fields.get(key)?.name ?? key,
    read(key: string, value: string) {
      const field = fields.get(key);
      if (!field || value === '') return value;
      const names = new Map((options.get(key) ?? noOptions).map((option) => [option.id, option]));
      return textOfStored(field, value, names, zone) || value;
    },
  };
}
