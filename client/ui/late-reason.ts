import { createLate } from './late.tsx';

/** No first screen asks for a reason. */
export const LateReason = createLate(() => import('./reason-of-settings.tsx')).part<object>(
  (module) => module.ReasonOfSettings,
);
