import type { DataType } from '../fields/data-types.ts';
import { check } from './check.ts';
import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { day } from './day.ts';
import { file } from './file.ts';
import { moment } from './moment.ts';
import { money } from './money.ts';
import { decimal, wholeNumber } from './number.ts';
import { object } from './object.ts';
import { email, longText, phone, text, webAddress } from './text.ts';
import { time } from './time.ts';
import type { Value } from './value.ts';

const values = {
  dropdown: choice,
  'single-select': choice,
  multiselect: choices,
  'multiselect-checkbox': choices,
  date: day,
  datetime: moment,
  time,
  object,
  number: wholeNumber,
  decimal,
  float: decimal,
  currency: money,
  checkbox: check,
  boolean: check,
  string: text,
  url: webAddress,
  textarea: longText,
  email,
  phone,
  attachment: file,
} satisfies Readonly<Record<DataType, Value>>;

/** All that a data type means: the only place that tells data types apart. */
export const valueOf = (dataType: DataType): Value => values[dataType];
