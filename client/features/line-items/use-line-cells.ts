// How values of lines read and how they are edited: as those of records do.
import { useMemo, type ReactNode } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { useFieldOptions } from '../../values/choices/use-field-options.ts';
import { columnEdit, type ValueEdit } from '../../values/column-edit.tsx';
import { renderText } from '../../values/render-text.tsx';
import { namesOf, textOfStored } from '../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../values/value-field.ts';
import type { LineField, LineType } from './line.ts';

export type LineCells = {
  readonly options: (field: LineField) => readonly Option[] | undefined;
  readonly allOptions: FieldOptions;
  readonly text: (field: LineField, value: string) => string;
  readonly render: (field: LineField) => (text: string) => ReactNode;
  readonly edit: (field: LineField) => ValueEdit;
};

export function useLineCells(recordTypeId: number, types: readonly LineType[] = noTypes): LineCells {
  const fields = useMemo(() => types.flatMap((type) => type.fields), [types]);
  const options = useFieldOptions(recordTypeId, noRecordTypes, fields);
  return useMemo(() => {
    const zone = viewerZone();
    const names = new Map(fields.map(({ key }) => [key, namesOf(options.get(key) ?? noOptions)]));
    return {
      options: ({ key }) => options.get(key),
      allOptions: options,
      text: (field, value) => textOfStored(field, value, names.get(field.key)!, zone),
      render: renderText,
      edit: (field) => columnEdit(field, options.get(field.key), names.get(field.key)!, zone),
    };
  }, [fields, options]);
}

const noTypes: readonly LineType[] = [];
/** Lines have neither a status nor a problem code. */
const noRecordTypes: readonly never[] = [];
