// The inputs of forms and filters bring pickers along that a grid does not need.
import { createLate } from '../ui/late.tsx';

const inputs = createLate(() => import('./forms/inputs.tsx'));

export const prepareInputs = inputs.prepare;
export const lateInput = inputs.part;
