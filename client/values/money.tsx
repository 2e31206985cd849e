import { lateInput } from './late-inputs.ts';
import { decimalView } from './number.tsx';
import type { ValueView } from './value-view.ts';

export const moneyView: ValueView = {
  ...decimalView,
  FormEditor: lateInput(({ MoneyForm }) => MoneyForm),
  width: 130,
};
