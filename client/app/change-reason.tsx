// A page of administration asks why, where its author wants to say it: in the header for all that is saved on the page, and in
// each of its forms.
import type { ReactNode } from 'react';
import { useReasonOfPage } from '../platform/change-reason.ts';
import { createLate } from '../ui/late.tsx';
import { LateReason } from '../ui/late-reason.ts';
import { ReasonSlots } from '../ui/reason-slots.ts';

/** No first screen asks for a reason. */
const inputs = createLate(() => import('./reason-inputs.tsx'));
const ReasonOfPage = inputs.part<object>((module) => module.ReasonOfPage);
const slots = { header: <ReasonOfPage />, form: <LateReason /> };

/** @param route of the page: another one begins without a reason */
export function AskReason({ route, children }: { route: string; children: ReactNode }) {
  useReasonOfPage(route);
  return <ReasonSlots value={slots}>{children}</ReasonSlots>;
}
