import { isDataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';

/**
 * A value as a history shows it: the names of choices come as they read, everything else as it is stored.
 * @param dataType what is none is shown as it stands
 */
export function showAudited(value: string | null | undefined, dataType: string, timeZone: string): string {
  if (value == null || value === '') return '–';
  const type = isDataType(dataType) ? valueOf(dataType) : null;
  const text =
    type === null || type.choosing !== null ? value : type.show(value, { timeZone, nameOf: String });
  return text || '–';
}
