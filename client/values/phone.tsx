import { createLate } from '../ui/late.tsx';
import { lateInput } from './late-inputs.ts';
import { textView } from './text.tsx';
import { widestColumn, type CellProps, type ValueView } from './value-view.ts';

/** It brings the countries of the world along. Loaded when row edit begins, it is there when its cell is opened. */
const phoneEditor = createLate(() => import('./cells/phone-editor.tsx'));

export const loadPhoneEditor = phoneEditor.prepare;

export const phoneView: ValueView = {
  ...textView,
  FormEditor: lateInput(({ PhoneForm }) => PhoneForm),
  CellEditor: phoneEditor.part<CellProps>(({ PhoneEditor }) => PhoneEditor),
  width: 160,
  widest: widestColumn,
};
