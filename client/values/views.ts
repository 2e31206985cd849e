import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { checkView } from './check.tsx';
import { choiceView } from './choice.tsx';
import { choicesView } from './choices.tsx';
import { dayView } from './day.tsx';
import { fileView } from './file.tsx';
import { momentView } from './moment.tsx';
import { moneyView } from './money.tsx';
import { decimalView, wholeNumberView } from './number.tsx';
import { objectView } from './object.tsx';
import { phoneView } from './phone.tsx';
import { emailView, longTextView, textView, webAddressView } from './text.tsx';
import { timeView } from './time.tsx';
import type { ValueView } from './value-view.ts';

const views = {
  dropdown: choiceView,
  'single-select': choiceView,
  multiselect: choicesView,
  'multiselect-checkbox': choicesView,
  date: dayView,
  datetime: momentView,
  time: timeView,
  object: objectView,
  number: wholeNumberView,
  decimal: decimalView,
  float: decimalView,
  currency: moneyView,
  checkbox: checkView,
  boolean: checkView,
  string: textView,
  url: webAddressView,
  textarea: longTextView,
  email: emailView,
  phone: phoneView,
  attachment: fileView,
} satisfies Readonly<Record<DataType, ValueView>>;

/** How a data type looks and is edited: the only place of the client that tells data types apart. */
export const viewOf = (dataType: DataType): ValueView => views[dataType];
