import { plainText, widestColumn, type ValueView } from './value-view.ts';

/** Edited beside the grid, each property by its own type. */
export const objectView: ValueView = {
  FormEditor: null,
  CellEditor: null,
  FilterEditor: null,
  FilterListEditor: null,
  render: plainText,
  kind: 'text',
  width: 168,
  widest: widestColumn,
};
