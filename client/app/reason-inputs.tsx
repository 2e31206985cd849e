import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useUserDetails } from '../features/identity/user-details.ts';
import { setChangeReason, usePageReason } from '../platform/change-reason.ts';
import { mostOfAReason } from '../platform/most-of-a-reason.ts';
import { LabelledInput } from '../ui/labelled-input.tsx';
import styles from './reason-inputs.module.css';

/** Nothing where nothing can be changed: for whoever views the company as somebody else. */
export function ReasonOfPage() {
  return useUserDetails().data?.viewing == null ? <PageReasonInput /> : null;
}

function PageReasonInput() {
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
      maxLength={mostOfAReason}
      value={reason}
      onChange={({ target }) => setChangeReason(target.value)}
      onBlur={() => setOpened(false)}
    />
  );
}
