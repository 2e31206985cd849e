import type { Faults, Given } from './entry-form.tsx';

export const codeLength = 6;

export const findCodeFault = ({ code }: Given): Faults | null =>
  code?.length === codeLength ? null : { code: `Enter the ${codeLength} digits of the code.` };
