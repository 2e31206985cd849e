import { setChangeReason, useChangeReason, useReasonOfForm } from '../platform/change-reason.ts';
import { useScreenSource } from '../platform/change-source.ts';
import { ReasonInput } from './reason-input.tsx';

/**
 * Why something is set up so, asked at the end of a form or a question, wherever that stands: what is saved while it is there is
 * administration, and has the reason.
 * @param otherwise what stands there until somebody writes something else
 */
export function ReasonOfSettings({ otherwise }: { otherwise?: string }) {
  useScreenSource('ADMINISTRATION');
  useReasonOfForm(otherwise);
  const reason = useChangeReason();
  return (
    <ReasonInput hint="It stands in the history of this change." value={reason} onChange={setChangeReason} />
  );
}
