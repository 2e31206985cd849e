// A page of administration asks why, where its author wants to say it: in the header for all that is saved on the page, and in
// each of its forms.
import { longestReason } from '@rowhouse/domain/put-back/limits.ts';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  setChangeReason,
  useChangeReason,
  useReasonOfDialog,
  useReasonOfPage,
} from '../platform/change-reason.ts';
import { LabelledInput } from '../ui/labelled-input.tsx';
import { ReasonSlots } from '../ui/reason-slots.ts';

const slots = { header: <ReasonOfPage />, form: <ReasonOfForm /> };

/** @param route of the page: another one begins without a reason */
export function AskReason({ route, children }: { route: string; children: ReactNode }) {
  useReasonOfPage(route);
  return <ReasonSlots value={slots}>{children}</ReasonSlots>;
}

function ReasonOfPage() {
  const reason = useChangeReason();
  const [isOpened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpened) input.current?.focus();
  }, [isOpened]);
  if (!isOpened && reason === '')
    return (
      <Button variant="text" onClick={() => setOpened(true)}>
        Give a reason
      </Button>
    );
  return (
    <LabelledInput
      ref={input}
      label="Reason for what you change here"
      hint="It stands in the history of each change until you leave this page."
      maxLength={longestReason}
      value={reason}
      onChange={({ target }) => setChangeReason(target.value)}
      onBlur={() => setOpened(false)}
    />
  );
}

function ReasonOfForm() {
  useReasonOfDialog();
  const reason = useChangeReason();
  return (
    <LabelledInput
      label="Reason"
      mark="optional"
      hint="It stands in the history of this change."
      maxLength={longestReason}
      value={reason}
      onChange={({ target }) => setChangeReason(target.value)}
    />
  );
}
