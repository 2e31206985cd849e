import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';

/** Objects and files are values of records alone. */
export const isEditedInLine = (dataType: DataType): boolean => valueOf(dataType).family !== 'opaque';
