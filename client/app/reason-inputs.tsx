import { longestReason } from '@rowhouse/domain/put-back/limits.ts';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import {
  setChangeReason,
  useChangeReason,
  usePageReason,
  useReasonOfForm,
} from '../platform/change-reason.ts';
import { LabelledInput } from '../ui/labelled-input.tsx';
import { ReasonInput } from '../ui/reason-input.tsx';
import styles from './reason-inputs.module.css';

export function ReasonOfPage() {
  const reason = usePageReason();
  const [isOpened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpened) input.current?.focus();
  }, [isOpened]);
  if (!isOpened && reason === '')
    return (
      <Button variant="text" className={styles.ask} onClick={() => setOpened(true)}>
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

export function ReasonOfForm() {
  useReasonOfForm();
  const reason = useChangeReason();
  return (
    <ReasonInput
      hint="It stands in the history of this change."
      longest={longestReason}
      value={reason}
      onChange={setChangeReason}
    />
  );
}
