import Button from '@mui/material/Button';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { remindConversation, type Conversation } from './api.ts';
import styles from './conversation.module.css';
import { DueTime } from './due-time.tsx';

/** When the other company's answer is due, and reminding it, once in 24 hours. */
export function TheirAnswer({ conversation }: { conversation: Conversation }) {
  const { id, company, theirDueAt, isTheirsOverdue, remindedAt, mayRemind } = conversation;
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function remind() {
    setSending(true);
    setFailure(null);
    try {
      await remindConversation(id);
      snackbars.success(`${company} is reminded`);
    } catch (refusal) {
      setFailure(refusal);
    }
    await client.invalidateQueries({ queryKey: ['transmissions'] });
    setSending(false);
  }

  return (
    <>
      <div className={styles.theirs}>
        {theirDueAt != null && (
          <span>
            {isTheirsOverdue ? `Their answer: ` : `Their answer is due `}
            <DueTime dueAt={theirDueAt} isOverdue={isTheirsOverdue} />
          </span>
        )}
        {remindedAt != null && <span>{`Reminded ${showInstant(remindedAt, viewerZone())}`}</span>}
        {mayRemind && (
          <Button variant="outlined" size="small" disabled={isSending} onClick={() => void remind()}>
            Remind
          </Button>
        )}
      </div>
      {failure !== null && <ErrorAlert failure={failure} title={`${company} was not reminded`} />}
    </>
  );
}
